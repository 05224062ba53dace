import { Button } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import type { AgentRunStep } from '../../../schemas/agent-runs/agent-runs.js';
import type { Answer } from '../../api/operation-types.js';
import { usePermission, useSession } from '../../api/session.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { Chip } from '../../components/chip.js';
import { Icon } from '../../components/icons.js';
import { nameOf } from '../../components/name-of.js';
import { Page } from '../../components/page.js';
import { ProblemNote } from '../../components/problem-note.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import { RunChip } from '../../components/run-chip.js';
import { Timestamp } from '../../components/time/timestamp.js';
import { offerUndo } from '../../components/undo-toast.js';
import * as words from '../../words/en/runs.js';
import { wordOf } from '../../words/fields.js';
import { messageWords } from '../../words/messages.js';
import { translated } from '../../words/sentences.js';
import { STOPS } from '../../words/states.js';
import type { Words } from '../../words/who.js';
import { STEP_WORDS } from '../agents/step-in-words.js';
import { LeadTimeline } from '../leads/lead-timeline.js';
import { Step } from '../leads/next-step.js';
import { RunControl } from '../leads/run-control.js';

type Run = Answer<'getWorkflowRun'>['workflow_run'];

const STEP_STATES = {
  done: { label: words.done, who: 'ok' },
  skipped: { label: words.skipped, who: 'off' },
  current: { label: words.current, who: 'clock' },
  ahead: { label: words.upcoming, who: 'off' },
  passed: { label: words.notReached, who: 'off' },
} as const satisfies Record<AgentRunStep['state'], Words>;

/** The message of a step, and the outcomes of its effects. */
const Happened = ({ step }: { step: AgentRunStep }) => (
  <>
    {step.why && <p className="quiet">{step.why}</p>}
    {step.effects.map(({ type, applied, skipped }) => (
      <p key={type} className="faint">
        {wordOf(type)}: {applied ? words.done2 : (skipped ?? words.skipped2)}
      </p>
    ))}
    {step.messages.map((message) => (
      <div key={message.id} className="row">
        <span className="quiet cut grow">{message.subject ?? message.content ?? wordOf(message.channel)}</span>
        {message.failure && <span className="faint">{translated(message.failure.message)}</span>}
        <Chip {...messageWords(message.status)} />
      </div>
    ))}
  </>
);

const Steps = ({ run }: { run: Run }) => (
  <section className="card" aria-labelledby="steps">
    <header className="card-head">
      <h2 id="steps">{words.steps}</h2>
      <span className="faint">{words.version(run.workflow_version)}</span>
    </header>
    {run.activities_put_away_before && <p className="calm">{words.stepDetailsHaveBeenArchived}</p>}
    <ol aria-label={words.steps}>
      {run.steps.map((step) => (
        <li key={step.key} className="line" aria-current={step.state === 'current' ? 'step' : undefined}>
          <Icon name={step.channel === 'whatsapp' ? 'brand-whatsapp' : STEP_WORDS[step.type].icon} size={16} />
          <div className="grow">
            <div className="row">
              <strong className="cut">{step.name ?? step.key}</strong>
              <span className="faint">
                {step.happened_at && <Timestamp at={step.happened_at} />}
                {step.visits > 1 && words.enteredTimes(step.visits)}
              </span>
            </div>
            <Happened step={step} />
          </div>
          <Chip {...STEP_STATES[step.state]} />
        </li>
      ))}
    </ol>
  </section>
);

/** Describes the state of a run: its wait, its holds, who paused it, or how it ended. */
function standingOf(run: Run): string {
  if (!run.is_active) return run.stop_reason ? words.ended(STOPS[run.stop_reason]) : words.ended2;
  return run.hold_detail ?? run.pause_reason ?? words.waitingForTheNextStep;
}

const Moment = ({ name, at }: { name: string; at: string | null }) =>
  at && (
    <div className="fact">
      <dt>{name}</dt>
      <dd>
        <Timestamp at={at} plain />
      </dd>
    </div>
  );

function Facts({ run }: { run: Run }) {
  const { url, workflow_id } = run.temporal;
  return (
    <section className="card" aria-labelledby="standing">
      <header className="card-head">
        <h2 id="standing">{words.statusLabel}</h2>
      </header>
      <div className="card-body">
        <p>{standingOf(run)}</p>
        <dl>
          <div className="fact">
            <dt>{words.leadStatus}</dt>
            <dd>{run.current_status.label}</dd>
          </div>
          <div className="fact">
            <dt>{words.enrollmentNumber}</dt>
            <dd>{run.entry_number}</dd>
          </div>
          <Moment name={words.enrolled} at={run.enrolled_at} />
          <Moment name={words.lastStep} at={run.last_step_at} />
          <Moment name={words.nextCheck} at={run.is_active ? run.next_at : null} />
          <Moment name={words.onHoldUntil} at={run.hold_until} />
          <Moment name={words.paused} at={run.paused_at} />
          <Moment name={words.resumesAutomatically} at={run.auto_resume_at} />
          <Moment name={words.ended3} at={run.ended_at} />
          <div className="fact">
            <dt>{words.temporalWorkflow}</dt>
            <dd>
              {url ? (
                <a href={url} target="_blank" rel="noopener noreferrer">
                  {words.openLabel}
                </a>
              ) : (
                <code>{workflow_id}</code>
              )}
            </dd>
          </div>
        </dl>
      </div>
    </section>
  );
}

/** The next step, its time and its holds; nothing after the end of the run. */
function Ahead({ run }: { run: Run }) {
  const { data } = useApiQuery('getLeadNext', { params: { id: run.lead_id } }, { enabled: run.is_active });
  const next = data?.runs.find(({ workflow_run_id }) => workflow_run_id === run.id);
  if (!run.is_active || !next) return null;
  return (
    <section className="card" aria-labelledby="next">
      <header className="card-head">
        <h2 id="next">{words.nextStep}</h2>
      </header>
      <ul>
        <Step next={next} leadId={run.lead_id} />
      </ul>
    </section>
  );
}

function Wake({ id }: { id: string }) {
  const check = useApiMutation('wakeWorkflowRun');
  return (
    <>
      <Button
        variant="default"
        loading={check.isPending}
        onClick={() =>
          void check
            .mutateAsync({ params: { id } })
            .then(() => offerUndo(words.checkingNow))
            .catch(() => undefined)
        }
      >
        {words.reCheckNow}
      </Button>
      {check.problem && <ProblemNote problem={check.problem} />}
    </>
  );
}

/** A lead's way through an agent: what happened and will, step by step, what holds it, and where Temporal has it. */
export function RunPage() {
  const { id } = useParams({ from: '/shell/runs/$id' });
  const may = usePermission();
  const { account } = useSession();
  const runQuery = useApiQuery('getWorkflowRun', { params: { id } });
  const run = runQuery.data?.workflow_run;
  const lead = useApiQuery('getLead', { params: { id: run?.lead_id ?? '' } }, { enabled: run !== undefined });
  const name = lead.data ? nameOf(lead.data.lead) : undefined;
  const current = lead.data?.lead.active_workflow_run;
  const own = current?.id === id ? current : undefined;
  return (
    <Page
      title={run ? words.inLabel(name ?? words.lead, run.workflow.name) : words.run}
      actions={
        run && (
          <>
            <RunChip run={run} />
            {run.is_active && may('automation:write') && <Wake id={id} />}
            {own && may('automation:write') && <RunControl leadId={run.lead_id} run={own} />}
          </>
        )
      }
    >
      <QueryBoundary query={runQuery} lines={8}>
        {({ workflow_run: known }) => (
          <>
            <p className="row about-run">
              <Link to="/leads/$id" params={{ id: known.lead_id }}>
                {words.openLead}
              </Link>
              <Link to="/agents/$id" params={{ id: known.workflow.id }}>
                {words.openAgent}
              </Link>
              {may('conversations:read') && (
                <Link to="/inbox" search={{ entry: known.lead_id }}>
                  {words.openInInbox}
                </Link>
              )}
              <Link to="/runs">{words.allRuns}</Link>
            </p>
            <div className="two">
              <LeadTimeline id={known.lead_id} runId={id} zone={lead.data?.local_timezone ?? account.timezone} />
              <div className="stack">
                <Ahead run={known} />
                <Steps run={known} />
                <Facts run={known} />
              </div>
            </div>
          </>
        )}
      </QueryBoundary>
    </Page>
  );
}
