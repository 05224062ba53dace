import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Key } from '../../../schemas/accounts/keys.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { Empty } from '../../components/page.js';
import { ProblemNote } from '../../components/problem-note.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import { SecretOnce } from '../../components/secret-once.js';
import { Timestamp } from '../../components/time/timestamp.js';
import * as words from '../../words/en/integrations.js';
import { NewApiKey } from './new-api-key.js';

type PendingAction = 'regenerate' | 'end';

/** The permissions of a key. A key without scopes has all. */
const Scopes = ({ scopes }: { scopes: readonly string[] }) =>
  scopes.length === 0 || scopes.includes('*') ? (
    <div className="faint">{words.fullAccess}</div>
  ) : (
    <details className="faint">
      <summary>{words.scope(scopes.length)}</summary>
      {scopes.join(', ')}
    </details>
  );

function KeyRow({ row, onMade }: { row: Key; onMade: (secret: string) => void }) {
  const regenerate = useApiMutation('regenerateKey');
  const end = useApiMutation('deleteKey');
  const [action, setAction] = useState<PendingAction>();
  const isPending = regenerate.isPending || end.isPending;
  const problem = regenerate.problem ?? end.problem;
  const params = { id: row.id };
  const act = async () => {
    if (action === 'end') return end.mutateAsync({ params });
    const { api_key } = await regenerate.mutateAsync({ params });
    regenerate.reset();
    onMade(api_key);
  };
  return (
    <li className="line key">
      <div className="grow">
        <strong className="cut">{row.name}</strong>
        <div className="faint">
          {words.created}
          <Timestamp at={row.created_at} /> ·{' '}
          {row.last_used_at ? (
            <>
              {words.lastUsed}
              <Timestamp at={row.last_used_at} />
            </>
          ) : (
            words.neverUsed
          )}
        </div>
        <Scopes scopes={row.scopes} />
        {problem && <ProblemNote problem={problem} />}
      </div>
      <code className="numbers">
        {row.prefix}…{row.last_four}
      </code>
      <span className="row">
        <Button variant="default" size="compact-sm" onClick={() => setAction('regenerate')}>
          {words.regenerate}
        </Button>
        <Button variant="default" size="compact-sm" onClick={() => setAction('end')}>
          {words.revoke}
        </Button>
      </span>
      <ConfirmDialog
        title={action === 'end' ? words.revokeKey : words.regenerate}
        opened={action !== undefined}
        isPending={isPending}
        onCancel={() => setAction(undefined)}
        onConfirm={() =>
          void act()
            .catch(() => undefined)
            .finally(() => setAction(undefined))
        }
      >
        {action === 'end' ? words.requestsThatUseAreRejected(row.name) : words.getsANewKeyWhichIs(row.name)}
      </ConfirmDialog>
    </li>
  );
}

/** The keys of the account: each whole when it is made, and by its beginning and end from then on. */
export function ApiKeys() {
  const keys = useApiQuery('listKeys');
  const [secret, setSecret] = useState<string>();
  return (
    <section className="card" aria-labelledby="keys">
      <header className="card-head">
        <h2 id="keys">{words.apiKeys}</h2>
        <NewApiKey onMade={setSecret} />
      </header>
      <QueryBoundary query={keys}>
        {({ keys: rows }) => {
          const live = rows.filter(({ kind, revoked_at }) => kind === 'live' && revoked_at === null);
          return live.length === 0 ? (
            <Empty title={words.noApiKeysYet}>
              <p>{words.createAKeySoThatYour}</p>
            </Empty>
          ) : (
            <ul>
              {live.map((row) => (
                <KeyRow key={row.id} row={row} onMade={setSecret} />
              ))}
            </ul>
          );
        }}
      </QueryBoundary>
      <SecretOnce title={words.yourApiKey} secret={secret} onStored={() => setSecret(undefined)}>
        {words.theKeyIsShownOnlyOnce}
      </SecretOnce>
    </section>
  );
}
