import { PasswordInput, TextInput } from '@mantine/core';
import { useRefreshSession } from '../../api/session.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { Form } from '../../components/form.js';
import * as words from '../../words/en/sign-in.js';

/** Asks for a sign-in. After the end of a session, the page behind continues for the same user. */
export function SignInForm({ email, onArrived }: { email?: string; onArrived?: () => void }) {
  const signIn = useApiMutation('signIn');
  const arrive = useRefreshSession();
  return (
    <Form
      submit={words.signIn}
      onSubmit={async ({ email = '', password = '' }) => {
        await signIn.mutateAsync({ body: { email, password } });
        await arrive();
        onArrived?.();
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
  );
}
