import type { Knex } from 'knex';
import { insertRuns, listRunsInAgent, lockRun } from '../../db/agent-runs/agent-runs.js';
import { findDefinition, holdAgent } from '../../db/agents/agents.js';
import { type EventOrigin, insertEvents, type NewEvent, newestEvents } from '../../db/events/events.js';
import { lockLeadIds } from '../../db/leads/leads.js';
import { type LeadSnapshot, loadLeadSnapshots, NO_HISTORY } from '../../db/leads/snapshots.js';
import type { AgentRow, AgentRunRow, LeadRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { decideEnrollment } from '../../domain/agent-runs/enrollment-policy.js';
import { enroll } from '../../domain/cadence/plan.js';
import { channelOf, isSending, stepByKey } from '../../domain/cadence/steps.js';
import { newId } from '../../runtime/ids.js';
import type { AgentDefinition } from '../../schemas/agents/agents.js';
import { ERROR_CODES, type ErrorCode } from '../../schemas/error-codes.js';
import type { ReenrollmentPolicy } from '../../schemas/rules/actions.js';
import type { TimerPlan } from '../../workflows/timer.protocol.js';
import { startRuns } from '../instructions/agent-runs.js';
import { endRun } from './end-run.js';
import { outerHolds, toFacts } from './evaluation-facts.js';
import { cadenceColumns, emitScheduled, timerOf } from './run-plan.js';

/** A lead to be enrolled: a row of the account that the caller wrote or read in this transaction. */
export interface Enrollee {
  lead: LeadRow;
  /** Written by this very transaction: nothing else can know it yet. */
  isNew?: boolean;
  /** The slugs of a new lead's tags. */
  tags?: string[];
  skipFirstMessage?: boolean;
  forceFirstMessage?: string | null;
}

export interface EnrollRequest {
  accountId: string;
  accountTimezone: string;
  agentId: string;
  leads: readonly Enrollee[];
  origin: EventOrigin;
  requestId?: string | null;
  campaignId?: string | null;
  importId?: string | null;
  /** Instead of the agent's own re-enrolment policy. */
  reenrollment?: ReenrollmentPolicy | null;
  /** Events written before those of the enrollments, in one statement. Not written if no lead is enrolled. */
  eventsBefore?: readonly NewEvent[];
}

/** An enrolment that was made. */
export interface Enrolled {
  outcome: 'enrolled';
  run: AgentRunRow;
  agent: Pick<AgentRow, 'id' | 'name' | 'goal_type' | 'paused'>;
  /** The display label of the run's status. */
  statusLabel: string;
  /** The position in the cadence. */
  cadence: ReturnType<typeof cadenceView>;
}

/** The reason why an enrolment was not made. */
export interface NotEnrolled {
  outcome: 'refused';
  code: ErrorCode;
  message: string;
}

export type EnrollResult = Enrolled | NotEnrolled;

/**
 * Enrolls leads in an agent's published version, in the caller's transaction: the runs with their first plan, the
 * events, and the instructions to start their workflows. A lead has at most one open run per agent. Existing leads are
 * locked while the re-enrollment policy reads their earlier runs, and the agent can't change until the commit. Returns
 * results in the order of the leads.
 */
export async function enrollLeads(work: Work, request: EnrollRequest): Promise<EnrollResult[]> {
  const { tx, now } = work;
  const refuseAll = (code: ErrorCode): EnrollResult[] =>
    request.leads.map(() => ({ outcome: 'refused', code, message: ERROR_CODES[code][2] }));
  const agent = await holdAgent(tx, request.accountId, request.agentId);
  if (!agent) return refuseAll('WORKFLOW_NOT_FOUND');
  if (agent.version === 0) return refuseAll('WORKFLOW_NOT_PUBLISHED');
  if (!agent.is_active) return refuseAll('WORKFLOW_PAUSED');
  const definition = await findDefinition(tx, agent.id, agent.version);
  if (!definition) return refuseAll('WORKFLOW_NOT_PUBLISHED');

  const existing = request.leads.filter(({ isNew }) => !isNew).map(({ lead }) => lead.id);
  const earlier = await earlierRuns(tx, agent.id, existing);
  const newest = await newestEvents(tx, existing);
  const snapshots = new Map(
    (existing.length > 0
      ? await loadLeadSnapshots(tx, { accountId: request.accountId, agentId: agent.id, leadIds: existing })
      : []
    ).map((snapshot) => [snapshot.lead.id, snapshot]),
  );

  const results: EnrollResult[] = [];
  const created: Created[] = [];
  const named = new Set<string>();
  for (const enrollee of request.leads) {
    const { lead, tags = [] } = enrollee;
    const runs = earlier.get(lead.id) ?? [];
    const verdict = decideEnrollment(
      definition.reenrollment,
      runs.map((run) => ({ open: run.open_slot === 1, endedAt: run.ended_at })),
      now,
      request.reenrollment,
    );
    const twice = named.has(lead.id);
    if (!verdict.allowed || twice) {
      results.push({
        outcome: 'refused',
        code: 'ALREADY_ENROLLED',
        message: verdict.allowed ? 'The lead appears twice in this request.' : verdict.message,
      });
      continue;
    }
    if (verdict.restart) await endOpenRun(work, runs, request.origin);
    const snapshot = snapshots.get(lead.id) ?? newcomer(request, agent, lead, tags);
    const before = { entryNo: runs.length + 1, newestEvent: newest.get(lead.id) ?? 0 };
    const made = makeRun(now, request, agent, definition, snapshot, enrollee, before);
    created.push(made);
    named.add(lead.id);
    const { status_key } = made.run;
    const statusLabel = definition.statuses.find((status) => status.key === status_key)?.label ?? status_key;
    results.push({
      outcome: 'enrolled',
      run: made.run,
      agent,
      statusLabel,
      cadence: cadenceView(definition, made.run),
    });
  }
  await store(work, request, created);
  return results;
}

/** An enrolment that is ready to be stored, with its first wait. */
interface Created {
  run: AgentRunRow;
  plan: TimerPlan;
  events: NewEvent[];
}

async function earlierRuns(tx: Knex, agentId: string, leadIds: string[]): Promise<Map<string, AgentRunRow[]>> {
  if (leadIds.length === 0) return new Map();
  // Enrolments of one lead take turns on its row, so that the policy sees what another request has just done.
  await lockLeadIds(tx, leadIds);
  return Map.groupBy(await listRunsInAgent(tx, agentId, leadIds), (run) => run.lead_id);
}

async function endOpenRun(work: Work, runs: AgentRunRow[], origin: EventOrigin): Promise<void> {
  const { tx } = work;
  const open = runs.find((run) => run.open_slot === 1);
  const locked = open && (await lockRun(tx, open.id));
  if (locked?.open_slot === 1) {
    await endRun(work, locked, {
      runStatus: 'stopped',
      stopReason: 'reassigned',
      origin,
      data: { restarted: true },
    });
  }
}

/** The facts of a lead that was written a moment ago: it has no history yet. */
const newcomer = (request: EnrollRequest, agent: AgentRow, lead: LeadRow, tags: string[]): LeadSnapshot => ({
  lead,
  metadata: JSON.parse(lead.metadata) as Record<string, unknown>,
  ...NO_HISTORY,
  account: {
    id: request.accountId,
    // Nothing is rendered at an enrolment.
    name: '',
    timezone: request.accountTimezone,
    country: null,
    sending_enabled: true,
    sending_note: null,
    limits: null,
  },
  agent,
  tags,
});

function makeRun(
  now: Date,
  request: EnrollRequest,
  agent: AgentRow,
  definition: AgentDefinition,
  snapshot: LeadSnapshot,
  { skipFirstMessage: skip_first_message, forceFirstMessage: force_first_message }: Enrollee,
  { entryNo, newestEvent }: { entryNo: number; newestEvent: number },
): Created {
  const initial = definition.statuses.find((status) => status.is_initial) ?? definition.statuses[0];
  const base: AgentRunRow = {
    id: newId(),
    account_id: request.accountId,
    lead_id: snapshot.lead.id,
    agent_id: agent.id,
    agent_version: agent.version,
    entry_no: entryNo,
    open_slot: 1,
    run_status: 'running',
    cadence_state: 'pending',
    stop_reason: null,
    hold_reason: null,
    hold_until: null,
    hold_detail: null,
    human_takeover: false,
    cadence_paused: false,
    pause_reason: null,
    paused_by: null,
    paused_at: null,
    auto_resume_at: null,
    status_key: initial?.key ?? 'new',
    status_category: initial?.category ?? 'open',
    status_entered_at: now,
    previous_status_key: null,
    step_key: null,
    step_index: 0,
    attempts: 0,
    cadence: '{}',
    wake_at: null,
    last_step_at: null,
    enrolled_at: now,
    started_at: null,
    ended_at: null,
    campaign_id: request.campaignId ?? null,
    import_id: request.importId ?? null,
    updated_at: now,
  };
  const facts = toFacts(snapshot, definition, agent.id, base, { holds: outerHolds(snapshot, base) });
  const options = { skip_first_message, force_first_message, newest_event: newestEvent };
  const { state, plan } = enroll(definition, options, facts, now);
  // Pending until its workflow has started its timer. The plan itself is complete.
  const scheduled = emitScheduled(base, state, plan, now, request.origin);
  const columns = cadenceColumns(definition, scheduled?.state ?? state, plan, now);
  const run = { ...base, ...columns, cadence_state: 'pending' as const };
  return { run, plan: timerOf(definition, plan, facts.timezone), events: scheduled ? [scheduled.event] : [] };
}

/** Returns a run's position in its cadence in the format of the lead resource. */
export function cadenceView(definition: AgentDefinition, run: Pick<AgentRunRow, 'step_key' | 'step_index'>) {
  const step = stepByKey(definition, run.step_key);
  return {
    step_index: run.step_index,
    channel: step && isSending(step) ? channelOf(step) : null,
    attempt_number: 1,
    max_attempts: step?.type === 'call' ? (step.attempts?.max ?? 1) : 1,
    total_steps: definition.cadence.steps.length,
  };
}

async function store(work: Work, request: EnrollRequest, created: Created[]): Promise<void> {
  const { tx, now } = work;
  if (created.length === 0) return;
  await insertRuns(
    tx,
    created.map(({ run }) => run),
  );
  await insertEvents(tx, now, [
    ...(request.eventsBefore ?? []),
    ...created.flatMap(({ run, events }): NewEvent[] => [
      {
        accountId: run.account_id,
        type: 'workflow_run.started',
        leadId: run.lead_id,
        agentRunId: run.id,
        data: { workflow_id: run.agent_id, version: run.agent_version, entry: run.entry_no },
        origin: request.origin,
      },
      ...events,
    ]),
  ]);
  await startRuns(work, created, request.requestId ?? null);
}
