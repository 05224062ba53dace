import type { Knex } from 'knex';
import { inTransaction } from '../db/connection.js';
import type { AgentRunRow } from '../db/tables.js';
import { wakeRuns } from './wake.js';

const PAGE = 500;

/**
 * Wakes every open enrolment, of one account or of all. A workflow that Temporal no longer knows starts anew at the
 * step its row tells, so a lost Temporal database is rebuilt from here; where the workflow still runs it only looks at
 * its rows. Answers how many there were.
 */
export async function rebuildRuns(db: Knex, now: Date, accountId?: string): Promise<number> {
  let after = '';
  for (let total = 0; ; ) {
    const open = db('agent_runs').where({ open_slot: 1 }).where('id', '>', after).orderBy('id').limit(PAGE);
    if (accountId !== undefined) open.where({ account_id: accountId });
    const runs: AgentRunRow[] = await open;
    const last = runs.at(-1);
    if (!last) return total;
    await inTransaction(db, (tx) => wakeRuns(tx, now, runs, 'rebuilt'));
    total += runs.length;
    after = last.id;
  }
}
