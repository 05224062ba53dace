import { Button } from '@mantine/core';
import { useAct } from '../api/act.js';
import { useAsk } from '../api/ask.js';
import { Asked } from '../parts/asked.js';
import { Chip } from '../parts/chip.js';
import { ProblemNote } from '../parts/problem-note.js';
import { When } from '../parts/when.js';

/** Where one is signed in; what one does not know can be ended. */
export function Sessions() {
  const sessions = useAsk('listSessions');
  const end = useAct('endSession');
  const endOthers = useAct('endOtherSessions');
  const problem = end.problem ?? endOthers.problem;
  const others = sessions.data?.sessions.filter(({ current }) => !current).length ?? 0;
  return (
    <section className="card" aria-labelledby="sessions">
      <header className="card-head">
        <h2 id="sessions">Where you are signed in</h2>
        {others > 0 && (
          <Button
            variant="default"
            size="compact-sm"
            loading={endOthers.busy}
            onClick={() => void endOthers.do().catch(() => undefined)}
          >
            End all others
          </Button>
        )}
      </header>
      {problem && <ProblemNote problem={problem} />}
      <Asked asked={sessions} lines={2}>
        {({ sessions: rows }) => (
          <ul>
            {rows.map(({ id, browser, address, current, last_seen_at, created_at }) => (
              <li key={id} className="line meeting">
                <span className="grow">
                  <span className="cut">{browser ?? 'A browser'}</span>
                  <span className="faint">
                    {' '}
                    {address && `${address} · `}
                    <When at={last_seen_at ?? created_at} />
                  </span>
                </span>
                {current ? (
                  <Chip who="ok" label="This one" />
                ) : (
                  <Button
                    variant="default"
                    size="compact-sm"
                    onClick={() => void end.do({ params: { id } }).catch(() => undefined)}
                  >
                    End
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </Asked>
    </section>
  );
}
