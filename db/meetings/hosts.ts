import type { Db } from '../connection.js';
import { type IdPage, newestFirst } from '../keyset.js';
import type { AvailabilityBlockRow, HostRow } from './tables.js';

export const findHost = (db: Db, accountId: string, id: string): Promise<HostRow | undefined> =>
  db('hosts').where({ account_id: accountId, id }).first();

/**
 * Locks the row of a host until the transaction ends. Code that takes or frees time of a host locks its row before
 * anything else, so that its later reads of the host's time stay valid until it commits.
 */
export const lockHost = (tx: Db, accountId: string, id: string): Promise<HostRow | undefined> =>
  tx('hosts').where({ account_id: accountId, id }).forUpdate().first();

/** Locks several hosts in the order of their ids. */
export const lockHosts = (tx: Db, accountId: string, ids: readonly string[]): Promise<HostRow[]> =>
  tx('hosts')
    .where({ account_id: accountId })
    .whereIn('id', [...ids].sort())
    .orderBy('id')
    .forUpdate();

/** Locks all hosts of the account, so that no host's time changes until the transaction ends. */
export const lockAllHosts = async (tx: Db, accountId: string): Promise<void> => {
  await tx('hosts').where({ account_id: accountId }).orderBy('id').forUpdate().select('id');
};

export const findHostByEmail = (db: Db, accountId: string, email: string): Promise<HostRow | undefined> =>
  db('hosts').where({ account_id: accountId, email }).orderBy('id').first();

/** Lists one page of hosts, newest first, with one row more than asked for. */
export const listHosts = (
  db: Db,
  accountId: string,
  page: IdPage,
  { isActive, ids }: { isActive?: boolean | undefined; ids?: readonly string[] | undefined } = {},
): Promise<HostRow[]> => {
  const query = db('hosts').where({ account_id: accountId });
  if (isActive !== undefined) query.where({ is_active: isActive });
  if (ids) query.whereIn('id', [...ids]);
  return newestFirst(query, page);
};

export async function insertHost(tx: Db, row: HostRow): Promise<void> {
  await tx('hosts').insert(row);
}

export async function updateHost(tx: Db, id: string, changes: Partial<HostRow>): Promise<void> {
  await tx('hosts').where({ id }).update(changes);
}

const HOST_TABLES = [
  ...['availability_blocks', 'slot_holds', 'meeting_type_hosts'],
  ...['busy_times', 'calendar_connections', 'calendar_entries', 'calendar_feeds'],
];

/** Returns whether a host still has meetings that are to take place. */
export const hostHasLiveMeetings = async (db: Db, now: Date, hostId: string): Promise<boolean> =>
  (await db('meetings')
    .where({ host_id: hostId })
    .whereIn('status', ['scheduled', 'confirmed'])
    .where('ends_at', '>', now)
    .first('id')) !== undefined;

/**
 * Deletes a host with its hours, holds, memberships, calendar and feed, whose workflow then ends. Past meetings keep
 * its ID, and entries in its calendar stay.
 */
export async function deleteHost(tx: Db, id: string): Promise<void> {
  for (const table of HOST_TABLES) {
    await tx(table).where({ host_id: id }).delete();
  }
  await tx('connections').where({ host_id: id }).update({ host_id: null });
  await tx('hosts').where({ id }).delete();
}

export const listBlocks = (db: Db, hostId: string): Promise<AvailabilityBlockRow[]> =>
  db('availability_blocks').where({ host_id: hostId }).orderBy('id');

export const findBlock = (db: Db, accountId: string, id: string): Promise<AvailabilityBlockRow | undefined> =>
  db('availability_blocks').where({ account_id: accountId, id }).first();

/** Locks a block until the transaction ends, so that what is checked of it is what it has with the change. */
export const lockBlock = (tx: Db, accountId: string, id: string): Promise<AvailabilityBlockRow | undefined> =>
  tx('availability_blocks').where({ account_id: accountId, id }).forUpdate().first();

export async function insertBlock(tx: Db, row: AvailabilityBlockRow): Promise<void> {
  await tx('availability_blocks').insert(row);
}

export async function updateBlock(tx: Db, id: string, changes: Partial<AvailabilityBlockRow>): Promise<void> {
  await tx('availability_blocks').where({ id }).update(changes);
}

export async function deleteBlock(tx: Db, id: string): Promise<void> {
  await tx('availability_blocks').where({ id }).delete();
}
