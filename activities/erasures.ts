import { activityInfo } from '@temporalio/activity';
import { type ErasureDependencies, searchErased } from '../services/leads/erasures.js';
import type { ErasureInput, ErasureProgress } from '../workflows/erasure.protocol.js';

/** Creates the activity that finishes erasures. Each piece is one transaction: a repeat continues behind the last one. */
export const createErasureActivities = (deps: ErasureDependencies) => ({
  searchErased: ({ erasureId }: ErasureInput): Promise<ErasureProgress> =>
    searchErased(deps, erasureId, { attempt: activityInfo().attempt }),
});
