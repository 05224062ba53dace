import { PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useRefreshSession } from '../../api/session.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { Form } from '../../components/form.js';
import * as words from '../../words/en/sign-in.js';
import { PasskeyButton } from './passkey-button.js';
import { SecondFactorForm } from './second-factor-form.js';
import { SingleSignOn } from './single-sign-on.js';

interface Props {
  email?: string;
  /** The page that opens after a single sign-on; the one behind, if not given. */
  to?: string;
  onArrived?: () => void;
}

/**
 * Asks for a sign-in, and for the second factor of users who have one. After the end of a session, the page behind
 * continues for the same user.
 */
export function SignInForm({ email, to, onArrived }: Props) {
  const signIn = useApiMutation('signIn');
  const arrive = useRefreshSession();
  const [shown, setShown] = useState<{ token: string; passkey: boolean }>();
  const enter = async () => {
    await arrive();
    onArrived?.();
  };
  if (shown) return <SecondFactorForm {...shown} onArrived={enter} />;
  return (
    <SingleSignOn to={to}>
      <Form
        submit={words.signIn}
        onSubmit={async ({ email = '', password = '' }) => {
          const answer = await signIn.mutateAsync({ body: { email, password } });
          if ('second_factor' in answer) setShown(answer.second_factor);
          else await enter();
        }}
      >
        {(errorOf) => (
          <>
            <TextInput
              label={words.email}
              name="email"
              type="email"
              autoComplete="username"
              required
              data-autofocus={email ? undefined : true}
              defaultValue={email}
              withAsterisk={false}
              error={errorOf('email')}
            />
            <PasswordInput
              label={words.password}
              name="password"
              autoComplete="current-password"
              required
              data-autofocus={email ? true : undefined}
              withAsterisk={false}
              error={errorOf('password')}
            />
          </>
        )}
      </Form>
      <PasskeyButton onArrived={enter} />
    </SingleSignOn>
  );
}
