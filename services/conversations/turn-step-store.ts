import type { Knex } from 'knex';
import type { Db } from '../../db/connection.js';
import { findClaimState } from '../../db/conversations/conversations.js';
import { finishStep, insertStep, type StepKey } from '../../db/models/steps.js';
import type { AgentStepRow } from '../../db/tables.js';
import { MAX_SUPERSEDED, type ModelTurn } from './model-turn.js';

/** The storage for the steps of a turn, with a check for newer events. */
export interface TurnStepStore {
  insert(tx: Db, row: AgentStepRow): Promise<void>;
  finish(tx: Db, key: StepKey, changes: Partial<AgentStepRow>): Promise<void>;
  isOutdated(db: Knex, modelTurn: ModelTurn): Promise<boolean>;
}

/** Returns whether a message or a takeover followed the start of the turn. */
async function isOutdated(db: Knex, { conversation, claimNo, turnNo, through }: ModelTurn): Promise<boolean> {
  const standing = await findClaimState(db, conversation.id, through);
  if (standing?.handler !== 'agent') return true;
  if (standing.claim_no !== claimNo || standing.next_turn !== turnNo) return true;
  return standing.has_newer && standing.superseded < MAX_SUPERSEDED;
}

/** Stores the steps of real turns in the database. */
export const STORED_STEPS: TurnStepStore = { insert: insertStep, finish: finishStep, isOutdated };

/** The steps of a trial, with what was asked and answered. */
export interface TrialStepStore extends TurnStepStore {
  stepsOf(turnNo: number): AgentStepRow[];
}

const EMPTY = { request: '[]', response: '', results: '[]' };

/**
 * Keeps the steps of a trial in memory, for its answer. Its rows hold what they cost and nothing that was said, so that
 * it counts as spent and there is nothing of it to erase.
 */
export function trialStepStore(): TrialStepStore {
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
