import { heartbeat } from '@temporalio/activity';
import type { Knex } from 'knex';
import type { OutboxItem } from '../db/outbox.js';
import type { Clock } from '../runtime/clock.js';
import { cancelCycleById, workCycle } from '../services/job-cycles.js';
import type { CyclePiece, CycleProgress } from '../workflows/background-job-cycle.protocol.js';

export interface JobDependencies {
  db: Knex;
  clock: Clock;
  /** Tries instructions to Temporal right after their commit; never throws and is not waited for. */
  dispatch: (items: OutboxItem[]) => void;
}

const BEAT_MS = 3_000;

/** The activities that work background jobs. Each piece is a transaction: a repeat goes on behind the last one. */
export const createJobActivities = ({ db, clock, dispatch }: JobDependencies) => ({
  /** Works the next piece of a cycle. */
  async workJobCycle(piece: CyclePiece): Promise<CycleProgress> {
    const beat = setInterval(() => heartbeat(), BEAT_MS);
    try {
      const { progress, pending } = await workCycle(db, clock, piece);
      if (pending.length > 0) dispatch(pending);
      return progress;
    } finally {
      clearInterval(beat);
    }
  },
  /** Notes in the database that a cycle's run was cancelled. */
  cancelJobCycle: (piece: CyclePiece): Promise<void> => cancelCycleById(db, clock, piece),
});
