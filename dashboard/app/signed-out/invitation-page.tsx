import { useApiMutation } from '../../api/use-api-mutation.js';
import * as words from '../../words/en/invitation.js';
import * as links from '../../words/en/links.js';
import { AccountForm } from './account-form.js';
import { linkToken } from './link-token.js';
import { SignedOutLayout } from './signed-out-layout.js';
import { WithLink } from './with-link.js';

/** Joins the account with an invitation link. */
export function InvitationPage() {
  const token = linkToken();
  const accept = useApiMutation('acceptInvitation');
  if (!token) {
    return (
      <SignedOutLayout title={words.joinTheTeam}>
        <p className="quiet">{words.thisInvitationLinkIsIncompleteOpen}</p>
      </SignedOutLayout>
    );
  }
  return (
    <WithLink kind="invitation" token={token} title={words.joinTheTeam} remedy={links.askAnAdminForANew}>
      <AccountForm
        submit={words.joinTeam}
        onSubmit={({ name, password }) => accept.mutateAsync({ body: { token, name, password } })}
      />
    </WithLink>
  );
}
