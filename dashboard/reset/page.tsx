import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAct } from '../api/act.js';
import { Door } from '../parts/door.js';
import { Form } from '../parts/form.js';
import { linkToken } from '../parts/link-token.js';
import { NewPassword } from '../parts/new-password.js';

/** Asks for a link, which comes by mail where there is somebody to mail it to. */
function AskForLink() {
  const ask = useAct('requestPasswordReset');
  const [asked, setAsked] = useState<string>();
  if (asked !== undefined)
    return (
      <Door title="Look into your mail">
        <p className="quiet">
          If somebody signs in with {asked} and mail can leave, a link to a new password is on its way. It works for an
          hour. If nothing comes, ask an owner or admin of your account for a link, or whoever runs the service.
        </p>
        <a href="sign-in">Sign in</a>
      </Door>
    );
  return (
    <Door title="A new password">
      <p className="quiet">Say with which address you sign in, and a link comes by mail.</p>
      <Form
        submit="Send a link"
        onSubmit={async ({ email = '' }) => {
          await ask.do({ body: { email } });
          setAsked(email);
        }}
      >
        {(errorOf) => (
          <TextInput
            label="E-mail"
            name="email"
            type="email"
            autoComplete="username"
            required
            withAsterisk={false}
            data-autofocus
            error={errorOf('email')}
          />
        )}
      </Form>
      <p>
        <a href="sign-in">Sign in</a>
      </p>
    </Door>
  );
}

/** Sets a new password by a link; without one it asks for one. */
export function ResetPage() {
  const token = linkToken();
  const complete = useAct('completePasswordReset');
  const [isDone, setDone] = useState(false);
  if (isDone)
    return (
      <Door title="Your password is set">
        <p className="quiet">
          All your sessions have ended. <a href="sign-in">Sign in</a> with the new one.
        </p>
      </Door>
    );
  if (!token) return <AskForLink />;
  return (
    <Door title="A new password">
      <Form
        submit="Set password"
        onSubmit={async ({ password = '' }) => {
          await complete.do({ body: { token, password } });
          setDone(true);
        }}
      >
        {(errorOf) => <NewPassword error={errorOf('password')} />}
      </Form>
    </Door>
  );
}
