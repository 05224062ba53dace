import { useAct } from '../api/act.js';
import { ArrivalForm } from '../parts/arrival-form.js';
import { Door } from '../parts/door.js';
import { linkToken } from '../parts/link-token.js';

/** Makes the first owner, by the link that the start printed. */
export function SetupPage() {
  const token = linkToken();
  const setUp = useAct('setUp');
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
      <ArrivalForm submit="Begin" withEmail onSubmit={(values) => setUp.do({ body: { token, ...values } })} />
    </Door>
  );
}
