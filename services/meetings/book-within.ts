import { loadBookingReferences } from '../../db/meetings/bookings.js';
import type { Work } from '../../db/work.js';
import { Abandoned, type Attempt, bookIn } from './book.js';
import type { BookingOutcome } from './booking-answer.js';
import type { BookingRequest } from './booking-request.js';
import { prepareFrom } from './prepare-booking.js';

/**
 * Books a slot as a part of the caller's transaction, so that the meeting is there with whatever else that writes, or
 * not at all. What can't be had leaves nothing behind and the transaction usable. Locks the host: whoever holds a
 * lead's lock already has locked the host before it. The caller sees to it that a request is made once.
 */
export async function bookWithin(
  work: Work,
  request: BookingRequest & { idempotencyKey: null },
): Promise<BookingOutcome | { outcome: 'conflict' }> {
  const { tx, now } = work;
  const { accountId, hostId, meetingTypeId, agentId, leadId } = request;
  const named = { accountId, hostId, meetingTypeId, agentId, leadId, keyHash: null };
  const [references] = await loadBookingReferences(tx, [named]);
  if (!references) throw new Error('What a booking refers to was not read.');
  const prepared = prepareFrom(now, request, references);
  if ('outcome' in prepared) return prepared;
  const attempt = await inPart(work, (part) => bookIn(part, prepared));
  if (attempt.outcome === 'conflict' || attempt.outcome === 'key_taken') return { outcome: 'conflict' };
  return attempt;
}

/** Does a part of the work that can be taken back alone. */
async function inPart(work: Work, book: (part: Work) => Promise<Attempt>): Promise<Attempt> {
  try {
    return await work.tx.transaction((tx) => book({ ...work, tx }));
  } catch (error) {
    if (!(error instanceof Abandoned)) throw error;
    return error.attempt;
  }
}
