import { useApiMutation } from '../../api/use-api-mutation.js';
import * as links from '../../words/en/links.js';
import * as words from '../../words/en/setup.js';
import { AccountForm } from './account-form.js';
import { browserPlace } from './browser-place.js';
import { linkToken } from './link-token.js';
import { SignedOutLayout } from './signed-out-layout.js';
import { WithLink } from './with-link.js';

/** Makes the first owner, by the link that the start printed. */
export function SetupPage() {
  const token = linkToken();
  const setUp = useApiMutation('setUp');
  const place = browserPlace();
  if (!token)
    return (
      <SignedOutLayout title={words.setup}>
        <p className="quiet">
          {words.toCreateTheOwnerAccountOpen} <code>{words.npmRunAdminSetupLink}</code>
        </p>
        <a href="sign-in">{words.signIn}</a>
      </SignedOutLayout>
    );
  return (
    <WithLink
      kind="setup"
      token={token}
      title={words.welcome}
      remedy={
        <>
          {links.toCreateTheOwnerOfA} <code>{words.npmRunAdminSetupLink}</code>
        </>
      }
    >
      <p className="quiet">
        {words.youreCreatingTheOwnerAccount} {words.itUsesYourTimeZone(place.timezone.replaceAll('_', ' '))}
      </p>
      <AccountForm
        submit={words.createAccount}
        withEmail
        onSubmit={(values) => setUp.mutateAsync({ body: { token, ...values, ...place } })}
      />
    </WithLink>
  );
}
