import { Button } from '@mantine/core';
import { useState } from 'react';
import { useAct } from '../api/act.js';
import { useAsk } from '../api/ask.js';
import { useSession } from '../api/session.js';
import { Asked } from '../parts/asked.js';
import { Chip } from '../parts/chip.js';
import { Page } from '../parts/page.js';
import { SecretOnce } from '../parts/secret.js';
import { When } from '../parts/when.js';
import { ROLE_WORDS } from '../words/roles.js';
import { Invite, type Link } from './invite.js';
import { Member } from './member.js';

function Invitations() {
  const invitations = useAsk('listInvitations');
  const remove = useAct('deleteInvitation');
  const rows = invitations.data?.invitations ?? [];
  if (rows.length === 0) return null;
  return (
    <section className="card" aria-labelledby="invited">
      <header className="card-head">
        <h2 id="invited">Invited</h2>
      </header>
      <ul>
        {rows.map((row) => (
          <li key={row.id} className="line key">
            <div className="grow">
              <strong className="cut">{row.email}</strong>
              <div className="faint">
                Works until <When at={row.expires_at} plain />
              </div>
            </div>
            <Chip who="person" label={ROLE_WORDS[row.role].label} />
            <Button
              variant="default"
              size="compact-sm"
              onClick={() => remove.do({ params: { id: row.id } }).catch(() => undefined)}
            >
              Take back
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
  const users = useAsk('listUsers');
  const [link, setLink] = useState<Link>();
  const isManager = user.role === 'owner' || user.role === 'admin';
  return (
    <Page title="Members" actions={isManager && <Invite onMade={setLink} />}>
      <div className="stack">
        <section className="card" aria-label="Members">
          <Asked asked={users}>
            {({ users: rows }) => (
              <ul>
                {rows.map((row) => (
                  <Member key={row.id} member={row} onLink={setLink} />
                ))}
              </ul>
            )}
          </Asked>
        </section>
        {isManager && <Invitations />}
      </div>
      <SecretOnce title="The link" secret={link?.url} onStored={() => setLink(undefined)}>
        {link?.mailed ? 'It is mailed, too.' : 'Hand it on yourself.'} It works once, and is shown this once.
      </SecretOnce>
    </Page>
  );
}
