import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useAct } from '../api/act.js';
import { useArrival } from '../api/session.js';
import { Door } from '../parts/door.js';
import { Form } from '../parts/form.js';
import { linkToken } from '../parts/link-token.js';
import { NewPassword } from '../parts/new-password.js';

/** Joins the account by the link that somebody handed on. */
export function InvitationPage() {
  const token = linkToken();
  const accept = useAct('acceptInvitation');
  const arrive = useArrival();
  const navigate = useNavigate();
  return (
    <Door title="Join the team">
      {token ? (
        <Form
          submit="Join"
          onSubmit={async ({ name = '', password = '' }) => {
            await accept.do({ body: { token, name, password } });
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
              <NewPassword error={errorOf('password')} />
            </>
          )}
        </Form>
      ) : (
        <p className="quiet">The link is not whole. Open it as you got it, or ask for a new one.</p>
      )}
    </Door>
  );
}
