import { listOpenRuns } from '../../db/agent-runs.js';
import { findDefinition } from '../../db/agents.js';
import type { Db } from '../../db/connection.js';
import { loadLeadSnapshots } from '../../db/facts.js';
import type { AgentRunRow } from '../../db/tables.js';
import { isSame, nextPlan } from '../../domain/cadence/plan.js';
import { channelAt } from '../../domain/cadence/steps.js';
import type { Hold } from '../../domain/facts.js';
import { getLeadNext, type NextStep } from '../../schemas/agent-runs.js';
import { cadenceOf } from '../../services/cadence-state.js';
import { outerHolds, toFacts } from '../../services/facts.js';
import { timerOf } from '../../services/run-plan.js';
import { findSender } from '../../services/sender-cache.js';
import { senderIdOf } from '../../services/senders.js';
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
  const channel = channelAt(definition, state);
  const sender = await findSender(db, channel, run.account_id, senderIdOf(definition, channel));
  const usage = await peekUsage(db, {
    now,
    leadId: run.lead_id,
    agentId: run.agent_id,
    account: snapshot.account,
    definition,
    sender,
  });
  const plan = nextPlan(definition, state, facts, now, usage);
  const holds = distinct([...outer, ...plan.holds]);
  const blocked = holds.some((hold) => hold.until === null);
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
    scheduled_at: plan.due_at,
    earliest_at: blocked ? null : plan.earliest_at,
    holds,
  };
}

const distinct = (holds: readonly Hold[]): Hold[] =>
  holds.filter((hold, at) => holds.findIndex((other) => isSame(other, hold)) === at);
