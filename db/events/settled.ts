import { setTimeout as pause } from 'node:timers/promises';
import type { Knex } from 'knex';
import type { Db } from '../connection.js';

/** The distance behind the cursor at which a missing place is looked for. Older places are written by then. */
const LOOKED_BACK = 1_000;
/** For so long after the event behind it was made, a missing place may be one that was given out and not yet written. */
const YOUNG_MS = 2_000;
/** Longer than it takes to write a row whose place has been given out: nothing is waited for in between. */
const PAUSE_MS = 200;

/** Reads events in the order of their places, up to one if it is named. */
type Reading = (db: Db, upTo: number | undefined) => Knex.QueryBuilder;

/**
 * Reads events with no later insert before the last one, so a reader that continues after it misses none.
 *
 * An event gets its sequence number when it is written, but becomes visible when its transaction commits. An event with
 * an earlier number may therefore appear after a reader has passed it. The result ends before the first event of an
 * open transaction. These are read without waiting for their commits, after the events themselves, so that a
 * transaction that commits in between counts as open too. A number is even assigned a moment before its row is written.
 * If one is missing right before a recent event, both are read once more after that moment. A number that is still
 * missing was rolled back.
 */
export async function readSettled<Row extends { seq: number }>(db: Db, read: Reading): Promise<Row[]> {
  for (let upTo: number | undefined; ; await pause(PAUSE_MS)) {
    const rows = (await read(db, upTo)) as Row[];
    const last = rows.at(-1);
    if (!last) return rows;
    const written = await db.transaction(
      (tx): Promise<Written[]> =>
        read(tx, last.seq)
          .clearSelect()
          .select('seq', tx.raw(BEHIND_GAP, [last.seq - LOOKED_BACK, last.seq])) as unknown as Promise<Written[]>,
      { isolationLevel: 'read uncommitted' },
    );
    if (upTo === undefined && isYoung(written[0]?.behind_gap)) {
      upTo = last.seq;
      continue;
    }
    const open = written.findIndex(({ seq }, at) => seq !== rows[at]?.seq);
    return open < 0 ? rows : rows.slice(0, open);
  }
}

interface Written {
  seq: number;
  behind_gap: string | null;
}

/** The newest event, of whatever account, whose place doesn't follow the one before it. */
const BEHIND_GAP = `(SELECT MAX(g.id) FROM (
    SELECT e.id, e.seq, LAG(e.seq) OVER (ORDER BY e.seq) AS prior FROM events e WHERE e.seq > ? AND e.seq <= ?
  ) g WHERE g.seq > g.prior + 1) AS behind_gap`;

/** Returns whether an event was made just now, which its id begins with. */
const isYoung = (id: string | null | undefined): boolean =>
  typeof id === 'string' && Date.now() - Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16) < YOUNG_MS;
