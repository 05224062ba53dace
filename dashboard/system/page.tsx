import { Button } from '@mantine/core';
import type { AttentionKind } from '../../schemas/operations/attention.js';
import { useAct } from '../api/act.js';
import { useAsk } from '../api/ask.js';
import type { Answer } from '../api/names.js';
import { useMay } from '../api/session.js';
import { Waiting } from '../home/needs-you.js';
import { Asked } from '../parts/asked.js';
import { Chip } from '../parts/chip.js';
import { Icon } from '../parts/icons.js';
import { Empty, Page } from '../parts/page.js';
import { ProblemNote } from '../parts/problem-note.js';
import { When } from '../parts/when.js';
import { wordOf } from '../words/fields.js';
import { numberOf } from '../words/reports.js';
import { Disks, Queues } from './queues.js';

type System = Answer<'getSystem'>;

const EVERY_MS = 10_000;
/** From so far on two clocks tell different stories: times are compared between them. */
const APART_MS = 1_000;
/** What went wrong outside, or is held back because of it. */
const OUTAGES: readonly AttentionKind[] = [
  ...(['sender_held_back', 'sender_refused', 'templates_unsynced'] as const),
  ...(['calendar_unreadable', 'calendar_incomplete'] as const),
  ...(['listener_failing', 'job_failing'] as const),
];
const HELD: readonly AttentionKind[] = ['work_held', 'event_unworked', 'events_unread', 'run_overdue'];

function Service({ service, database, processes }: Pick<System, 'service' | 'database' | 'processes'>) {
  const works = processes.some(({ kind }) => kind === 'worker');
  return (
    <section className="card" aria-labelledby="service">
      <header className="card-head">
        <h2 id="service">Service</h2>
        {service.temporal ? <Chip who="ok" label="Temporal answers" /> : <Chip who="act" label="Temporal is away" />}
        {works ? <Chip who="ok" label="Work is done" /> : <Chip who="act" label="No worker runs" />}
      </header>
      <dl className="card-body">
        <div className="fact">
          <dt>Build</dt>
          <dd>
            <code>{service.version}</code> on Node {service.node}
          </dd>
        </div>
        <div className="fact">
          <dt>Database</dt>
          <dd>{database.version}</dd>
        </div>
        <div className="fact">
          <dt>Last migration</dt>
          <dd>
            {database.migration ?? 'None yet'}
            {database.pending.length > 0 && ` · ${numberOf(database.pending.length)} still to be done`}
          </dd>
        </div>
      </dl>
    </section>
  );
}

const Processes = ({ processes }: Pick<System, 'processes'>) => (
  <section className="card" aria-labelledby="processes">
    <header className="card-head">
      <h2 id="processes">Processes</h2>
    </header>
    {processes.length === 0 ? (
      <p className="calm">None was seen in the last two minutes.</p>
    ) : (
      <ul aria-label="Processes">
        {processes.map(({ kind, host, clock_ahead_ms, started_at, seen_at }) => (
          <li key={`${kind} ${host} ${started_at}`} className="line key">
            <div className="grow">
              <strong>{kind === 'api' ? 'API' : wordOf(kind)}</strong> <span className="quiet">on {host}</span>
              <div className="faint">
                Since <When at={started_at} plain /> · seen <When at={seen_at} />
              </div>
            </div>
            {Math.abs(clock_ahead_ms) >= APART_MS && (
              <Chip who="decide" label={`Clock ${numberOf(Math.round(clock_ahead_ms / 1000))} s apart`} />
            )}
          </li>
        ))}
      </ul>
    )}
  </section>
);

/** How much is behind. */
const Behind = ({ outbox, inbound, reports }: Pick<System, 'outbox' | 'inbound' | 'reports'>) => (
  <section className="card in-all" aria-label="What is behind">
    <dl className="sums">
      <div className="sum">
        <dt>Wait for Temporal</dt>
        <dd className="numbers">{numberOf(outbox.waiting)}</dd>
        {outbox.oldest_at && (
          <dd className="faint before">
            the oldest <When at={outbox.oldest_at} />
          </dd>
        )}
      </div>
      <div className="sum">
        <dt>Given up on</dt>
        <dd className="numbers">{numberOf(outbox.parked.length)}</dd>
      </div>
      <div className="sum">
        <dt>Events to be worked</dt>
        <dd className="numbers">{numberOf(inbound.unworked)}</dd>
        {inbound.last_at && (
          <dd className="faint before">
            the last one <When at={inbound.last_at} />
          </dd>
        )}
      </div>
      <div className="sum">
        <dt>Reports counted</dt>
        <dd className="before">{reports.counted_at ? <When at={reports.counted_at} /> : 'Not yet'}</dd>
      </div>
    </dl>
  </section>
);

function Instruction({ row }: { row: System['outbox']['parked'][number] }) {
  const retry = useAct('retryInstruction');
  return (
    <li className="line key">
      <div className="grow">
        <strong>{wordOf(row.kind)}</strong> <code className="id">{row.workflow_id}</code>
        <div className="quiet">{row.error}</div>
        <div className="faint">
          Given up <When at={row.parked_at} />
          {row.attempts > 0 && ` after ${row.attempts} ${row.attempts === 1 ? 'try' : 'tries'}`}
        </div>
        {retry.problem && <ProblemNote problem={retry.problem} />}
      </div>
      <Button
        variant="default"
        size="compact-sm"
        loading={retry.busy}
        onClick={() => void retry.do({ params: { id: row.id } }).catch(() => undefined)}
      >
        Try again
      </Button>
    </li>
  );
}

const Parked = ({ parked }: Pick<System['outbox'], 'parked'>) => (
  <section className="card" aria-labelledby="parked">
    <header className="card-head">
      <h2 id="parked">Instructions that were given up on</h2>
    </header>
    {parked.length === 0 ? (
      <p className="calm">
        <Icon name="check" /> Temporal took all of them.
      </p>
    ) : (
      <ul aria-label="Instructions that were given up on">
        {parked.map((row) => (
          <Instruction key={row.id} row={row} />
        ))}
      </ul>
    )}
  </section>
);

function Event({ event }: { event: System['inbound']['events'][number] }) {
  const retry = useAct('retryInboundEvent');
  return (
    <li className="line key">
      <div className="grow">
        <strong>{wordOf(event.type)}</strong> <span className="quiet">from {wordOf(event.provider)}</span>
        <div className="faint">
          {event.set_aside ? 'Given up on; came in' : 'Came in'} <When at={event.received_at} />
        </div>
        {retry.problem && <ProblemNote problem={retry.problem} />}
      </div>
      <Button
        variant="default"
        size="compact-sm"
        loading={retry.busy}
        onClick={() => void retry.do({ params: { id: event.id } }).catch(() => undefined)}
      >
        Work it again
      </Button>
    </li>
  );
}

/** What came in and is not worked; nothing where all is. */
const Unworked = ({ events }: Pick<System['inbound'], 'events'>) =>
  events.length === 0 ? null : (
    <section className="card" aria-labelledby="unworked">
      <header className="card-head">
        <h2 id="unworked">Events that came in and are not worked</h2>
      </header>
      <ul aria-label="Events that are not worked">
        {events.map((event) => (
          <Event key={event.id} event={event} />
        ))}
      </ul>
    </section>
  );

function State() {
  const system = useAsk('getSystem', {}, { everyMs: EVERY_MS });
  return (
    <Asked asked={system} lines={10}>
      {({ service, database, processes, outbox, inbound, reports, queues, disks }) => (
        <div className="stack">
          <Behind outbox={outbox} inbound={inbound} reports={reports} />
          <div className="two">
            <div className="stack">
              <Waiting title="Outages" kinds={OUTAGES} limit={20} calm="Nothing outside fails." />
              <Waiting title="Held work" kinds={HELD} limit={20} calm="No work is held." />
              <Parked parked={outbox.parked} />
              <Unworked events={inbound.events} />
            </div>
            <div className="stack">
              <Service service={service} database={database} processes={processes} />
              <Processes processes={processes} />
              <Queues queues={queues} />
              <Disks disks={disks} />
            </div>
          </div>
        </div>
      )}
    </Asked>
  );
}

/** How the service is: its processes, what is behind, and what fails. */
export function SystemPage() {
  const may = useMay();
  return (
    <Page title="System" wide>
      {may('keys:manage') ? (
        <State />
      ) : (
        <Empty title="For owners and admins">
          <p>Ask one of them how the service is.</p>
        </Empty>
      )}
    </Page>
  );
}
