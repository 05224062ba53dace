import { useApiQuery } from '../../api/use-api-query.js';
import * as words from '../../words/en/sign-in.js';
import { SignInForm } from './sign-in-form.js';
import { openDashboard, SignedOutLayout } from './signed-out-layout.js';

export function SignInPage() {
  const setup = useApiQuery('getSetup');
  return (
    <SignedOutLayout title={words.signIn}>
      {setup.data?.needed && (
        <p className="quiet">
          {words.thisServiceHasNoAccountYet} <code>{words.npmRunAdminSetupLink}</code>
        </p>
      )}
      <SignInForm onArrived={() => openDashboard(new URLSearchParams(location.search).get('to'))} />
      <p>
        <a href="reset">{words.forgotYourPassword}</a>
      </p>
    </SignedOutLayout>
  );
}
