import { listOpenRuns } from '../../db/agent-runs.js';
import { findDefinition } from '../../db/agents.js';
import type { Db } from '../../db/connection.js';
import { loadLeadSnapshots } from '../../db/facts.js';
import type { AgentRunRow } from '../../db/tables.js';
import { contentNow } from '../../domain/cadence/content.js';
import { type CadencePlan, isSame, nextPlan } from '../../domain/cadence/plan.js';
import { reach } from '../../domain/cadence/reach.js';
import { actionsAhead } from '../../domain/cadence/set-step.js';
import type { CadenceState } from '../../domain/cadence/state.js';
import { channelAt, isSending, stepByKey } from '../../domain/cadence/steps.js';
import type { Facts, Hold } from '../../domain/facts.js';
import { getLeadNext, type NextStep } from '../../schemas/agent-runs.js';
import type { AgentDefinition } from '../../schemas/agents.js';
import { cadenceOf } from '../../services/cadence-state.js';
import { callHold } from '../../services/calls.js';
import { outerHolds, toFacts } from '../../services/facts.js';
import { type Obstacles, readObstacles } from '../../services/obstacles.js';
import { timerOf } from '../../services/run-plan.js';
import { peekUsage } from '../../services/usage.js';
import type { ApiDependencies } from '../dependencies.js';
import { requireLead } from '../leads/find.js';
import { route } from '../route.js';

export const getLeadNextRoute = (_deps: ApiDependencies) =>
  route(getLeadNext).handle(async ({ account, db, params, now }) => {
    const lead = await requireLead(db, account.id, params.id);
    const runs = await listOpenRuns(db, account.id, [lead.id]);
    const next = await Promise.all(runs.map((run) => nextOf(db, run, now)));
    return { status: 200, body: { success: true, runs: next.filter((each) => each !== undefined) } };
  });

/** What comes next for an open run, planned from the facts as they are now. */
async function nextOf(db: Db, run: AgentRunRow, now: Date): Promise<NextStep | undefined> {
  const [[snapshot], definition] = await Promise.all([
    loadLeadSnapshots(db, { accountId: run.account_id, agentId: run.agent_id, leadIds: [run.lead_id] }),
    findDefinition(db, run.agent_id, run.agent_version),
  ]);
  if (!snapshot || !definition) return undefined;
  const outer = outerHolds(snapshot, run);
  const facts = toFacts(snapshot, definition, run.agent_id, run, { holds: outer });
  const state = cadenceOf(run);
  const obstacles = await readObstacles(db, run.account_id, definition);
  const sender = obstacles.senders.get(channelAt(definition, state));
  const usage = await peekUsage(db, {
    now,
    leadId: run.lead_id,
    agentId: run.agent_id,
    account: snapshot.account,
    definition,
    sender,
    windowExpiresAt: facts.engagement.whatsapp_window_expires_at,
  });
  const plan = nextPlan(definition, state, facts, now, usage);
  const ahead = await obstaclesOf(db, run, { definition, state, facts, plan, obstacles, now });
  const holds = distinct([...outer, ...plan.holds, ...ahead]);
  const blocked = holds.some((hold) => hold.until === null);
  const earliest = [plan.earliest_at, ...ahead.map(({ until }) => until)]
    .filter((at) => at !== null)
    .sort()
    .at(-1);
  const earliest_at = blocked ? null : (earliest ?? null);
  const step = stepByKey(definition, plan.step_key);
  return {
    workflow_run_id: run.id,
    workflow_id: run.agent_id,
    workflow_name: snapshot.agent?.name ?? definition.name,
    cadence_state: run.cadence_state as NextStep['cadence_state'],
    step_key: plan.step_key,
    step_number: plan.step_number,
    total_steps: plan.total_steps,
    action: timerOf(definition, plan, facts.timezone).action ?? 'end',
    channel: plan.channel,
    actions:
      step?.type === 'set' ? actionsAhead(step, state, earliest_at === null ? null : Date.parse(earliest_at)) : [],
    scheduled_at: plan.due_at,
    earliest_at,
    holds,
  };
}

interface Stand {
  definition: AgentDefinition;
  state: CadenceState;
  facts: Facts;
  plan: CadencePlan;
  obstacles: Obstacles;
  now: Date;
}

/** What else would keep the step's message from leaving when its time has come: its sender, its template, its line. */
async function obstaclesOf(db: Db, run: AgentRunRow, stand: Stand): Promise<Hold[]> {
  const { definition, state, facts, plan, obstacles, now } = stand;
  const step = stepByKey(definition, state.step_key);
  if (!step || !isSending(step) || plan.earliest_at === null) return [];
  const at = new Date(plan.earliest_at);
  const found = reach(step, state, facts, definition.limits, at.getTime());
  const content = found.kind === 'channel' ? contentNow(step, found.channel, state, facts, at.getTime()) : undefined;
  if (found.kind !== 'channel' || !content) return [];
  const sender = obstacles.senders.get(found.channel);
  const busy =
    sender?.channel === 'call' && at <= now
      ? await callHold(db, now, sender.row, { messageId: '', leadId: run.lead_id }, true)
      : undefined;
  return [...obstacles.before(found.channel, content, at, run.id), ...(busy ? [busy] : [])];
}

const distinct = (holds: readonly Hold[]): Hold[] =>
  holds.filter((hold, at) => holds.findIndex((other) => isSame(other, hold)) === at);
