import { TextInput } from '@mantine/core';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { Form } from '../../components/form.js';
import * as words from '../../words/en/sign-in.js';
import { PasskeyButton } from './passkey-button.js';

interface Props {
  token: string;
  /** True if the user has a passkey. */
  passkey: boolean;
  onArrived: () => Promise<void>;
}

/** Requests the second factor of a sign-in. */
export function SecondFactorForm({ token, passkey, onArrived }: Props) {
  const complete = useApiMutation('completeSignIn');
  return (
    <>
      <Form
        submit={words.signIn}
        onSubmit={async ({ code = '' }) => {
          await complete.mutateAsync({ body: { token, code } });
          await onArrived();
        }}
      >
        {(errorOf) => (
          <TextInput
            label={words.code}
            description={words.codeOfYourApp}
            name="code"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            required
            data-autofocus
            autoFocus
            withAsterisk={false}
            error={errorOf('code')}
          />
        )}
      </Form>
      {passkey && <PasskeyButton token={token} onArrived={onArrived} />}
    </>
  );
}
