import { PasswordInput, TextInput } from '@mantine/core';
import { useAct } from '../api/act.js';
import { useArrival } from '../api/session.js';
import { Form } from '../parts/form.js';

/** Asks who comes; where a session ended, the page behind goes on with the one who was there. */
export function SignInForm({ email, onArrived }: { email?: string; onArrived?: () => void }) {
  const signIn = useAct('signIn');
  const arrive = useArrival();
  return (
    <Form
      submit="Sign in"
      onSubmit={async ({ email = '', password = '' }) => {
        await signIn.do({ body: { email, password } });
        await arrive();
        onArrived?.();
      }}
    >
      {(errorOf) => (
        <>
          <TextInput
            label="E-mail"
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
            label="Password"
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
