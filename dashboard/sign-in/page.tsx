import { useAsk } from '../api/ask.js';
import { Door, enter } from '../parts/door.js';
import { SignInForm } from './form.js';

export function SignInPage() {
  const setup = useAsk('getSetup');
  return (
    <Door title="Sign in">
      {setup.data?.needed && (
        <p className="quiet">
          Nobody has an account here yet. Open the link that <code>npm start</code> printed, or make a new one with{' '}
          <code>npm run admin -- setup link</code>.
        </p>
      )}
      <SignInForm onArrived={() => enter(new URLSearchParams(location.search).get('to'))} />
      <p>
        <a href="reset">Forgot your password?</a>
      </p>
    </Door>
  );
}
