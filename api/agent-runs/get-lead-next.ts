import { listOpenRuns } from '../../db/agent-runs/agent-runs.js';
import { findDefinition } from '../../db/agents/agents.js';
import type { Db } from '../../db/connection.js';
import { loadLeadSnapshots } from '../../db/leads/snapshots.js';
import type { AgentRunRow } from '../../db/tables.js';
import { contentNow } from '../../domain/cadence/content.js';
import { pickChannel } from '../../domain/cadence/pick-channel.js';
import { type CadencePlan, nextPlan } from '../../domain/cadence/plan.js';
import { actionsAhead } from '../../domain/cadence/set-step.js';
import type { CadenceState } from '../../domain/cadence/state.js';
import { channelAt, isSending, stepByKey, stepsOf } from '../../domain/cadence/steps.js';
import { type Facts, type Hold, holdView } from '../../domain/facts.js';
import { isSame } from '../../domain/messages/limits.js';
import { getLeadNextContract, type NextStep } from '../../schemas/agent-runs/agent-runs.js';
import type { AgentDefinition } from '../../schemas/agents/agents.js';
import { outerHolds, toFacts } from '../../services/agent-runs/evaluation-facts.js';
import { cadenceOf, timerOf } from '../../services/agent-runs/run-plan.js';
import { type Blockers, readBlockers } from '../../services/agents/send-blockers.js';
import { callHold } from '../../services/channels/call-limits.js';
import { findSender } from '../../services/channels/senders.js';
import {
  type ChosenSender,
  chooseSender,
  type SenderRequest,
  viewOfChoice,
} from '../../services/messages/choose-sender.js';
import { runWaiter } from '../../services/messages/lines.js';
import { estimateUsage, placeIn } from '../../services/messages/usage.js';
import type { ApiDependencies } from '../dependencies.js';
import { route } from '../http/route.js';
import { requireLead } from '../leads/find.js';

export const getLeadNextRoute = (_deps: ApiDependencies) =>
  route(getLeadNextContract).handle(async ({ account, db, params, now }) => {
    const lead = await requireLead(db, account.id, params.id);
    const runs = await listOpenRuns(db, account.id, [lead.id]);
    const next = await Promise.all(runs.map((run) => nextOf(db, run, now)));
    return { status: 200, body: { success: true, runs: next.filter((each) => each !== undefined) } };
  });

/** Returns the next step of an open run, planned from the current facts. */
async function nextOf(db: Db, run: AgentRunRow, now: Date): Promise<NextStep | undefined> {
  if (run.hold_reason === 'error') return heldNext(db, run);
  const [[snapshot], definition] = await Promise.all([
    loadLeadSnapshots(db, { accountId: run.account_id, agentId: run.agent_id, leadIds: [run.lead_id] }),
    findDefinition(db, run.agent_id, run.agent_version),
  ]);
  if (!snapshot || !definition) return undefined;
  const outer = outerHolds(snapshot, run);
  const facts = toFacts(snapshot, definition, run.agent_id, run, { holds: outer });
  const state = cadenceOf(run);
  const blockers = await readBlockers(db, run.account_id, definition);
  const asked: SenderRequest = {
    now,
    accountId: run.account_id,
    channel: channelAt(definition, state),
    leadId: run.lead_id,
    agentId: run.agent_id,
    account: snapshot.account,
    definition,
    windowExpiresAt: facts.engagement.whatsapp_window_expires_at,
    waiter: runWaiter(run, { definition, state, facts }),
  };
  const chosen = await chooseSender(db, asked, { senderOf: findSender.bind(undefined, db), read: estimateUsage });
  const plan = nextPlan(definition, state, facts, now, chosen.usage);
  const ahead = await blockersOf(db, run, { definition, state, facts, plan, blockers, chosen, now });
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
    cadence_state: run.cadence_state,
    paused_by: run.paused_by,
    step_key: plan.step_key,
    step_number: plan.step_number,
    total_steps: plan.total_steps,
    action: timerOf(definition, plan, facts.timezone).action ?? 'end',
    channel: plan.channel,
    sender: plan.channel !== null && plan.channel === chosen.sender?.channel ? viewOfChoice(chosen, definition) : null,
    actions:
      step?.type === 'set' ? actionsAhead(step, state, earliest_at === null ? null : Date.parse(earliest_at)) : [],
    scheduled_at: plan.due_at,
    earliest_at,
    holds: await Promise.all(
      holds.map(async (hold) =>
        holdView(hold.line ? { place: await placeIn(db, chosen.request, hold.line), ...hold } : hold),
      ),
    ),
  };
}

/** Returns the next step of a held run from its row alone, because the data for a plan may be broken. */
async function heldNext(db: Db, run: AgentRunRow): Promise<NextStep | undefined> {
  const definition = await findDefinition(db, run.agent_id, run.agent_version);
  if (!definition) return undefined;
  return {
    workflow_run_id: run.id,
    workflow_id: run.agent_id,
    workflow_name: definition.name,
    cadence_state: run.cadence_state,
    paused_by: run.paused_by,
    step_key: run.step_key,
    step_number: run.step_index + 1,
    total_steps: stepsOf(definition).length,
    action: 'try the step again',
    channel: null,
    sender: null,
    actions: [],
    scheduled_at: null,
    earliest_at: null,
    holds: [{ reason: 'error', until: null, detail: run.hold_detail ?? '' }],
  };
}

interface RunState {
  definition: AgentDefinition;
  state: CadenceState;
  facts: Facts;
  plan: CadencePlan;
  blockers: Blockers;
  chosen: ChosenSender;
  now: Date;
}

/** Returns the other holds of the step's message when it is due: its sender, its template, its queue. */
async function blockersOf(db: Db, run: AgentRunRow, current: RunState): Promise<Hold[]> {
  const { definition, state, facts, plan, blockers, chosen, now } = current;
  const step = stepByKey(definition, state.step_key);
  if (!step || !isSending(step) || plan.earliest_at === null) return [];
  const at = new Date(plan.earliest_at);
  const found = pickChannel(step, state, facts, definition.limits, at.getTime());
  const content = found.kind === 'channel' ? contentNow(step, found.channel, state, facts, at.getTime()) : undefined;
  if (found.kind !== 'channel' || !content) return [];
  const sender = chosen.sender?.channel === found.channel ? chosen.sender : blockers.senders.get(found.channel);
  const sendingNow =
    sender?.channel === 'call' && at <= now
      ? await callHold(db, now, { accountId: run.account_id, leadId: run.lead_id, messageId: '' })
      : undefined;
  return [...blockers.before(found.channel, content, at, run.id, sender), ...(sendingNow ? [sendingNow] : [])];
}

const distinct = (holds: readonly Hold[]): Hold[] =>
  holds.filter((hold, at) => holds.findIndex((other) => isSame(other, hold)) === at);
