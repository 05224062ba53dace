import type { Knex } from 'knex';
import { type FirstState, type Move, sourcesOf, type TargetOf } from '../../domain/messages/states.js';
import type { MessageStatus } from '../../schemas/message-statuses.js';
import type { Db } from '../connection.js';
import type { MessageRow } from './tables.js';

/** The columns that say how far a message is. Nothing but this file writes them. */
export type StateColumn = 'status' | 'claim_no' | 'claimed_at' | 'hold_reason' | 'hold_until';
/** Values of the other columns, written together with a move. */
type Written = { [C in Exclude<keyof MessageRow, StateColumn>]?: MessageRow[C] | Knex.Raw };

/** One message by its id, or those that a condition finds. */
type Which = string | ((messages: Knex.QueryBuilder) => unknown);

/** The reason that holds a message and its end, or null if only a user can end it. */
export interface HeldBy {
  reason: string;
  until: Date | null;
}

const NO_HOLD = { hold_reason: null, hold_until: null };
const holdColumns = ({ reason, until }: HeldBy) => ({ hold_reason: reason, hold_until: until });

/**
 * Moves messages along `MOVES` and answers how many stood where the move may begin; the others stay as they are. A
 * message that is moved tells of a hold only if the move says so.
 */
async function move<M extends Move>(
  tx: Db,
  now: Date,
  name: M,
  to: TargetOf<M>,
  which: Which,
  columns: Partial<Record<keyof MessageRow, unknown>> = {},
): Promise<number> {
  const query: Knex.QueryBuilder = tx('messages').whereIn('status', [...sourcesOf(name, to as MessageStatus)]);
  if (typeof which === 'string') query.where({ id: which });
  else which(query);
  return query.update({ ...NO_HOLD, ...columns, status: to, updated_at: now });
}

const moved = async (count: Promise<number>): Promise<boolean> => (await count) > 0;

/** A row to be; what it doesn't name is null. */
export type NewRow = Pick<
  MessageRow,
  'id' | 'account_id' | 'lead_id' | 'channel' | 'direction' | 'type' | 'created_at'
> &
  Partial<Omit<MessageRow, StateColumn>>;

/** Writes a new message, in a state that messages begin in. */
export async function insertMessage(
  tx: Db,
  row: NewRow & Partial<Pick<MessageRow, StateColumn>> & { status: FirstState; updated_at: Date },
): Promise<void> {
  await tx('messages').insert(row);
}

/** Writes a message whose first row is its claim. */
export async function insertClaimed(tx: Db, now: Date, row: NewRow): Promise<void> {
  await tx('messages').insert({ ...row, status: 'sending', claim_no: 1, claimed_at: now, updated_at: now });
}

/**
 * Claims a message before its provider is called, so that no two processes send it and a late result of an earlier
 * claim changes nothing. Fails if the message has changed since then, which the lock of its owner prevents.
 */
export async function claim(
  tx: Db,
  now: Date,
  { id, claim_no }: Pick<MessageRow, 'id' | 'claim_no'>,
  written: Written,
): Promise<number> {
  const claimNo = claim_no + 1;
  const which = (messages: Knex.QueryBuilder) => messages.where({ id, claim_no });
  if (!(await move(tx, now, 'claim', 'sending', which, { ...written, claim_no: claimNo, claimed_at: now }))) {
    throw new Error('The message that was to be claimed has moved.');
  }
  return claimNo;
}

/** Writes how the provider answered; false where the claim that called it was given up. */
export const recordOutcome = (
  tx: Db,
  now: Date,
  { id, claimNo }: { id: string; claimNo: number },
  to: TargetOf<'recordOutcome'>,
  written: Written,
  hold?: HeldBy,
): Promise<boolean> =>
  moved(
    move(tx, now, 'recordOutcome', to, (messages) => messages.where({ id, claim_no: claimNo }), {
      ...written,
      ...(hold && holdColumns(hold)),
    }),
  );

/** Gives up claims whose processes are gone: whether the messages left is unknown, and a late result says nothing. */
export const loseClaim = (tx: Db, now: Date, which: Which): Promise<boolean> =>
  moved(move(tx, now, 'loseClaim', 'unknown', which, { claim_no: nextClaim(tx) }));

/** Puts a message back into the queue under a new claim number, so that the earlier claim can't report on it. */
export const requeue = (
  tx: Db,
  now: Date,
  id: string,
  written: Written & { claimed_at?: null } = {},
): Promise<boolean> => moved(move(tx, now, 'requeue', 'queued', id, { ...written, claim_no: nextClaim(tx) }));

const nextClaim = (tx: Db): Knex.Raw => tx.raw('claim_no + 1');

/** Keeps back a message that has not left. */
export const hold = (
  tx: Db,
  now: Date,
  id: string,
  by: HeldBy,
  { as = 'held', ...written }: Written & { as?: TargetOf<'hold'> } = {},
): Promise<boolean> => moved(move(tx, now, 'hold', as, id, { ...written, ...holdColumns(by) }));

/** Keeps back a message that its provider had taken and then refused for the moment. */
export const holdRefused = (tx: Db, now: Date, id: string, by: HeldBy, written: Written): Promise<boolean> =>
  moved(move(tx, now, 'holdRefused', 'held', id, { ...written, ...holdColumns(by) }));

/** Ends a message that can never leave. */
export const giveUp = (
  tx: Db,
  now: Date,
  id: string,
  failure: Pick<MessageRow, 'failure_code' | 'failure'>,
): Promise<boolean> => moved(move(tx, now, 'giveUp', 'failed', id, failure));

/** Cancels messages that wait, and answers how many; what is with its provider stays as it is. */
export const cancel = (tx: Db, now: Date, which: Which, written: Written = {}): Promise<number> =>
  move(tx, now, 'cancel', 'cancelled', which, written);

/** Applies a receipt of a message. */
export const settle = (
  tx: Db,
  now: Date,
  id: string,
  to: TargetOf<'settle'>,
  written: Written = {},
): Promise<boolean> => moved(move(tx, now, 'settle', to, id, written));

/** Takes the end of a call. */
export const endCall = (
  tx: Db,
  now: Date,
  id: string,
  to: TargetOf<'endCall'>,
  written: Written = {},
): Promise<boolean> => moved(move(tx, now, 'endCall', to, id, written));
