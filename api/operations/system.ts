import { readDatabaseClock } from '../../db/operations/processes.js';
import { findCountedAt } from '../../db/operations/report-counts.js';
import {
  describeDatabase,
  findInboundBacklog,
  findWaitingInstructions,
  listProcesses,
  retryInstructionOf,
} from '../../db/operations/system.js';
import { listOutbox } from '../../db/outbox.js';
import { buildId } from '../../runtime/build.js';
import { getSystemContract, retryOutboxContract } from '../../schemas/operations/system.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../http/errors.js';
import { pathId } from '../http/path-id.js';
import { route } from '../http/route.js';

const SEEN_MS = 120_000;
const MOST_PARKED = 100;

export const getSystemRoute = ({ temporalHealthy }: ApiDependencies) =>
  route(getSystemContract).handle(async ({ account, db }) => {
    const now = await readDatabaseClock(db);
    const [database, processes, waiting, parked, inbound, counted, temporal] = await Promise.all([
      describeDatabase(db),
      listProcesses(db, new Date(now.getTime() - SEEN_MS)),
      findWaitingInstructions(db, account.id),
      listOutbox(db, { accountId: account.id, parked: true, limit: MOST_PARKED }),
      findInboundBacklog(db, account.id),
      findCountedAt(db),
      temporalHealthy(),
    ]);
    return {
      status: 200,
      body: {
        success: true,
        service: { version: buildId(), node: process.version, temporal },
        database: { ...database, now: now.toISOString() },
        processes: processes.map(({ kind, host, clock_ahead_ms, started_at, seen_at }) => ({
          ...{ kind, host, clock_ahead_ms },
          ...{ started_at: started_at.toISOString(), seen_at: seen_at.toISOString() },
        })),
        outbox: {
          waiting: waiting.waiting,
          oldest_at: waiting.oldest?.toISOString() ?? null,
          parked: parked.map(({ id, kind, workflow_id, attempts, last_error, parked_at, created_at }) => ({
            ...{ id, kind, workflow_id, attempts, error: last_error },
            parked_at: (parked_at ?? created_at).toISOString(),
          })),
        },
        inbound: { unworked: inbound.unworked, last_at: inbound.last?.toISOString() ?? null },
        reports: { counted_at: counted?.toISOString() ?? null },
      },
    };
  });

export const retryOutboxRoute = (_deps: ApiDependencies) =>
  route(retryOutboxContract).handle(async ({ account, db, params, now }) => {
    const id = pathId(params.id, 'INSTRUCTION_NOT_FOUND');
    if (!(await retryInstructionOf(db, now, account.id, id))) throw new ApiError('INSTRUCTION_NOT_FOUND');
    return { status: 202, body: { success: true } };
  });
