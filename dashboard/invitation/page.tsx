import { useAct } from '../api/act.js';
import { ArrivalForm } from '../parts/arrival-form.js';
import { Door } from '../parts/door.js';
import { linkToken } from '../parts/link-token.js';

/** Joins the account by the link that somebody handed on. */
export function InvitationPage() {
  const token = linkToken();
  const accept = useAct('acceptInvitation');
  return (
    <Door title="Join the team">
      {token ? (
        <ArrivalForm submit="Join" onSubmit={({ name, password }) => accept.do({ body: { token, name, password } })} />
      ) : (
        <p className="quiet">The link is not whole. Open it as you got it, or ask for a new one.</p>
      )}
    </Door>
  );
}
