import { useApiQuery } from '../../api/use-api-query.js';
import * as words from '../../words/en/sign-in.js';
import { SignInForm } from './sign-in-form.js';
import { openDashboard, SignedOutLayout } from './signed-out-layout.js';
import { SignOnProblem } from './single-sign-on.js';

export function SignInPage() {
  const setup = useApiQuery('getSetup');
  const to = new URLSearchParams(location.search).get('to');
  return (
    <SignedOutLayout title={words.signIn}>
      {setup.data?.needed && (
        <p className="quiet">
          {words.thisServiceHasNoAccountYet} <code>{words.npmRunAdminSetupLink}</code>
        </p>
      )}
      <SignOnProblem />
      <SignInForm to={to ?? '/'} onArrived={() => openDashboard(to)} />
      {!setup.data?.single_sign_on?.required && (
        <p>
          <a href="reset">{words.forgotYourPassword}</a>
        </p>
      )}
    </SignedOutLayout>
  );
}
