import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useAsk } from '../api/ask.js';
import { Door } from '../parts/door.js';
import { SignInForm } from './form.js';

/** Only pages of our own are gone to after signing in. */
const ownPath = (to: unknown): string => (typeof to === 'string' && /^\/(?![/\\])/.test(to) ? to : '/');

export function SignInPage() {
  const navigate = useNavigate();
  const { to } = useSearch({ strict: false }) as { to?: string };
  const setup = useAsk('getSetup');
  return (
    <Door title="Sign in">
      {setup.data?.needed && (
        <p className="quiet">
          Nobody has an account here yet. Open the link that <code>npm start</code> printed, or make a new one with{' '}
          <code>npm run admin -- setup link</code>.
        </p>
      )}
      <SignInForm onArrived={() => void navigate({ href: ownPath(to), replace: true })} />
      <p>
        <Link to="/reset">Forgot your password?</Link>
      </p>
    </Door>
  );
}
