import type { Db } from '../connection.js';
import { type IdPage, newestFirst } from '../keyset.js';
import type { HostRow, MeetingTypeHostRow, MeetingTypeRow } from './tables.js';

export const findMeetingType = (db: Db, accountId: string, id: string): Promise<MeetingTypeRow | undefined> =>
  db('meeting_types').where({ account_id: accountId, id }).first();

export const lockMeetingType = (tx: Db, accountId: string, id: string): Promise<MeetingTypeRow | undefined> =>
  tx('meeting_types').where({ account_id: accountId, id }).forUpdate().first();

export const listMeetingTypes = (db: Db, accountId: string, page: IdPage): Promise<MeetingTypeRow[]> =>
  newestFirst(db('meeting_types').where({ account_id: accountId }), page);

/** Lists the hosts of types, by type. */
export async function listTypeHosts(db: Db, typeIds: readonly string[]): Promise<Map<string, MeetingTypeHostRow[]>> {
  if (typeIds.length === 0) return new Map();
  const rows = await db('meeting_type_hosts')
    .whereIn('meeting_type_id', [...typeIds])
    .orderBy(['meeting_type_id', { column: 'priority', order: 'desc' }, 'host_id']);
  return Map.groupBy(rows, (row) => row.meeting_type_id);
}

/** Writes a new type and who holds it. */
export async function insertMeetingType(
  tx: Db,
  row: MeetingTypeRow,
  hosts: readonly MeetingTypeHostRow[],
): Promise<void> {
  await tx('meeting_types').insert(row);
  if (hosts.length > 0) await tx('meeting_type_hosts').insert([...hosts]);
}

/** Updates a type; `hosts`, where given, replaces all of them. */
export async function updateMeetingType(
  tx: Db,
  id: string,
  changes: Partial<MeetingTypeRow>,
  hosts?: readonly MeetingTypeHostRow[],
): Promise<void> {
  await tx('meeting_types').where({ id }).update(changes);
  if (hosts === undefined) return;
  await tx('meeting_type_hosts').where({ meeting_type_id: id }).delete();
  if (hosts.length > 0) await tx('meeting_type_hosts').insert([...hosts]);
}

export async function deleteMeetingType(tx: Db, id: string): Promise<void> {
  await tx('meeting_type_hosts').where({ meeting_type_id: id }).delete();
  await tx('slot_holds').where({ meeting_type_id: id }).delete();
  await tx('meeting_types').where({ id }).delete();
}

/** Returns whether meetings of a type are still to take place. */
export const typeHasLiveMeetings = async (db: Db, now: Date, accountId: string, typeId: string): Promise<boolean> =>
  (await db('meetings')
    .where({ account_id: accountId, meeting_type_id: typeId })
    .whereIn('status', ['scheduled', 'confirmed'])
    .where('ends_at', '>', now)
    .first('id')) !== undefined;

/**
 * Locks the types that list this host and no other: without it every host would hold them. The rows of all types that
 * list it are locked until the transaction ends, as a change of a type locks them.
 */
export async function lockTypesOfHostAlone(tx: Db, accountId: string, hostId: string): Promise<MeetingTypeRow[]> {
  const ids: string[] = await tx('meeting_type_hosts').where({ host_id: hostId }).pluck('meeting_type_id');
  const types = await tx('meeting_types').where({ account_id: accountId }).whereIn('id', ids).orderBy('id').forUpdate();
  const hosts = await listTypeHosts(tx, ids);
  return types.filter(({ id }) => hosts.get(id)?.every(({ host_id }) => host_id === hostId));
}

const hostsAmong = (db: Db, accountId: string, ids: readonly string[]) =>
  db('hosts')
    .where({ account_id: accountId })
    .whereIn('id', [...ids])
    .orderBy('id');

/** Lists those of the ids that are hosts of the account. */
export const listKnownHosts = async (db: Db, accountId: string, ids: readonly string[]): Promise<Set<string>> =>
  new Set(ids.length === 0 ? [] : await hostsAmong(db, accountId, ids).pluck('id'));

/** Lists the same, and keeps them from being deleted until the transaction ends. */
export const holdKnownHosts = async (tx: Db, accountId: string, ids: readonly string[]): Promise<Set<string>> =>
  new Set(ids.length === 0 ? [] : await hostsAmong(tx, accountId, ids).forShare().pluck('id'));

/** Lists those of the ids that are meeting types of the account. */
export const listKnownMeetingTypes = (db: Db, accountId: string, ids: readonly string[]): Promise<string[]> =>
  db('meeting_types')
    .where({ account_id: accountId })
    .whereIn('id', [...ids])
    .pluck('id');

/** A host as one who may hold meetings of a type. */
export interface TypeHost extends HostRow {
  weight: number;
  priority: number;
}

const MOST_HOSTS = 100;

/**
 * Lists the active hosts of a type: the ones it names, or all of the account if it names none. With very many hosts,
 * only the oldest. `first` is always included, and `only` excludes all others.
 */
export async function listHostsOfType(
  db: Db,
  accountId: string,
  typeId: string,
  { first, only }: { first?: string | null; only?: string | null } = {},
): Promise<TypeHost[]> {
  const rows: (HostRow & { weight: number | null; priority: number | null; listed: number })[] = await db('hosts as h')
    .leftJoin('meeting_type_hosts as m', function joinMembers() {
      this.on('m.host_id', 'h.id').andOn('m.meeting_type_id', db.raw('?', [typeId]));
    })
    .where({ 'h.account_id': accountId, 'h.is_active': true })
    .where((some) =>
      some
        .whereNotNull('m.host_id')
        .orWhereNotExists(db('meeting_type_hosts').where({ meeting_type_id: typeId }).select(db.raw('1'))),
    )
    .modify((query) => {
      if (only) query.where('h.id', only);
      if (first) query.orderByRaw('h.id = ? DESC', [first]);
    })
    .orderBy('h.id')
    .limit(MOST_HOSTS)
    .select('h.*', 'm.weight', 'm.priority');
  return rows.map((row) => ({ ...row, weight: row.weight ?? 1, priority: row.priority ?? 0 }));
}
