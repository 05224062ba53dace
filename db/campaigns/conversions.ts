import type { Knex } from 'knex';
import type { Db } from '../connection.js';
import { type IdPage, newestFirst } from '../keyset.js';
import type { AgentRunRow } from '../tables.js';
import type { ConversionRow, ConversionTypeRow } from './tables.js';

export const findConversionType = (db: Db, accountId: string, id: string): Promise<ConversionTypeRow | undefined> =>
  db('conversion_types').where({ account_id: accountId, id }).first();

/** Locks the row of the type until the transaction ends. */
export const lockConversionType = (tx: Db, accountId: string, id: string): Promise<ConversionTypeRow | undefined> =>
  tx('conversion_types').where({ account_id: accountId, id }).forUpdate().first();

export const listConversionTypes = (
  db: Db,
  accountId: string,
  category: string | undefined,
  page: IdPage,
): Promise<ConversionTypeRow[]> => {
  const query: Knex.QueryBuilder = db('conversion_types').where({ account_id: accountId });
  if (category !== undefined) query.where({ category });
  return newestFirst(query, page);
};

/** Throws the driver's duplicate error when the name is taken. */
export async function insertConversionType(tx: Db, row: ConversionTypeRow): Promise<void> {
  await tx('conversion_types').insert(row);
}

/** Throws the driver's duplicate error when the name is taken. */
export async function updateConversionType(tx: Db, id: string, changes: Partial<ConversionTypeRow>): Promise<void> {
  await tx('conversion_types').where({ id }).update(changes);
}

export async function deleteConversionType(tx: Db, id: string): Promise<void> {
  await tx('conversion_types').where({ id }).delete();
}

/** Returns whether any conversion is of the type. */
export const isTypeUsed = async (db: Db, accountId: string, id: string): Promise<boolean> =>
  (await db('conversions').where({ account_id: accountId, conversion_type_id: id }).first('id')) !== undefined;

/** Finds the names of types, by id. */
export async function conversionTypeNames(db: Db, ids: readonly string[]): Promise<Map<string, ConversionTypeRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db('conversion_types').whereIn('id', [...new Set(ids)]);
  return new Map(rows.map((row) => [row.id, row]));
}

/** A filter of conversions. Without fields, it matches all of the account. */
export interface ConversionFilter {
  leadId?: string | undefined;
  typeId?: string | undefined;
  agentId?: string | undefined;
  convertedAfter?: Date | undefined;
  convertedBefore?: Date | undefined;
}

function matching(db: Db, accountId: string, filter: ConversionFilter): Knex.QueryBuilder {
  const query: Knex.QueryBuilder = db('conversions').where({ account_id: accountId });
  if (filter.leadId !== undefined) query.where({ lead_id: filter.leadId });
  if (filter.typeId !== undefined) query.where({ conversion_type_id: filter.typeId });
  if (filter.agentId !== undefined) query.where({ agent_id: filter.agentId });
  if (filter.convertedAfter) query.where('converted_at', '>', filter.convertedAfter);
  if (filter.convertedBefore) query.where('converted_at', '<', filter.convertedBefore);
  return query;
}

export const listConversions = (
  db: Db,
  accountId: string,
  filter: ConversionFilter,
  page: IdPage,
): Promise<ConversionRow[]> =>
  newestFirst(matching(db, accountId, filter), page) as unknown as Promise<ConversionRow[]>;

export async function countConversions(db: Db, accountId: string, filter: ConversionFilter): Promise<number> {
  const [row] = (await matching(db, accountId, filter).count({ n: '*' })) as { n: number }[];
  return Number(row?.n ?? 0);
}

export const findConversion = (db: Db, accountId: string, id: string): Promise<ConversionRow | undefined> =>
  db('conversions').where({ account_id: accountId, id }).first();

export async function insertConversion(tx: Db, row: ConversionRow): Promise<void> {
  await tx('conversions').insert(row);
}

/** Removes a conversion; false when the account has none with this id. */
export const deleteConversion = async (tx: Db, accountId: string, id: string): Promise<boolean> =>
  (await tx('conversions').where({ account_id: accountId, id }).delete()) > 0;

/**
 * Finds the enrolment that a success of `at` is put down to: of those that had begun by then, the one that was open and
 * acted last, else the one that had ended last, after `since`.
 */
export const findCreditedRun = (
  db: Db,
  accountId: string,
  leadId: string,
  { at, since }: { at: Date; since: Date },
): Promise<Pick<AgentRunRow, 'id' | 'agent_id'> | undefined> =>
  db('agent_runs')
    .where({ account_id: accountId, lead_id: leadId })
    .where('enrolled_at', '<=', at)
    .where((query) => query.where({ open_slot: 1 }).orWhere('ended_at', '>=', since))
    .orderByRaw('(open_slot IS NULL AND ended_at <= ?), COALESCE(ended_at, last_step_at, enrolled_at) DESC, id DESC', [
      at,
    ])
    .first('id', 'agent_id');
