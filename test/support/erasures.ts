import type { Knex } from 'knex';
import { createLogger } from '../../runtime/logger.js';
import { createSecretBox } from '../../runtime/secret-box.js';
import { type ErasureDependencies, searchErased } from '../../services/leads/erasures.js';
import { TEST_SECRET } from './api.js';
import { workOn } from './work.js';

/** The dependencies of erasure searches without Temporal. */
export const erasureDeps = (db: Knex): ErasureDependencies => ({
  ...workOn(db),
  box: createSecretBox([TEST_SECRET]),
  logger: createLogger('silent', 'test'),
});

/** Finishes the erasure of a lead as its workflow does, as if the time that it waits were over. */
export async function finishErasure(db: Knex, leadId: string): Promise<void> {
  await db('erasures')
    .where({ lead_id: leadId })
    .update({ search_from: db.raw('requested_at') });
  const erasure = (await db('erasures').where({ lead_id: leadId }).first('id'))!;
  for (;;) {
    const { finished, step, sleepUntil } = await searchErased(erasureDeps(db), erasure.id);
    if (finished) return;
    if (sleepUntil) throw new Error(`the erasure waits at ${step}`);
  }
}
