import { listOpenRunsAfter } from '../../db/agent-runs/lists.js';
import { inWork, type WorkDependencies } from '../../db/work.js';
import { wakeRuns } from '../instructions/agent-runs.js';

const PAGE = 500;

/**
 * Wakes every open enrollment of one account or all. A workflow that Temporal no longer has is started at its row's
 * step, so a lost Temporal database is rebuilt from here. A workflow that still runs only reads its rows. Returns their
 * number.
 */
export async function rebuildRuns(deps: WorkDependencies, accountId?: string): Promise<number> {
  let after = '';
  for (let total = 0; ; ) {
    const runs = await listOpenRunsAfter(deps.db, accountId, after, PAGE);
    const last = runs.at(-1);
    if (!last) return total;
    await inWork(deps, (work) => wakeRuns(work, runs, 'rebuilt'));
    total += runs.length;
    after = last.id;
  }
}
