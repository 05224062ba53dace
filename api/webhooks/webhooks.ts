import type { Knex } from 'knex';
import { findEventSeq } from '../../db/events/event-list.js';
import { findEventEnd } from '../../db/events/event-tail.js';
import type { WebhookRow } from '../../db/tables.js';
import * as webhooks from '../../db/webhooks/webhooks.js';
import type { Work } from '../../db/work.js';
import { type Config, secretsOf } from '../../runtime/config.js';
import { newId } from '../../runtime/ids.js';
import { privateHostsFor } from '../../runtime/private-host-settings.js';
import { assertFetchable, SafeFetchError } from '../../runtime/safe-fetch.js';
import { createSecretBox } from '../../runtime/secret-box.js';
import type { BodyOf } from '../../schemas/contract.js';
import {
  createWebhookContract,
  deleteWebhookContract,
  getWebhookContract,
  listWebhooksContract,
  MAX_WEBHOOKS,
  rotateWebhookContract,
  updateWebhookContract,
} from '../../schemas/webhooks/webhooks.js';
import { wakeWebhook } from '../../services/instructions/webhooks.js';
import { disabledColumns, emitDisabled } from '../../services/webhooks/disable.js';
import { keyColumns, newSigningKeys, replacedKeyColumns } from '../../services/webhooks/signing.js';
import { toWebhook } from '../../services/webhooks/webhook-view.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../http/errors.js';
import { idPage, idPageOf } from '../http/request/paging.js';
import { found, pathId } from '../http/request/path-id.js';
import { route } from '../http/route.js';

const KIND = 'webhooks';
const ROTATION_MS = 24 * 3_600_000;
const DEFAULT_IN_FLIGHT = 10;

export const listWebhooksRoute = (_deps: ApiDependencies) =>
  route(listWebhooksContract).handle(async ({ account, db, query, now }) => {
    const page = idPage(KIND, query);
    const { rows, pagination } = idPageOf(KIND, await webhooks.listWebhooks(db, account.id, page), page.limit);
    return { status: 200, body: { success: true, webhooks: rows.map((row) => toWebhook(row, now)), pagination } };
  });

export const createWebhookRoute = ({ config, db: pool }: ApiDependencies) => {
  const box = createSecretBox(secretsOf(config));
  return route(createWebhookContract).handle(async ({ work, account, db, body, now }) => {
    await assertAllowed(config, body.url, account.id);
    if ((await webhooks.countWebhooks(db, account.id)) >= MAX_WEBHOOKS) throw new ApiError('TOO_MANY_WEBHOOKS');
    const { is_active: isActive = true, backfill_from: backfillFrom } = body;
    const end = await findEventEnd(pool);
    const first =
      backfillFrom === undefined ? undefined : await placeOf(db, account.id, backfillFrom, '/backfill_from');
    const isWalking = isActive && first !== undefined;
    const id = newId();
    const keys = newSigningKeys();
    const row: WebhookRow = {
      id,
      account_id: account.id,
      url: body.url,
      description: body.description ?? null,
      events: JSON.stringify(body.events),
      include: JSON.stringify(body.include ?? []),
      is_active: isActive,
      disabled_reason: isActive ? null : 'user',
      disabled_at: isActive ? null : now,
      max_in_flight: body.max_in_flight ?? DEFAULT_IN_FLIGHT,
      per_second: body.per_second ?? null,
      ...keyColumns(box, id, keys),
      previous_secret: null,
      previous_signing_key: null,
      previous_until: null,
      cursor_seq: first === undefined ? end : first - 1,
      wanted_seq: end,
      sequence: 0,
      walking: isWalking,
      look_at: isWalking ? now : null,
      failing_since: null,
      last_success_at: null,
      created_at: now,
      updated_at: now,
    };
    await webhooks.insertWebhook(db, row);
    if (isWalking) await wakeWebhook(work, row, 'backfill');
    return { status: 201, body: { success: true, webhook: toWebhook(row, now), secret: keys.secret } };
  });
};

export const getWebhookRoute = (_deps: ApiDependencies) =>
  route(getWebhookContract).handle(async ({ account, db, params, now }) => {
    const id = pathId(params.id, 'WEBHOOK_NOT_FOUND');
    const row = found(await webhooks.findWebhook(db, account.id, id), 'WEBHOOK_NOT_FOUND');
    return { status: 200, body: { success: true, webhook: toWebhook(row, now) } };
  });

export const updateWebhookRoute = ({ config, db: pool }: ApiDependencies) =>
  route(updateWebhookContract).handle(async ({ work, account, db, params, body, origin, now }) => {
    const id = pathId(params.id, 'WEBHOOK_NOT_FOUND');
    if (body.url !== undefined) await assertAllowed(config, body.url, account.id);
    const row = found(await webhooks.lockWebhook(db, account.id, id), 'WEBHOOK_NOT_FOUND');
    const changes: Partial<WebhookRow> = { ...columnsOf(body), updated_at: now };
    const stops = body.is_active === false && row.is_active;
    const resumes = body.is_active === true && !row.is_active;
    if (stops) Object.assign(changes, disabledColumns(now, 'user'));
    if (resumes) Object.assign(changes, await resumed(work, pool, row, body.resume_from));
    await webhooks.updateWebhook(db, id, changes);
    const changed = { ...row, ...changes };
    if (stops) await emitDisabled(work, row, 'user', origin);
    if (changed.is_active) await wakeWebhook(work, changed, resumes ? 'resumed' : 'changed');
    return { status: 200, body: { success: true, webhook: toWebhook(changed, now) } };
  });

export const deleteWebhookRoute = (_deps: ApiDependencies) =>
  route(deleteWebhookContract).handle(async ({ account, db, params }) => {
    const id = pathId(params.id, 'WEBHOOK_NOT_FOUND');
    if (!(await webhooks.deleteWebhook(db, account.id, id))) throw new ApiError('WEBHOOK_NOT_FOUND');
    return { status: 204, body: null };
  });

export const rotateWebhookRoute = ({ config }: ApiDependencies) => {
  const box = createSecretBox(secretsOf(config));
  return route(rotateWebhookContract).handle(async ({ account, db, params, now }) => {
    const id = pathId(params.id, 'WEBHOOK_NOT_FOUND');
    const row = found(await webhooks.lockWebhook(db, account.id, id), 'WEBHOOK_NOT_FOUND');
    const keys = newSigningKeys();
    const changes = {
      ...replacedKeyColumns(box, row, new Date(now.getTime() + ROTATION_MS)),
      ...keyColumns(box, id, keys),
      updated_at: now,
    };
    await webhooks.updateWebhook(db, id, changes);
    return {
      status: 200,
      body: { success: true, webhook: toWebhook({ ...row, ...changes }, now), secret: keys.secret },
    };
  });
};

/** Returns the columns that a body sets, apart from those that enable or disable the webhook. */
function columnsOf(body: BodyOf<typeof updateWebhookContract>): Partial<WebhookRow> {
  const { url, description, events, include, max_in_flight, per_second } = body;
  const given = {
    url,
    description,
    events: events && JSON.stringify(events),
    include: include && JSON.stringify(include),
    max_in_flight,
    per_second,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** Returns the columns of a webhook that is enabled again, with the place where it continues. */
async function resumed({ tx, now }: Work, pool: Knex, row: WebhookRow, from = 'stopped'): Promise<Partial<WebhookRow>> {
  const end = await findEventEnd(pool);
  const stopped = Number(row.cursor_seq);
  const cursor =
    from === 'stopped'
      ? stopped
      : from === 'now'
        ? end
        : Math.max(stopped, (await placeOf(tx, row.account_id, from, '/resume_from')) - 1);
  return {
    is_active: true,
    disabled_reason: null,
    disabled_at: null,
    failing_since: null,
    cursor_seq: cursor,
    wanted_seq: Math.max(end, Number(row.wanted_seq)),
    walking: true,
    look_at: now,
  };
}

/** Returns the place of an event that a body names. */
async function placeOf(db: Knex, accountId: string, id: string, field: string): Promise<number> {
  const seq = await findEventSeq(db, accountId, id.toLowerCase());
  if (seq !== undefined) return Number(seq);
  throw new ApiError('VALIDATION_ERROR', { message: "The event doesn't exist or has been purged.", field });
}

/** Refuses a URL that the service wouldn't post to. */
async function assertAllowed(config: Config, url: string, accountId: string): Promise<void> {
  const policy = {
    privateHosts: privateHostsFor(config, 'WEBHOOK_PRIVATE_HOSTS'),
    allowPrivate: config.WEBHOOK_ALLOW_PRIVATE,
  };
  try {
    await assertFetchable(url, policy, accountId);
  } catch (error) {
    if (!(error instanceof SafeFetchError)) throw error;
    throw new ApiError('VALIDATION_ERROR', { message: error.message, field: '/url' });
  }
}
