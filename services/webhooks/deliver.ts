import { listEventsByIds } from '../../db/events/events.js';
import type { EventRow, WebhookDeliveryRow, WebhookRow } from '../../db/tables.js';
import type { AttemptColumns } from '../../db/webhooks/deliveries.js';
import type { Hold } from '../../domain/facts.js';
import { nextAttempt } from '../../domain/webhooks/attempts.js';
import { SealedSecretError } from '../../runtime/secret-box.js';
import { exchangeWebhook, type WebhookAnswer } from './exchange.js';
import { type IncludedObjects, readIncluded } from './included-objects.js';
import { includesOf, payloadOf, testPayload } from './payload.js';
import { openKeys, type SigningKeys, webhookHeaders } from './signing.js';
import type { WebhookWalk } from './walk-dependencies.js';

const TIMEOUT_MS = 10_000;

/** The outcomes of a page of deliveries. */
export interface Delivered {
  attempts: (AttemptColumns & Pick<WebhookDeliveryRow, 'lead_id' | 'sequence'>)[];
  /** Why deliveries were left, if the webhook's breaker holds them. */
  hold?: Hold | undefined;
  /** The answer of a receiver that never wants an event again. */
  gone: boolean;
}

interface Page {
  deps: WebhookWalk;
  webhook: WebhookRow;
  events: ReadonlyMap<string, EventRow>;
  objects: IncludedObjects;
  /** Undefined if the keys of the service don't open them. */
  keys: readonly SigningKeys[] | undefined;
  /** From when on no delivery of the page begins. */
  until: number;
  delivered: Delivered;
  /** Reports that no further delivery of the page begins. */
  isOver(): boolean;
}

/**
 * Delivers rows, several at once, those of one lead one after another and each only after the earlier one arrived. What
 * isn't begun in time stays queued.
 */
export async function deliver(
  deps: WebhookWalk,
  webhook: WebhookRow,
  rows: readonly WebhookDeliveryRow[],
  known: ReadonlyMap<string, EventRow>,
  until: number,
): Promise<Delivered> {
  const unknown = rows.filter(({ test, event_id }) => !test && !known.has(event_id));
  const read =
    unknown.length === 0
      ? []
      : await listEventsByIds(
          deps.db,
          unknown.map(({ event_id }) => event_id),
        );
  const events = new Map([...known, ...read]);
  const delivered: Delivered = { attempts: [], gone: false };
  const include = includesOf(webhook);
  const page: Page = {
    deps,
    webhook,
    events,
    objects: await readIncluded(deps.db, webhook.account_id, include, [...events.values()]),
    keys: keysOf(deps, webhook),
    until,
    delivered,
    isOver: () => delivered.hold !== undefined || delivered.gone || deps.stopping.aborted,
  };
  const lanes = [...Map.groupBy(rows, ({ lead_id, id }) => lead_id ?? id).values()];
  const takeLanes = async () => {
    for (let lane = lanes.shift(); lane && !page.isOver(); lane = lanes.shift()) await deliverLane(page, lane);
  };
  await Promise.all(Array.from({ length: webhook.max_in_flight }, takeLanes));
  return delivered;
}

/** Delivers the rows of one lead, up to the first that doesn't arrive. */
async function deliverLane(page: Page, lane: readonly WebhookDeliveryRow[]): Promise<void> {
  const { deps, webhook, delivered } = page;
  for (const row of lane) {
    if (page.isOver() || !(await deps.pace.turn(webhook.id, webhook.per_second, page.until))) return;
    delivered.hold ??= await deps.heldBack(deps.db, deps.clock.now(), webhook.id, row.id);
    if (page.isOver()) return;
    const body = bodyOf(page, row);
    const columns = body === undefined ? purged(deps, row) : await attempt(page, row, body);
    delivered.attempts.push({ ...columns, lead_id: row.lead_id, sequence: row.sequence });
    if (columns.status === 'queued') return;
  }
}

/** Returns the body of a delivery, or undefined if its event was purged. */
export function bodyOf(
  { webhook, events, objects }: Pick<Page, 'webhook' | 'events' | 'objects'>,
  row: WebhookDeliveryRow,
): string | undefined {
  if (row.test) return testPayload(row);
  const event = events.get(row.event_id);
  return event && payloadOf(row, event, includesOf(webhook), objects);
}

const purged = ({ clock }: WebhookWalk, row: WebhookDeliveryRow): AttemptColumns => ({
  ...row,
  status: 'failed',
  next_at: null,
  failure: 'The event was purged by the retention policy.',
  updated_at: clock.now(),
});

/** Posts a delivery and returns its row after that. */
async function attempt(page: Page, row: WebhookDeliveryRow, body: string): Promise<AttemptColumns> {
  const { deps, webhook, keys } = page;
  const begun = deps.clock.now();
  if (!keys) return afterFailure(page, row, { ...row, attempts: row.attempts + 1, failure: UNREADABLE }, 0);
  const started = performance.now();
  const answer = await exchangeWebhook(deps.webhooks, {
    url: webhook.url,
    headers: webhookHeaders(row.id, begun, body, keys),
    body,
    timeoutMs: TIMEOUT_MS,
    accountId: webhook.account_id,
  });
  const now = deps.clock.now();
  if (answer.status === 410) page.delivered.gone = true;
  const columns: AttemptColumns = {
    id: row.id,
    status: 'delivered',
    attempts: row.attempts + 1,
    retries: row.retries + 1,
    next_at: null,
    last_attempt_at: begun,
    response_status: answer.status,
    duration_ms: Math.round(performance.now() - started),
    failure: answer.failure,
    updated_at: now,
  };
  noteForBreaker(page, row, answer);
  if (answer.delivered) return columns;
  // A failure that the whole webhook is held for says nothing about its event, so it doesn't count as one of its retries.
  const hold = await deps.heldBack(deps.db, now, webhook.id, row.id);
  page.delivered.hold ??= hold;
  if (hold) return { ...columns, status: 'queued', retries: row.retries, next_at: now };
  return afterFailure(page, row, columns, answer.retryAfterMs);
}

/** Returns the columns of a row whose attempt failed: of its next attempt, or of its end. */
function afterFailure(
  { deps }: Page,
  { retries: before }: WebhookDeliveryRow,
  columns: AttemptColumns,
  retryAfterMs: number,
): AttemptColumns {
  const now = deps.clock.now();
  const retries = before + 1;
  const next = nextAttempt(retries, now, retryAfterMs);
  return { ...columns, retries, updated_at: now, next_at: next ?? null, status: next ? 'queued' : 'failed' };
}

const UNREADABLE = "The secret can't be decrypted with the keys of this service. Rotate it.";

function keysOf({ box, clock }: WebhookWalk, webhook: WebhookRow): SigningKeys[] | undefined {
  try {
    return openKeys(box, webhook, clock.now());
  } catch (error) {
    if (!(error instanceof SealedSecretError)) throw error;
    return undefined;
  }
}

function noteForBreaker({ deps, webhook }: Page, row: WebhookDeliveryRow, answer: WebhookAnswer): void {
  const call = { senderId: webhook.id, accountId: webhook.account_id, agentRunId: row.id };
  deps.breakers.note(
    call,
    answer.delivered
      ? { kind: 'accepted', providerMessageId: row.id }
      : {
          kind: 'refused_retry',
          code: answer.status === null ? 'no_response' : `status_${answer.status}`,
          message: answer.failure ?? '',
          retryAfterSeconds: answer.retryAfterMs / 1_000,
        },
  );
}
