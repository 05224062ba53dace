import * as hosts from '../../db/meetings/hosts.js';
import type { AvailabilityBlockRow } from '../../db/tables.js';
import { checkBlock } from '../../domain/meetings/check-block.js';
import { newId } from '../../runtime/ids.js';
import type { Weekday } from '../../schemas/cadence/cadence.js';
import {
  type AvailabilityBlock,
  createAvailabilityBlockContract,
  deleteAvailabilityBlockContract,
  listAvailabilityBlocksContract,
  updateAvailabilityBlockContract,
} from '../../schemas/meetings/availability-blocks.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../http/errors.js';
import { timezoneField } from '../http/request/fields.js';
import { found, pathId } from '../http/request/path-id.js';
import { route } from '../http/route.js';

const weekdaysOf = (row: AvailabilityBlockRow) => JSON.parse(row.weekdays) as Weekday[];

const toBlock = (row: AvailabilityBlockRow): AvailabilityBlock => ({
  id: row.id,
  host_id: row.host_id,
  kind: row.kind,
  weekdays: weekdaysOf(row),
  starts: row.starts,
  ends: row.ends,
  timezone: row.timezone,
  valid_from: row.valid_from,
  valid_to: row.valid_to,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

/** Refuses a block that means nothing. */
function requireValid(row: AvailabilityBlockRow): AvailabilityBlockRow {
  const problem = checkBlock({
    kind: row.kind,
    weekdays: weekdaysOf(row),
    starts: row.starts,
    ends: row.ends,
    validFrom: row.valid_from,
    validTo: row.valid_to,
  });
  if (problem) throw new ApiError(problem.code, { message: problem.message, field: problem.field });
  return row;
}

export const listAvailabilityBlocksRoute = (_deps: ApiDependencies) =>
  route(listAvailabilityBlocksContract).handle(async ({ account, db, params }) => {
    const host = found(await hosts.findHost(db, account.id, pathId(params.id, 'HOST_NOT_FOUND')), 'HOST_NOT_FOUND');
    const rows = await hosts.listBlocks(db, host.id);
    return { status: 200, body: { success: true, availability_blocks: rows.map(toBlock) } };
  });

export const createAvailabilityBlockRoute = (_deps: ApiDependencies) =>
  route(createAvailabilityBlockContract).handle(async ({ account, db, params, body, now }) => {
    const host = found(await hosts.lockHost(db, account.id, pathId(params.id, 'HOST_NOT_FOUND')), 'HOST_NOT_FOUND');
    const row = requireValid({
      id: newId(),
      account_id: account.id,
      host_id: host.id,
      kind: body.kind,
      weekdays: JSON.stringify(body.weekdays ?? []),
      starts: body.starts ?? null,
      ends: body.ends ?? null,
      timezone: body.timezone === undefined ? host.timezone : timezoneField(body.timezone, '/timezone'),
      valid_from: body.valid_from ?? null,
      valid_to: body.valid_to ?? null,
      created_at: now,
      updated_at: now,
    });
    await hosts.insertBlock(db, row);
    return { status: 201, body: { success: true, availability_block: toBlock(row) } };
  });

export const updateAvailabilityBlockRoute = (_deps: ApiDependencies) =>
  route(updateAvailabilityBlockContract).handle(async ({ account, db, params, body, now }) => {
    const id = pathId(params.id, 'AVAILABILITY_BLOCK_NOT_FOUND');
    const row = found(await hosts.lockBlock(db, account.id, id), 'AVAILABILITY_BLOCK_NOT_FOUND');
    const { weekdays, timezone, ...plain } = body;
    const changes: Partial<AvailabilityBlockRow> = {
      ...plain,
      ...(weekdays === undefined ? {} : { weekdays: JSON.stringify(weekdays) }),
      ...(timezone === undefined ? {} : { timezone: timezoneField(timezone, '/timezone') }),
      updated_at: now,
    };
    const changed = requireValid({ ...row, ...changes });
    await hosts.updateBlock(db, id, changes);
    return { status: 200, body: { success: true, availability_block: toBlock(changed) } };
  });

export const deleteAvailabilityBlockRoute = (_deps: ApiDependencies) =>
  route(deleteAvailabilityBlockContract).handle(async ({ account, db, params }) => {
    const id = pathId(params.id, 'AVAILABILITY_BLOCK_NOT_FOUND');
    found(await hosts.findBlock(db, account.id, id), 'AVAILABILITY_BLOCK_NOT_FOUND');
    await hosts.deleteBlock(db, id);
    return { status: 204, body: null };
  });
