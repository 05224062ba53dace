import type { Answer } from '../api/names.js';
import { Chip } from '../parts/chip.js';
import { numberOf } from '../words/reports.js';

type System = Answer<'getSystem'>;

/** From so much free space on a disk is soon full. */
const LITTLE_PERCENT = 10;
/** How long the oldest task of a queue may wait before somebody should look. */
const LATE_SECONDS = 60;

type Queue = Exclude<System['queues'], 'unknown'>[number];

const waiting = ({ backlog, backlog_seconds: seconds }: Queue): string =>
  backlog === null
    ? 'Temporal tells of no backlog'
    : backlog === 0
      ? 'nothing waits'
      : `${numberOf(backlog)} wait${seconds ? `, the oldest for ${numberOf(seconds)} s` : ''}`;

/** Who takes up the tasks of each queue, and how many of them wait. */
export const Queues = ({ queues }: Pick<System, 'queues'>) => (
  <section className="card" aria-labelledby="queues">
    <header className="card-head">
      <h2 id="queues">Task queues</h2>
    </header>
    {queues === 'unknown' ? (
      <p className="calm">Temporal does not answer: nobody knows what waits there.</p>
    ) : (
      <ul aria-label="Task queues">
        {queues.map((queue) => (
          <li key={queue.queue} className="line key">
            <span className="grow">
              <strong className="cut">{queue.queue}</strong>
              <span className="faint numbers">
                {numberOf(queue.workers)} {queue.workers === 1 ? 'worker' : 'workers'} · {waiting(queue)}
              </span>
            </span>
            {queue.workers === 0 && <Chip who="act" label="No worker" />}
            {(queue.backlog_seconds ?? 0) >= LATE_SECONDS && <Chip who="decide" label="Behind" />}
          </li>
        ))}
      </ul>
    )}
  </section>
);

/** How full the disks are that can be seen from here. */
export const Disks = ({ disks }: Pick<System, 'disks'>) =>
  disks.length === 0 ? null : (
    <section className="card" aria-labelledby="disks">
      <header className="card-head">
        <h2 id="disks">Disks</h2>
      </header>
      <ul aria-label="Disks">
        {disks.map(({ disk, free_percent: free }) => (
          <li key={disk} className="line">
            <span className="grow cut">{disk}</span>
            <span className="numbers">{numberOf(free)} % free</span>
            {free < LITTLE_PERCENT && <Chip who="act" label="Nearly full" />}
          </li>
        ))}
      </ul>
    </section>
  );
