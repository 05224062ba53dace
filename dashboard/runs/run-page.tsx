import { Button } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import type { AgentRunStep } from '../../schemas/agent-runs/agent-runs.js';
import { STEP_WORDS } from '../agent/in-words.js';
import { useAct } from '../api/act.js';
import { useAsk } from '../api/ask.js';
import type { Answer } from '../api/names.js';
import { useMay, useSession } from '../api/session.js';
import { Control } from '../lead/control.js';
import { Step } from '../lead/next.js';
import { Timeline } from '../lead/timeline.js';
import { Asked } from '../parts/asked.js';
import { Chip } from '../parts/chip.js';
import { Icon } from '../parts/icons.js';
import { nameOf } from '../parts/name-of.js';
import { Page } from '../parts/page.js';
import { ProblemNote } from '../parts/problem-note.js';
import { offerUndo } from '../parts/undo.js';
import { When } from '../parts/when.js';
import { wordOf } from '../words/fields.js';
import { messageWords } from '../words/messages.js';
import { ENDS, HOLDS, STATES, STOPS } from '../words/states.js';
import type { Words } from '../words/who.js';

type Run = Answer<'getWorkflowRun'>['workflow_run'];

const STEP_STATES = {
  done: { label: 'Done', who: 'ok' },
  skipped: { label: 'Skipped', who: 'off' },
  current: { label: 'Here', who: 'clock' },
  ahead: { label: 'Ahead', who: 'off' },
  passed: { label: 'Not reached', who: 'off' },
} as const satisfies Record<AgentRunStep['state'], Words>;

/** What was sent at a step, and what its effects came to. */
const Happened = ({ step }: { step: AgentRunStep }) => (
  <>
    {step.why && <p className="quiet">{step.why}</p>}
    {step.effects.map(({ type, applied, skipped }) => (
      <p key={type} className="faint">
        {wordOf(type)}: {applied ? 'done' : (skipped ?? 'left out')}
      </p>
    ))}
    {step.messages.map((message) => (
      <div key={message.id} className="row">
        <span className="quiet cut grow">{message.subject ?? message.content ?? wordOf(message.channel)}</span>
        {message.failure && <span className="faint">{message.failure.message}</span>}
        <Chip {...messageWords(message.status)} />
      </div>
    ))}
  </>
);

const Steps = ({ run }: { run: Run }) => (
  <section className="card" aria-labelledby="steps">
    <header className="card-head">
      <h2 id="steps">Steps</h2>
      <span className="faint">version {run.workflow_version}</span>
    </header>
    {run.activities_put_away_before && <p className="calm">What the steps did was put away, but for their messages.</p>}
    <ol aria-label="Steps">
      {run.steps.map((step) => (
        <li key={step.key} className="line" aria-current={step.state === 'current' ? 'step' : undefined}>
          <Icon name={step.channel === 'whatsapp' ? 'brand-whatsapp' : STEP_WORDS[step.type].icon} size={16} />
          <div className="grow">
            <div className="row">
              <strong className="cut">{step.name ?? step.key}</strong>
              <span className="faint">
                {step.happened_at && <When at={step.happened_at} />}
                {step.visits > 1 && ` · entered ${step.visits} times`}
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

/** What it waits for, what holds it, who paused it, or how it ended. */
function standingOf(run: Run): string {
  if (!run.is_active) return run.stop_reason ? `It ended because ${STOPS[run.stop_reason]}.` : 'It has ended.';
  if (run.human_takeover) return 'A person has the lead.';
  return run.hold_detail ?? run.pause_reason ?? 'It waits for its next step.';
}

const Moment = ({ name, at }: { name: string; at: string | null }) =>
  at && (
    <div className="fact">
      <dt>{name}</dt>
      <dd>
        <When at={at} plain />
      </dd>
    </div>
  );

function Facts({ run }: { run: Run }) {
  const { url, workflow_id } = run.temporal;
  return (
    <section className="card" aria-labelledby="standing">
      <header className="card-head">
        <h2 id="standing">Where it stands</h2>
      </header>
      <div className="card-body">
        <p>{standingOf(run)}</p>
        <dl>
          <div className="fact">
            <dt>Status</dt>
            <dd>{run.current_status.label}</dd>
          </div>
          <div className="fact">
            <dt>Enrolment</dt>
            <dd>{run.entry_number}</dd>
          </div>
          <Moment name="Enrolled" at={run.enrolled_at} />
          <Moment name="Last step" at={run.last_step_at} />
          <Moment name="Looks again" at={run.is_active ? run.next_at : null} />
          <Moment name="Held until" at={run.hold_until} />
          <Moment name="Paused" at={run.paused_at} />
          <Moment name="Goes on by itself" at={run.auto_resume_at} />
          <Moment name="Ended" at={run.ended_at} />
          <div className="fact">
            <dt>In Temporal</dt>
            <dd>
              {url ? (
                <a href={url} target="_blank" rel="noopener noreferrer">
                  Open
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

/** What comes next, when, and why not now; nothing once the run has ended. */
function Ahead({ run }: { run: Run }) {
  const { data } = useAsk('getLeadNext', { params: { id: run.lead_id } }, { when: run.is_active });
  const next = data?.runs.find(({ workflow_run_id }) => workflow_run_id === run.id);
  if (!run.is_active || !next) return null;
  return (
    <section className="card" aria-labelledby="next">
      <header className="card-head">
        <h2 id="next">Next</h2>
      </header>
      <ul>
        <Step next={next} leadId={run.lead_id} />
      </ul>
    </section>
  );
}

function Wake({ id }: { id: string }) {
  const wake = useAct('wakeWorkflowRun');
  return (
    <>
      <Button
        variant="default"
        loading={wake.busy}
        onClick={() =>
          void wake
            .do({ params: { id } })
            .then(() => offerUndo('It looks again now.'))
            .catch(() => undefined)
        }
      >
        Have it look again
      </Button>
      {wake.problem && <ProblemNote problem={wake.problem} />}
    </>
  );
}

/** A lead's way through an agent: what happened and will, step by step, what holds it, and where Temporal has it. */
export function RunPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const may = useMay();
  const { account } = useSession();
  const asked = useAsk('getWorkflowRun', { params: { id } });
  const run = asked.data?.workflow_run;
  const lead = useAsk('getLead', { params: { id: run?.lead_id ?? '' } }, { when: run !== undefined });
  const name = lead.data ? nameOf(lead.data.lead) : undefined;
  const current = lead.data?.lead.active_workflow_run;
  const own = current?.id === id ? current : undefined;
  return (
    <Page
      title={run ? `${name ?? 'A lead'} in ${run.workflow.name}` : 'Run'}
      actions={
        run && (
          <>
            {run.is_active ? (
              <Chip {...(run.hold_reason ? HOLDS[run.hold_reason] : STATES[run.cadence_state])} />
            ) : (
              <Chip {...ENDS[run.run_status]} />
            )}
            {run.is_active && may('automation:write') && <Wake id={id} />}
            {own && may('automation:write') && <Control leadId={run.lead_id} run={own} />}
          </>
        )
      }
    >
      <Asked asked={asked} lines={8}>
        {({ workflow_run: known }) => (
          <>
            <p className="row about-run">
              <Link to="/leads/$id" params={{ id: known.lead_id }}>
                The lead
              </Link>
              <Link to="/agents/$id" params={{ id: known.workflow.id }}>
                The agent
              </Link>
              {may('conversations:read') && (
                <Link to="/inbox" search={{ entry: known.lead_id } as never}>
                  In the inbox
                </Link>
              )}
              <Link to="/runs">All runs</Link>
            </p>
            <div className="two">
              <Timeline id={known.lead_id} runId={id} zone={lead.data?.local_timezone ?? account.timezone} />
              <div className="stack">
                <Ahead run={known} />
                <Steps run={known} />
                <Facts run={known} />
              </div>
            </div>
          </>
        )}
      </Asked>
    </Page>
  );
}
