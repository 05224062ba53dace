import { useApiMutation } from '../../api/use-api-mutation.js';
import * as words from '../../words/en/invitation.js';
import { AccountForm } from './account-form.js';
import { linkToken } from './link-token.js';
import { SignedOutLayout } from './signed-out-layout.js';

/** Joins the account with an invitation link. */
export function InvitationPage() {
  const token = linkToken();
  const accept = useApiMutation('acceptInvitation');
  return (
    <SignedOutLayout title={words.joinTheTeam}>
      {token ? (
        <AccountForm
          submit={words.joinTeam}
          onSubmit={({ name, password }) => accept.mutateAsync({ body: { token, name, password } })}
        />
      ) : (
        <p className="quiet">{words.thisInvitationLinkIsIncompleteOpen}</p>
      )}
    </SignedOutLayout>
  );
}
