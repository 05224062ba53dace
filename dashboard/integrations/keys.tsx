import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Key } from '../../schemas/accounts/keys.js';
import { useAct } from '../api/act.js';
import { useAsk } from '../api/ask.js';
import { Asked } from '../parts/asked.js';
import { Confirm } from '../parts/confirm.js';
import { Empty } from '../parts/page.js';
import { ProblemNote } from '../parts/problem-note.js';
import { SecretOnce } from '../parts/secret.js';
import { When } from '../parts/when.js';
import { NewKey } from './new-key.js';

type Wish = 'regenerate' | 'end';

/** What a key may do; one without scopes may do all. */
const Scopes = ({ scopes }: { scopes: readonly string[] }) =>
  scopes.length === 0 || scopes.includes('*') ? (
    <div className="faint">May do everything</div>
  ) : (
    <details className="faint">
      <summary>{scopes.length === 1 ? '1 scope' : `${scopes.length} scopes`}</summary>
      {scopes.join(', ')}
    </details>
  );

function KeyRow({ row, onMade }: { row: Key; onMade: (secret: string) => void }) {
  const regenerate = useAct('regenerateKey');
  const end = useAct('deleteKey');
  const [wish, setWish] = useState<Wish>();
  const busy = regenerate.busy || end.busy;
  const problem = regenerate.problem ?? end.problem;
  const params = { id: row.id };
  const act = async () => {
    if (wish === 'end') return end.do({ params });
    const { api_key } = await regenerate.do({ params });
    regenerate.forget();
    onMade(api_key);
  };
  return (
    <li className="line key">
      <div className="grow">
        <strong className="cut">{row.name}</strong>
        <div className="faint">
          Made <When at={row.created_at} /> ·{' '}
          {row.last_used_at ? (
            <>
              last used <When at={row.last_used_at} />
            </>
          ) : (
            'not used yet'
          )}
        </div>
        <Scopes scopes={row.scopes} />
        {problem && <ProblemNote problem={problem} />}
      </div>
      <code className="numbers">
        {row.prefix}…{row.last_four}
      </code>
      <span className="row">
        <Button variant="default" size="compact-sm" onClick={() => setWish('regenerate')}>
          Regenerate
        </Button>
        <Button variant="default" size="compact-sm" onClick={() => setWish('end')}>
          End
        </Button>
      </span>
      <Confirm
        title={wish === 'end' ? 'End the key' : 'Regenerate'}
        opened={wish !== undefined}
        busy={busy}
        onCancel={() => setWish(undefined)}
        onConfirm={() =>
          void act()
            .catch(() => undefined)
            .finally(() => setWish(undefined))
        }
      >
        {wish === 'end'
          ? `Whatever uses “${row.name}” is refused from then on.`
          : `“${row.name}” gets a new key, shown once. The one it has is refused from then on.`}
      </Confirm>
    </li>
  );
}

/** The keys of the account: each whole when it is made, and by its beginning and end from then on. */
export function Keys() {
  const keys = useAsk('listKeys');
  const [secret, setSecret] = useState<string>();
  return (
    <section className="card" aria-labelledby="keys">
      <header className="card-head">
        <h2 id="keys">API keys</h2>
        <NewKey onMade={setSecret} />
      </header>
      <Asked asked={keys}>
        {({ keys: rows }) => {
          const live = rows.filter(({ kind, revoked_at }) => kind === 'live' && revoked_at === null);
          return live.length === 0 ? (
            <Empty title="No key yet">
              <p>A key lets your own systems send leads and hear of what becomes of them.</p>
            </Empty>
          ) : (
            <ul>
              {live.map((row) => (
                <KeyRow key={row.id} row={row} onMade={setSecret} />
              ))}
            </ul>
          );
        }}
      </Asked>
      <SecretOnce title="Your API key" secret={secret} onStored={() => setSecret(undefined)}>
        This is the only time it is shown. Store it where your secrets are; only its beginning and its last four
        characters can be seen later.
      </SecretOnce>
    </section>
  );
}
