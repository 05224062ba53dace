import { Button } from '@mantine/core';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { Chip } from '../../components/chip.js';
import { ProblemNote } from '../../components/problem-note.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import { Timestamp } from '../../components/time/timestamp.js';
import * as words from '../../words/en/profile.js';

/** Names a browser and its system, which the API joins in English. */
function nameOf(browser: string): string {
  const [name, system, ...more] = browser.split(' on ');
  return name && system && more.length === 0 ? words.browserOnSystem(name, system) : browser;
}

/** The user's sessions, which can be ended. */
export function Sessions() {
  const sessions = useApiQuery('listSessions');
  const end = useApiMutation('endSession');
  const endOthers = useApiMutation('endOtherSessions');
  const problem = end.problem ?? endOthers.problem;
  const others = sessions.data?.sessions.filter(({ current }) => !current).length ?? 0;
  return (
    <section className="card" aria-labelledby="sessions">
      <header className="card-head">
        <h2 id="sessions">{words.activeSessions}</h2>
        {others > 0 && (
          <Button
            variant="default"
            size="compact-sm"
            loading={endOthers.isPending}
            onClick={() => void endOthers.mutateAsync().catch(() => undefined)}
          >
            {words.signOutAllOthers}
          </Button>
        )}
      </header>
      {problem && <ProblemNote problem={problem} />}
      <QueryBoundary query={sessions} lines={2}>
        {({ sessions: rows }) => (
          <ul>
            {rows.map(({ id, browser, address, current, last_seen_at, created_at }) => (
              <li key={id} className="line meeting">
                <span className="grow">
                  <span className="cut">{browser ? nameOf(browser) : words.unknownBrowser}</span>
                  <span className="faint">
                    {' '}
                    {address && `${address} · `}
                    <Timestamp at={last_seen_at ?? created_at} />
                  </span>
                </span>
                {current ? (
                  <Chip who="ok" label={words.thisSession} />
                ) : (
                  <Button
                    variant="default"
                    size="compact-sm"
                    onClick={() => void end.mutateAsync({ params: { id } }).catch(() => undefined)}
                  >
                    {words.signOut}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </QueryBoundary>
    </section>
  );
}
