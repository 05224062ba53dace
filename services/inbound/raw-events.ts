import type { Knex } from 'knex';
import { emptyInboundEvents } from '../../db/inbound/hooks.js';

const DAY_MS = 86_400_000;
const BATCH = 500;
/** What a call empties at most, so that a long backlog doesn't keep its caller from other work. */
const BATCHES = 20;

/**
 * Empties what providers sent `days` ago and that was worked by then. The event itself stays, with the key that a
 * repeat of it is known by, however late it comes; so does the payload of one that could not be worked yet. Answers how
 * many were emptied.
 */
export async function emptyRawEvents(db: Knex, now: Date, days: number): Promise<number> {
  const before = new Date(now.getTime() - days * DAY_MS);
  let emptied = 0;
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const count = await emptyInboundEvents(db, now, before, BATCH);
    emptied += count;
    if (count < BATCH) break;
  }
  return emptied;
}
