import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useAct } from '../api/act.js';
import { useArrival } from '../api/session.js';
import { Door } from '../parts/door.js';
import { Form } from '../parts/form.js';
import { linkToken } from '../parts/link-token.js';
import { NewPassword } from '../parts/new-password.js';

/** Makes the first owner, by the link that the start printed. */
export function SetupPage() {
  const token = linkToken();
  const setUp = useAct('setUp');
  const arrive = useArrival();
  const navigate = useNavigate();
  if (!token)
    return (
      <Door title="Set up">
        <p className="quiet">
          This page opens by the link that <code>npm start</code> printed. Make a new one with{' '}
          <code>npm run admin -- setup link</code>, or <a href="sign-in">sign in</a>.
        </p>
      </Door>
    );
  return (
    <Door title="Welcome">
      <p className="quiet">You are the first one here, and will own this account.</p>
      <Form
        submit="Begin"
        onSubmit={async ({ name = '', email = '', password = '' }) => {
          await setUp.do({ body: { token, name, email, password } });
          await arrive();
          await navigate({ to: '/', replace: true });
        }}
      >
        {(errorOf) => (
          <>
            <TextInput
              label="Your name"
              name="name"
              autoComplete="name"
              required
              withAsterisk={false}
              error={errorOf('name')}
            />
            <TextInput
              label="E-mail"
              name="email"
              type="email"
              autoComplete="username"
              required
              withAsterisk={false}
              error={errorOf('email')}
            />
            <NewPassword error={errorOf('password')} />
          </>
        )}
      </Form>
    </Door>
  );
}
