import { readDatabaseClock } from '../../db/operations/processes.js';
import { findCountedAt } from '../../db/operations/report-counts.js';
import {
  describeDatabase,
  findInboundBacklog,
  findWaitingInstructions,
  listHeldBackSenders,
  listLastEvents,
  listProcesses,
  retryInstructionOf,
} from '../../db/operations/system.js';
import { listOutbox } from '../../db/outbox.js';
import { buildId } from '../../runtime/build.js';
import {
  getSystemContract,
  retryHeldWorkContract,
  retryInboundEventContract,
  retryInstructionContract,
} from '../../schemas/operations/system.js';
import { systemMail, systemMailStatus } from '../../services/channels/system-sender.js';
import { retryInboundEvent } from '../../services/inbound/process-event.js';
import { retrySomeHeld } from '../../services/operations/retry-held.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../http/errors.js';
import { pathId } from '../http/request/path-id.js';
import { route } from '../http/route.js';

const SEEN_MS = 120_000;
const MOST_PARKED = 100;
const MOST_EVENTS = 100;

export const getSystemRoute = ({ config, temporalHealthy, queues, metrics }: ApiDependencies) => {
  const system = systemMail(config);
  return route(getSystemContract).handle(async ({ account, db }) => {
    const now = await readDatabaseClock(db);
    const [database, processes, waiting, parked, inbound, lasts, breakers, counted, mail, temporal, served, disks] =
      await Promise.all([
        describeDatabase(db),
        listProcesses(db, new Date(now.getTime() - SEEN_MS)),
        findWaitingInstructions(db, account.id),
        listOutbox(db, { accountId: account.id, parked: true, limit: MOST_PARKED }),
        findInboundBacklog(db, account.id, MOST_EVENTS),
        listLastEvents(db, account.id),
        listHeldBackSenders(db, account.id),
        findCountedAt(db),
        systemMailStatus(db, system),
        temporalHealthy(),
        queues?.(),
        metrics.diskFree.get(),
      ]);
    return {
      status: 200,
      body: {
        success: true,
        service: { version: buildId(), node: process.version, temporal },
        database: { ...database, now: now.toISOString() },
        processes: processes.map(({ kind, host, clock_ahead_ms, started_at, seen_at }) => ({
          kind,
          host,
          clock_ahead_ms,
          started_at: started_at.toISOString(),
          seen_at: seen_at.toISOString(),
        })),
        outbox: {
          waiting: waiting.waiting,
          oldest_at: waiting.oldest?.toISOString() ?? null,
          parked: parked.map(({ id, kind, workflow_id, attempts, last_error, parked_at, created_at }) => ({
            id,
            kind,
            workflow_id,
            attempts,
            error: last_error,
            parked_at: (parked_at ?? created_at).toISOString(),
          })),
        },
        queues:
          served?.map(({ queue, workers, backlog, backlogSeconds }) => ({
            queue,
            workers,
            backlog,
            backlog_seconds: backlogSeconds,
          })) ?? 'unknown',
        breakers: breakers.map(({ sender_id, last_code, opened_at, retry_at }) => ({
          sender_id,
          code: last_code,
          since: opened_at.toISOString(),
          retry_at: retry_at.toISOString(),
        })),
        disks: disks.values.map(({ labels, value }) => ({
          disk: String(labels.disk),
          free_percent: Math.round(value * 1_000) / 10,
        })),
        inbound: inboundOf(inbound, lasts),
        system_mail: systemMailOf(mail, account.id),
        reports: { counted_at: counted?.toISOString() ?? null },
      },
    };
  });
};

/** Names the chosen sender to its own account only. */
function systemMailOf({ status, sender }: Awaited<ReturnType<typeof systemMailStatus>>, accountId: string) {
  if (sender?.account_id === accountId) return { status, email_sender_id: sender.id };
  return { status: status === 'sender' ? ('other_account' as const) : status, email_sender_id: null };
}

function inboundOf(
  { unworked, events }: Awaited<ReturnType<typeof findInboundBacklog>>,
  lasts: Awaited<ReturnType<typeof listLastEvents>>,
) {
  const latest = Math.max(...lasts.map(({ last_at }) => last_at.getTime()));
  return {
    unworked,
    last_at: lasts.length > 0 ? new Date(latest).toISOString() : null,
    providers: lasts.map(({ provider, last_at }) => ({ provider, last_at: last_at.toISOString() })),
    events: events.map(({ id, provider, type, outcome, received_at }) => ({
      id,
      provider,
      type,
      set_aside: outcome !== null,
      received_at: received_at.toISOString(),
    })),
  };
}

export const retryInboundEventRoute = (_deps: ApiDependencies) =>
  route(retryInboundEventContract).handle(async ({ account, work, params }) => {
    const id = pathId(params.id, 'INBOUND_EVENT_NOT_FOUND');
    const result = await retryInboundEvent(work, account.id, id);
    if (result === 'missing') throw new ApiError('INBOUND_EVENT_NOT_FOUND');
    if (result === 'worked') throw new ApiError('NOT_MODIFIABLE', { message: 'The event has already been processed.' });
    return { status: 202, body: { success: true } };
  });

export const retryInstructionRoute = (_deps: ApiDependencies) =>
  route(retryInstructionContract).handle(async ({ account, db, params, now }) => {
    const id = pathId(params.id, 'INSTRUCTION_NOT_FOUND');
    if (!(await retryInstructionOf(db, now, account.id, id))) throw new ApiError('INSTRUCTION_NOT_FOUND');
    return { status: 202, body: { success: true } };
  });

export const retryHeldWorkRoute = (_deps: ApiDependencies) =>
  route(retryHeldWorkContract).handle(async ({ account, work, now }) => {
    const { retried, more } = await retrySomeHeld(work, { accountId: account.id }, now);
    return { status: 202, body: { success: true, retried, more } };
  });
