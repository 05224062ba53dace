import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useAct } from '../api/act.js';
import { Door } from '../parts/door.js';
import { Form } from '../parts/form.js';
import { linkToken } from '../parts/link-token.js';
import { NewPassword } from '../parts/new-password.js';

/** Sets a new password by the link that an admin made. */
export function ResetPage() {
  const token = linkToken();
  const complete = useAct('completePasswordReset');
  const [isDone, setDone] = useState(false);
  if (isDone)
    return (
      <Door title="Your password is set">
        <p className="quiet">
          All your sessions have ended. <Link to="/sign-in">Sign in</Link> with the new one.
        </p>
      </Door>
    );
  return (
    <Door title="A new password">
      {token ? (
        <Form
          submit="Set password"
          onSubmit={async ({ password = '' }) => {
            await complete.do({ body: { token, password } });
            setDone(true);
          }}
        >
          {(errorOf) => <NewPassword error={errorOf('password')} />}
        </Form>
      ) : (
        <p className="quiet">The link is not whole. Open it as you got it, or ask an admin for a new one.</p>
      )}
    </Door>
  );
}
