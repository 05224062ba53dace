import type { Db } from '../../db/connection.js';
import { findSeat, type Seat } from '../../db/conversations/seats.js';
import { findLead } from '../../db/leads/leads.js';
import { ApiError } from '../http/errors.js';
import { found, pathId } from '../http/path-id.js';

/** Finds a conversation of the account. */
export const requireConversation = async (db: Db, accountId: string, id: string): Promise<Seat> =>
  found(await findSeat(db, accountId, pathId(id, 'CONVERSATION_NOT_FOUND')), 'CONVERSATION_NOT_FOUND');

/**
 * Finds a conversation that somebody acts in, which can't be one with an erased lead. Whoever writes of it locks the lead
 * with it, so that no erase passes by.
 */
export async function requireActable(db: Db, accountId: string, id: string, find = findLead): Promise<Seat> {
  const seat = await requireConversation(db, accountId, id);
  const lead = seat.lead_id === null ? undefined : await find(db, accountId, seat.lead_id);
  if (lead?.erased_at) throw new ApiError('LEAD_ERASED');
  return seat;
}
