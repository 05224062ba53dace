import type { Knex } from 'knex';
import { emptySteps } from '../../db/models/steps.js';

const DAY_MS = 86_400_000;
const BATCH = 500;
/** The maximum number of batches per call, so that a long backlog doesn't keep its caller from other work. */
const BATCHES = 20;

/** Empties what models were asked and answered `days` ago; what it cost stays. */
export async function clearOldSteps(db: Knex, now: Date, days: number): Promise<void> {
  const before = new Date(now.getTime() - days * DAY_MS);
  for (let batch = 0; batch < BATCHES; batch += 1) {
    if ((await emptySteps(db, before, BATCH)) < BATCH) return;
  }
}
