import type { Knex } from 'knex';
import type { Db } from '../../db/connection.js';
import { findStanding } from '../../db/conversations/conversations.js';
import { finishStep, insertStep, type StepKey } from '../../db/models/steps.js';
import type { AgentStepRow } from '../../db/tables.js';
import { MOST_SUPERSEDED, type Thought } from './thought.js';

/** Where the steps of a turn are written down, and what tells that something newer came in meanwhile. */
export interface Notebook {
  insert(tx: Db, row: AgentStepRow): Promise<void>;
  finish(tx: Db, key: StepKey, changes: Partial<AgentStepRow>): Promise<void>;
  isOutdated(db: Knex, thought: Thought): Promise<boolean>;
}

/** Tells whether something was said, or somebody took over, since the turn began to be thought about. */
async function isOutdated(db: Knex, { seat, claimNo, turnNo, through }: Thought): Promise<boolean> {
  const standing = await findStanding(db, seat.id, through);
  if (standing?.handler !== 'agent') return true;
  if (standing.claim_no !== claimNo || standing.next_turn !== turnNo) return true;
  return standing.has_newer && standing.superseded < MOST_SUPERSEDED;
}

/** Keeps the steps of turns that are taken. */
export const STEPS_OF_TURNS: Notebook = { insert: insertStep, finish: finishStep, isOutdated };

/** The steps of a trial, with what was asked and answered. */
export interface TrialNotebook extends Notebook {
  stepsOf(turnNo: number): AgentStepRow[];
}

const EMPTY = { request: '[]', response: '', results: '[]' };

/**
 * Keeps the steps of a trial in memory, for its answer. Its rows hold what they cost and nothing that was said, so that
 * it counts as spent and there is nothing of it to erase.
 */
export function trialNotebook(): TrialNotebook {
  const rows: AgentStepRow[] = [];
  const isOf = (row: StepKey, key: StepKey) =>
    row.turn_no === key.turn_no && row.claim_no === key.claim_no && row.step_no === key.step_no;
  return {
    insert(tx, row) {
      rows.push({ ...row });
      return insertStep(tx, { ...row, ...EMPTY });
    },
    finish(tx, key, changes) {
      const row = rows.find((each) => isOf(each, key));
      if (row) Object.assign(row, changes);
      return finishStep(tx, key, { ...changes, ...EMPTY });
    },
    isOutdated: async () => false,
    stepsOf: (turnNo) => rows.filter(({ turn_no }) => turn_no === turnNo),
  };
}
