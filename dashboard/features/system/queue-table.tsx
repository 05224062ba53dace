import type { Answer } from '../../api/operation-types.js';
import { Chip } from '../../components/chip.js';
import * as words from '../../words/en/system.js';
import { numberOf } from '../../words/reports.js';

type System = Answer<'getSystem'>;

/** From so much free space on a disk is soon full. */
const LITTLE_PERCENT = 10;
/** The age in seconds at which the oldest task of a queue is late. */
const LATE_SECONDS = 60;

type Queue = Exclude<System['queues'], 'unknown'>[number];

const waiting = ({ backlog, backlog_seconds: seconds }: Queue): string =>
  backlog === null
    ? words.backlogUnknown
    : backlog === 0
      ? words.noBacklog
      : seconds
        ? words.queuedTheOldestForS(numberOf(backlog), numberOf(seconds))
        : words.queued(numberOf(backlog));

/** The workers of each queue, and the number of waiting tasks. */
export const Queues = ({ queues }: Pick<System, 'queues'>) => (
  <section className="card" aria-labelledby="queues">
    <header className="card-head">
      <h2 id="queues">{words.taskQueues}</h2>
    </header>
    {queues === 'unknown' ? (
      <p className="calm">{words.temporalIsUnreachableSoTheBacklog}</p>
    ) : (
      <ul aria-label={words.taskQueues}>
        {queues.map((queue) => (
          <li key={queue.queue} className="line key">
            <span className="grow">
              <strong className="cut">{queue.queue}</strong>
              <span className="faint numbers">{words.text(queue.workers, waiting(queue))}</span>
            </span>
            {queue.workers === 0 && <Chip who="act" label={words.noWorker} />}
            {(queue.backlog_seconds ?? 0) >= LATE_SECONDS && <Chip who="decide" label={words.fallingBehind} />}
          </li>
        ))}
      </ul>
    )}
  </section>
);

/** The usage of the disks that are visible from here. */
export const Disks = ({ disks }: Pick<System, 'disks'>) =>
  disks.length === 0 ? null : (
    <section className="card" aria-labelledby="disks">
      <header className="card-head">
        <h2 id="disks">{words.disks}</h2>
      </header>
      <ul aria-label={words.disks}>
        {disks.map(({ disk, free_percent: free }) => (
          <li key={disk} className="line">
            <span className="grow cut">{disk}</span>
            <span className="numbers">{words.free(numberOf(free))}</span>
            {free < LITTLE_PERCENT && <Chip who="act" label={words.nearlyFull} />}
          </li>
        ))}
      </ul>
    </section>
  );
