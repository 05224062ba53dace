import { closeWindowOf, enqueue, leaveQueues } from '../../db/channels/line-places.js';
import type { Db } from '../../db/connection.js';
import type { AgentRunRow, LinePlaceRow } from '../../db/tables.js';
import type { CadenceState } from '../../domain/cadence/state.js';
import { isSending, stepByKey } from '../../domain/cadence/steps.js';
import type { Facts, Hold } from '../../domain/facts.js';
import type { Usage } from '../../domain/messages/limits.js';
import { effectiveWindow, nextClosed, nextOpen, windowZone } from '../../domain/time/windows.js';
import type { AgentDefinition } from '../../schemas/agents/agents.js';
import { lineOf, type UsageRequest, type Waiter } from './usage.js';

/** Queued runs are woken in order. The timer of this length after the expected time is only a fallback. */
const NET_MS = 6 * 3_600_000;

const CLOSED: readonly Hold['reason'][] = ['outside_window', 'holiday'];

/**
 * Gives who is held a place in the line of what holds it, and returns until when it may sleep; undefined where it waits
 * in none and goes by the hold's own end. A window that closes while it waits in line doesn't cost the place.
 */
export async function waitInQueue(tx: Db, request: UsageRequest, hold: Hold, usage?: Usage): Promise<Date | undefined> {
  const { waiter, now } = request;
  if (!waiter) return undefined;
  const net = new Date(Math.max(Date.parse(hold.until ?? ''), now.getTime()) + NET_MS);
  if (hold.line) {
    await enqueue(tx, placeOf(request, waiter, hold.line));
    return net;
  }
  if (!usage?.waits) return undefined;
  if (CLOSED.includes(hold.reason) && hold.until !== null) {
    await closeWindowOf(tx, waiter.subject_id, { from: now, until: new Date(hold.until) });
    return net;
  }
  await leaveQueues(tx, [waiter.subject_id]);
  return undefined;
}

function placeOf(
  request: UsageRequest,
  waiter: Waiter,
  line: NonNullable<Hold['line']>,
): Parameters<typeof enqueue>[1] {
  const { now, leadId, agentId, account, definition, sender } = request;
  const { subject_id, kind, accountId, urgency, due_at, limits } = waiter;
  const { per_sender, max_new_per_day } = limits;
  return {
    subject_id,
    kind,
    urgency,
    due_at,
    account_id: accountId,
    lead_id: leadId,
    agent_id: agentId,
    line: lineOf(line, request),
    channel: sender?.channel ?? '',
    limits: JSON.stringify(line === 'sender' ? { per_sender } : { max_new_per_day }),
    timezone: line === 'sender' ? account.timezone : definition.timezone,
    ...closedTime(waiter, now),
  };
}

/** Returns the time, now or next, for which the window is closed in which it leaves. */
function closedTime({ window, zones }: Waiter, now: Date): Pick<LinePlaceRow, 'closed_from' | 'closed_until'> {
  const open = { closed_from: null, closed_until: null };
  if (!window) return open;
  const zone = windowZone(window, zones);
  const { opensAt, reason } = nextOpen(window, zone, now.getTime());
  if (reason !== null) return { closed_from: now, closed_until: opensAt === null ? null : new Date(opensAt) };
  const closed = nextClosed(window, zone, now.getTime());
  return closed ? { closed_from: new Date(closed.from), closed_until: new Date(closed.until) } : open;
}

/** Returns the queue entry of a run. Its order is the step's due time, after messages that a user requested. */
export function runWaiter(
  run: Pick<AgentRunRow, 'id' | 'account_id' | 'hold_reason' | 'enrolled_at'>,
  { definition, state, facts }: { definition: AgentDefinition; state: CadenceState; facts: Facts },
) {
  const step = stepByKey(definition, state.step_key);
  return {
    kind: 'agent_run' as const,
    subject_id: run.id,
    accountId: run.account_id,
    urgency: 1,
    due_at: new Date(state.due_at ?? run.enrolled_at),
    wasHeld: run.hold_reason !== null,
    isFirst: state.sent_count === 0,
    limits: definition.limits,
    window: step && isSending(step) ? effectiveWindow(step.window, definition.cadence.window) : null,
    zones: facts,
  };
}
