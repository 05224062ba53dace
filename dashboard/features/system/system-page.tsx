import { Button } from '@mantine/core';
import type { AttentionKind } from '../../../schemas/operations/attention.js';
import type { Answer } from '../../api/operation-types.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { AttentionList } from '../../components/attention-list.js';
import { Chip } from '../../components/chip.js';
import { Icon } from '../../components/icons.js';
import { Page } from '../../components/page.js';
import { ProblemNote } from '../../components/problem-note.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import { Timestamp } from '../../components/time/timestamp.js';
import * as words from '../../words/en/system.js';
import { wordOf } from '../../words/fields.js';
import { numberOf } from '../../words/reports.js';
import { Disks, Queues } from './queue-table.js';

type System = Answer<'getSystem'>;

const EVERY_MS = 10_000;
/** From so far on two clocks tell different stories: times are compared between them. */
const APART_MS = 1_000;
/** The external failures, and the work on hold because of them. */
const OUTAGES: readonly AttentionKind[] = [
  ...(['sender_held_back', 'sender_refused', 'sender_unhealthy', 'templates_unsynced'] as const),
  ...(['calendar_unreadable', 'calendar_incomplete'] as const),
  ...(['listener_failing', 'job_failing'] as const),
];
const HELD: readonly AttentionKind[] = ['work_held', 'event_unworked', 'events_unread', 'run_overdue'];

const MAIL: Readonly<Record<System['system_mail']['status'], string>> = {
  per_account: words.mailPerAccount,
  server: words.mailByServer,
  sender: words.mailBySender,
  other_account: words.mailByOtherAccount,
  missing: words.mailSenderMissing,
  held_back: words.mailHeldBack,
};

/** The sender of the service's emails, with a chip if it fails. */
const SystemMail = ({ system_mail: { status } }: Pick<System, 'system_mail'>) => (
  <div className="fact">
    <dt>{words.systemMail}</dt>
    <dd>{status === 'missing' || status === 'held_back' ? <Chip who="act" label={MAIL[status]} /> : MAIL[status]}</dd>
  </div>
);

function Service({
  service,
  database,
  processes,
  system_mail,
}: Pick<System, 'service' | 'database' | 'processes' | 'system_mail'>) {
  const works = processes.some(({ kind }) => kind === 'worker');
  return (
    <section className="card" aria-labelledby="service">
      <header className="card-head">
        <h2 id="service">{words.service}</h2>
        {service.temporal ? (
          <Chip who="ok" label={words.temporalConnected} />
        ) : (
          <Chip who="act" label={words.temporalUnreachable} />
        )}
        {works ? <Chip who="ok" label={words.workersRunning} /> : <Chip who="act" label={words.noWorkerRunning} />}
      </header>
      <dl className="card-body">
        <div className="fact">
          <dt>{words.version}</dt>
          <dd>
            <code>{service.version}</code>
            {words.onNode(service.node)}
          </dd>
        </div>
        <div className="fact">
          <dt>{words.database}</dt>
          <dd>{database.version}</dd>
        </div>
        <div className="fact">
          <dt>{words.latestMigration}</dt>
          <dd>
            {database.migration ?? words.none}
            {database.pending.length > 0 && words.pending(numberOf(database.pending.length))}
          </dd>
        </div>
        <SystemMail system_mail={system_mail} />
      </dl>
    </section>
  );
}

const Processes = ({ processes }: Pick<System, 'processes'>) => (
  <section className="card" aria-labelledby="processes">
    <header className="card-head">
      <h2 id="processes">{words.processes}</h2>
    </header>
    {processes.length === 0 ? (
      <p className="calm">{words.noProcessHasReportedInThe}</p>
    ) : (
      <ul aria-label={words.processes}>
        {processes.map(({ kind, host, clock_ahead_ms, started_at, seen_at }) => (
          <li key={`${kind} ${host} ${started_at}`} className="line key">
            <div className="grow">
              <strong>{kind === 'api' ? 'API' : wordOf(kind)}</strong> <span className="quiet">{words.on(host)}</span>
              <div className="faint">
                {words.started}
                <Timestamp at={started_at} plain />
                {words.lastSeen}
                <Timestamp at={seen_at} />
              </div>
            </div>
            {Math.abs(clock_ahead_ms) >= APART_MS && (
              <Chip who="decide" label={words.clockOffByS(numberOf(Math.round(clock_ahead_ms / 1000)))} />
            )}
          </li>
        ))}
      </ul>
    )}
  </section>
);

/** The size of the backlog. */
const Behind = ({ outbox, inbound, reports }: Pick<System, 'outbox' | 'inbound' | 'reports'>) => (
  <section className="card in-all" aria-label={words.backlog}>
    <dl className="sums">
      <div className="sum">
        <dt>{words.queuedCommands}</dt>
        <dd className="numbers">{numberOf(outbox.waiting)}</dd>
        {outbox.oldest_at && (
          <dd className="faint before">
            {words.oldest}
            <Timestamp at={outbox.oldest_at} />
          </dd>
        )}
      </div>
      <div className="sum">
        <dt>{words.failedCommands}</dt>
        <dd className="numbers">{numberOf(outbox.parked.length)}</dd>
      </div>
      <div className="sum">
        <dt>{words.unprocessedEvents}</dt>
        <dd className="numbers">{numberOf(inbound.unworked)}</dd>
        {inbound.last_at && (
          <dd className="faint before">
            {words.latest}
            <Timestamp at={inbound.last_at} />
          </dd>
        )}
      </div>
      <div className="sum">
        <dt>{words.reportsUpdated}</dt>
        <dd className="before">{reports.counted_at ? <Timestamp at={reports.counted_at} /> : words.never}</dd>
      </div>
    </dl>
  </section>
);

function Instruction({ row }: { row: System['outbox']['parked'][number] }) {
  const retry = useApiMutation('retryInstruction');
  return (
    <li className="line key">
      <div className="grow">
        <strong>{wordOf(row.kind)}</strong> <code className="id">{row.workflow_id}</code>
        <div className="quiet">{row.error}</div>
        <div className="faint">
          {words.failed}
          <Timestamp at={row.parked_at} />
          {row.attempts > 0 && words.afterAttempt(row.attempts)}
        </div>
        {retry.problem && <ProblemNote problem={retry.problem} />}
      </div>
      <Button
        variant="default"
        size="compact-sm"
        loading={retry.isPending}
        onClick={() => void retry.mutateAsync({ params: { id: row.id } }).catch(() => undefined)}
      >
        {words.retry}
      </Button>
    </li>
  );
}

const Parked = ({ parked }: Pick<System['outbox'], 'parked'>) => (
  <section className="card" aria-labelledby="parked">
    <header className="card-head">
      <h2 id="parked">{words.deadLetteredCommands}</h2>
    </header>
    {parked.length === 0 ? (
      <p className="calm">
        <Icon name="check" />
        {words.noFailedCommands}
      </p>
    ) : (
      <ul aria-label={words.deadLetteredCommands}>
        {parked.map((row) => (
          <Instruction key={row.id} row={row} />
        ))}
      </ul>
    )}
  </section>
);

function Event({ event }: { event: System['inbound']['events'][number] }) {
  const retry = useApiMutation('retryInboundEvent');
  return (
    <li className="line key">
      <div className="grow">
        <strong>{wordOf(event.type)}</strong> <span className="quiet">{words.fromLabel(wordOf(event.provider))}</span>
        <div className="faint">
          {event.set_aside ? words.failedReceived : words.received} <Timestamp at={event.received_at} />
        </div>
        {retry.problem && <ProblemNote problem={retry.problem} />}
      </div>
      <Button
        variant="default"
        size="compact-sm"
        loading={retry.isPending}
        onClick={() => void retry.mutateAsync({ params: { id: event.id } }).catch(() => undefined)}
      >
        {words.retry}
      </Button>
    </li>
  );
}

/** The received events that aren't processed; nothing if there are none. */
const Unworked = ({ events }: Pick<System['inbound'], 'events'>) =>
  events.length === 0 ? null : (
    <section className="card" aria-labelledby="unworked">
      <header className="card-head">
        <h2 id="unworked">{words.unprocessedEvents}</h2>
      </header>
      <ul aria-label={words.unprocessedEvents}>
        {events.map((event) => (
          <Event key={event.id} event={event} />
        ))}
      </ul>
    </section>
  );

function State() {
  const system = useApiQuery('getSystem', {}, { everyMs: EVERY_MS });
  return (
    <QueryBoundary query={system} lines={10}>
      {({ service, database, processes, outbox, inbound, reports, queues, disks, system_mail }) => (
        <div className="stack">
          <Behind outbox={outbox} inbound={inbound} reports={reports} />
          <div className="two">
            <div className="stack">
              <AttentionList title={words.outages} kinds={OUTAGES} limit={20} calm={words.noOutages} />
              <AttentionList title={words.workOnHold} kinds={HELD} limit={20} calm={words.noWorkIsOnHold} />
              <Parked parked={outbox.parked} />
              <Unworked events={inbound.events} />
            </div>
            <div className="stack">
              <Service service={service} database={database} processes={processes} system_mail={system_mail} />
              <Processes processes={processes} />
              <Queues queues={queues} />
              <Disks disks={disks} />
            </div>
          </div>
        </div>
      )}
    </QueryBoundary>
  );
}

/** The state of the service: its processes, backlog and failures. */
export const SystemPage = () => (
  <Page title={words.system} wide>
    <State />
  </Page>
);
