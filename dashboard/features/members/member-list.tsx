import { Button } from '@mantine/core';
import { useState } from 'react';
import { useSession } from '../../api/session.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { Chip } from '../../components/chip.js';
import { Page } from '../../components/page.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import { SecretOnce } from '../../components/secret-once.js';
import { Timestamp } from '../../components/time/timestamp.js';
import * as words from '../../words/en/members.js';
import { ROLE_WORDS } from '../../words/roles.js';
import { FailedMails } from './failed-mails.js';
import { type InvitationLink, InviteMember } from './invite-member.js';
import { MemberRow } from './member-row.js';

function Invitations() {
  const invitations = useApiQuery('listInvitations');
  const remove = useApiMutation('deleteInvitation');
  const rows = invitations.data?.invitations ?? [];
  if (rows.length === 0) return null;
  return (
    <section className="card" aria-labelledby="invited">
      <header className="card-head">
        <h2 id="invited">{words.pendingInvitations}</h2>
      </header>
      <ul>
        {rows.map((row) => (
          <li key={row.id} className="line key">
            <div className="grow">
              <strong className="cut">{row.email}</strong>
              <div className="faint">
                {words.expires}
                <Timestamp at={row.expires_at} plain />
              </div>
            </div>
            <Chip who="person" label={ROLE_WORDS[row.role].label} />
            <Button
              variant="default"
              size="compact-sm"
              onClick={() => remove.mutateAsync({ params: { id: row.id } }).catch(() => undefined)}
            >
              {words.revoke}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The people of the account. */
export function MembersPage() {
  const { user } = useSession();
  const users = useApiQuery('listUsers');
  const [link, setLink] = useState<InvitationLink>();
  const isManager = user.role === 'owner' || user.role === 'admin';
  return (
    <Page title={words.members} actions={isManager && <InviteMember onMade={setLink} />}>
      <div className="stack">
        <section className="card" aria-label={words.members}>
          <QueryBoundary query={users}>
            {({ users: rows }) => (
              <ul>
                {rows.map((row) => (
                  <MemberRow key={row.id} member={row} onLink={setLink} />
                ))}
              </ul>
            )}
          </QueryBoundary>
        </section>
        {isManager && <Invitations />}
        {isManager && <FailedMails />}
      </div>
      {link && link.url === null && (
        <p role="status" className="quiet">
          {words.theLinkWasEmailedItCan}
        </p>
      )}
      <SecretOnce title={words.link} secret={link?.url ?? undefined} onStored={() => setLink(undefined)}>
        {link?.mailed ? words.itWasAlsoEmailedItCan : words.sendItToTheMemberYourself}
      </SecretOnce>
    </Page>
  );
}
