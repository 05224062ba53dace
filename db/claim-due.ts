import type { Knex } from 'knex';

/** A row that a process has to itself until its claim ends. */
export type Claimed<Row> = Row & { claimed_until: Date };

/**
 * Claims rows of a table that are due (`next_at`) until a time, at most `limit`. No other process claims them before it,
 * or before they are saved. `key` is the column that identifies a row.
 */
export const claimDue = <Row extends object>(
  db: Knex,
  { table, key }: { table: string; key: keyof Row & string },
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<Claimed<Row>[]> =>
  db.transaction(async (tx) => {
    const rows: Row[] = await tx(table as never)
      .where('next_at', '<=', now)
      .where((free) => free.whereNull('claimed_until').orWhere('claimed_until', '<=', now))
      .orderBy('next_at')
      .limit(limit)
      .forUpdate()
      .skipLocked();
    const keys = rows.map((row) => row[key] as string);
    if (keys.length > 0)
      await tx(table as never)
        .whereIn(key, keys)
        .update({ claimed_until: until } as never);
    return rows.map((row) => ({ ...row, claimed_until: until }));
  });
