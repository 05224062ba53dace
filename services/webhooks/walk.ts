import type { WebhookDeliveryRow, WebhookRow } from '../../db/tables.js';
import {
  deferLeads,
  findNextDue,
  listDueDeliveries,
  listWaitingLeads,
  recordAttempts,
} from '../../db/webhooks/deliveries.js';
import { findWebhookById, restWebhook, updateWebhook } from '../../db/webhooks/webhooks.js';
import { inWork } from '../../db/work.js';
import { disablingReason } from '../../domain/webhooks/attempts.js';
import type { RowStep } from '../../workflows/timer.protocol.js';
import { type Delivered, deliver } from './deliver.js';
import { disableWebhook } from './disable.js';
import { takeEvents } from './take-events.js';
import type { WebhookWalk } from './walk-dependencies.js';

/** Deliveries that are read or taken at once. */
const PAGE = 250;
/** The time in which one call begins deliveries; each ends within 10 s. */
const WALK_MS = 8_000;

const CLOSED: RowStep = { closed: true, status: 'idle' };
const atOnce = (now: Date): RowStep => ({
  closed: false,
  plan: { sleepUntil: now.toISOString(), summary: 'continue', action: 'deliver the next events' },
});

/**
 * Delivers the next events of a webhook for some seconds: those that are due first, then those behind its cursor. What
 * it has taken is stored before it is sent, and what it has sent is recorded after each page, so a repeat sends the
 * same IDs and numbers again.
 */
export async function advanceWebhook(deps: WebhookWalk, webhookId: string): Promise<RowStep> {
  const until = Date.now() + WALK_MS;
  const walk: Walk = { deps, until, mayWait: true, changes: {} };
  while (Date.now() < until && !deps.stopping.aborted) {
    const webhook = await findWebhookById(deps.db, webhookId);
    if (!webhook) return CLOSED;
    if (!webhook.is_active) return { closed: true, status: 'disabled' };
    const step = await advancePage(walk, webhook);
    if (step) return step;
  }
  if (Object.keys(walk.changes).length > 0) await updateWebhook(deps.db, webhookId, walk.changes);
  return atOnce(deps.clock.now());
}

/** The state of one call. */
interface Walk {
  deps: WebhookWalk;
  until: number;
  /** Whether deliveries may be queued for later. Once there are none, only taken events are read. */
  mayWait: boolean;
  /** Changes of the webhook that are stored with its next cursor. */
  changes: Partial<WebhookRow>;
}

/** Delivers one page. Returns the next step if there is nothing more to deliver now. */
async function advancePage(walk: Walk, webhook: WebhookRow): Promise<RowStep | undefined> {
  const { deps, until } = walk;
  const { db, clock } = deps;
  const due: WebhookDeliveryRow[] = walk.mayWait ? await listDueDeliveries(db, webhook.id, clock.now(), PAGE) : [];
  const waiting = walk.mayWait ? await listWaitingLeads(db, webhook.id, clock.now()) : new Map<string, Date>();
  const limit = PAGE - due.length;
  const hasRoom = limit > PAGE / 2;
  const taken = hasRoom ? await takeEvents(deps, webhook, { limit, waiting, changes: walk.changes }) : [];
  if (hasRoom) walk.changes = {};
  const rows = [...due, ...taken.filter(({ row }) => !waiting.has(row.lead_id ?? '')).map(({ row }) => row)];
  if (rows.length === 0) {
    walk.mayWait = true;
    return rest(deps, webhook.id);
  }
  const known = new Map(taken.map(({ event }) => [event.id, event]));
  const delivered = await deliver(deps, webhook, rows, known, until);
  const recorded = await record(deps, webhook, delivered);
  if (recorded.disabled) return { closed: true, status: 'disabled' };
  walk.changes = recorded.changes;
  walk.mayWait = due.length > 0 || waiting.size > 0 || delivered.attempts.length < rows.length || recorded.failed;
  return delivered.hold && held(deps, webhook, delivered.hold.until ?? null);
}

/** Records the outcomes of a page, and what they mean for the webhook. */
async function record(
  deps: WebhookWalk,
  webhook: WebhookRow,
  { attempts, gone }: Delivered,
): Promise<{ disabled: boolean; failed: boolean; changes: Partial<WebhookRow> }> {
  if (attempts.length === 0) return { disabled: false, failed: false, changes: {} };
  const now = deps.clock.now();
  const failures = attempts.filter(({ status }) => status !== 'delivered');
  const succeeded = failures.length < attempts.length;
  const failingSince = succeeded ? now : (webhook.failing_since ?? now);
  const reason = failures.length > 0 ? disablingReason(gone ? 410 : null, failingSince, now) : undefined;
  const health: Partial<WebhookRow> = {
    ...(succeeded ? { last_success_at: now } : {}),
    failing_since: failures.length > 0 ? failingSince : null,
  };
  if (failures.length === 0) {
    await recordAttempts(deps.db, attempts);
    return { disabled: false, failed: false, changes: health };
  }
  await inWork(deps, async (work) => {
    await recordAttempts(work.tx, attempts);
    await deferLeads(work.tx, webhook.id, waitingLeads(failures));
    await updateWebhook(work.tx, webhook.id, health);
    if (reason) await disableWebhook(work, deps, webhook, reason);
  });
  return { disabled: reason !== undefined, failed: true, changes: {} };
}

const waitingLeads = (failures: Delivered['attempts']) =>
  failures.flatMap(({ lead_id, sequence, next_at }: Pick<WebhookDeliveryRow, 'lead_id' | 'sequence' | 'next_at'>) =>
    lead_id !== null && sequence !== null && next_at !== null ? [{ lead_id, sequence, next_at }] : [],
  );

/** Waits for the next delivery that is due, or ends; undefined if more is wanted by now. */
async function rest({ db, clock }: WebhookWalk, webhookId: string): Promise<RowStep | undefined> {
  const next = await findNextDue(db, webhookId);
  if (next && next <= clock.now()) return undefined;
  if (!(await restWebhook(db, webhookId, next ?? null))) return undefined;
  if (!next) return CLOSED;
  const at = next.toISOString();
  return { closed: false, plan: { sleepUntil: at, summary: `wait until ${at} to retry`, action: 'retry' } };
}

/** Waits until the webhook's breaker lets a delivery through. Its cursor waits too. */
async function held({ db, clock }: WebhookWalk, { id }: WebhookRow, until: string | null): Promise<RowStep> {
  const at = until ?? clock.now().toISOString();
  await updateWebhook(db, id, { look_at: new Date(at) });
  return {
    closed: false,
    plan: { sleepUntil: at, summary: `receiver fails, wait until ${at}`, action: 'try one event' },
  };
}
