import type { Knex } from 'knex';
import { isDuplicate, isLocked } from '../../db/connection.js';
import { lockLead } from '../../db/leads/leads.js';
import { addressHashesOf } from '../../db/leads/suppressions.js';
import { insertBookingKey, loadBookingReferences, lockForBooking } from '../../db/meetings/bookings.js';
import { deleteHold, insertMeeting, takeCells } from '../../db/meetings/meetings.js';
import type { HostRow, MeetingRow } from '../../db/tables.js';
import { inWork, type Work } from '../../db/work.js';
import { bookingWorkflowId } from '../../domain/flow/ids.js';
import { isCalendarStale } from '../../domain/meetings/calendar-state.js';
import type { SlotConflict } from '../../domain/meetings/slots.js';
import { addDays, dayOf, instantOf } from '../../domain/time/zoned.js';
import type { Channel } from '../../schemas/cadence/cadence.js';
import type { BookingOperations } from '../../schemas/meetings/book-meeting.js';
import { startBooking } from '../instructions/meetings.js';
import { contactProblem } from '../messages/preconditions.js';
import { type Booked, type BookingOutcome, bookingWarnings, operationsOf, viewOf } from './booking-answer.js';
import { type BookingRequest, type Invalid, invalid, type SlotRefused } from './booking-request.js';
import type { BookingTools } from './booking-tools.js';
import { findAlternatives } from './host-availability.js';
import { emitMeetingEvent, runOf } from './meeting-events.js';
import { toMeetingRow } from './new-meeting.js';
import { keyIsTaken, leadProblem, type Prepared, prepare, prepareFrom } from './prepare-booking.js';
import { type FreeSlot, type SlotRequest, slotRefused, takeSlot } from './take-slot.js';

/** Ends a booking whose rows are partly written, so that they are rolled back. */
class BookingRolledBack extends Error {
  readonly attempt: Attempt;
  constructor(attempt: Attempt) {
    super('The booking is rolled back.');
    this.attempt = attempt;
  }
}

/** The outcome of one booking attempt. */
type Attempt =
  | Booked
  | Invalid
  | { outcome: 'conflict'; conflicts: SlotConflict[] }
  | { outcome: 'key_taken' }
  | { outcome: 'in_progress' };

/**
 * Books a slot with a host, in one transaction: the meeting, its cells of the host's time, its key, the event, what the
 * exit rules make of it, and the instruction to Temporal. The host's row is locked first and the cells are unique, so
 * of any number of requests for one slot exactly one gets it. A key that has booked answers with its meeting, for ever.
 */
export async function bookMeeting(tools: BookingTools, request: BookingRequest): Promise<BookingOutcome> {
  if (request.idempotencyKey === null) return book(tools, request);
  const key = `${request.accountId}/${request.idempotencyKey}`;
  return (await tools.inFlight(key, () => book(tools, request))) ?? { outcome: 'in_progress' };
}

async function book(tools: BookingTools, request: BookingRequest): Promise<BookingOutcome> {
  for (;;) {
    const prepared = await prepare(tools, request);
    if ('outcome' in prepared) return prepared;
    const attempt = await tools.slotMutex<Attempt>(
      request.hostId,
      slotKey(prepared),
      () => attemptBooking(tools, prepared),
      ({ outcome }) => outcome === 'conflict',
    );
    if (attempt.outcome === 'key_taken') continue;
    if (attempt.outcome !== 'conflict') return attempt;
    // A conflict with one's own booking: the same key came twice at once.
    if (prepared.key && (await keyIsTaken(tools, prepared))) continue;
    return refuse(tools, prepared, attempt.conflicts);
  }
}

/** Returns the key of a slot. Requests with the same key have the same conflicts and alternatives. */
const slotKey = ({ request, wanted }: Prepared): string =>
  [
    ...[request.accountId, request.hostId, request.meetingTypeId, wanted.start],
    ...[request.allowOutside, request.holdId ?? ''],
  ].join('/');

async function attemptBooking(tools: BookingTools, prepared: Prepared): Promise<Attempt> {
  tools.assertInTime();
  try {
    return await inWork(tools, async (work) => {
      const attempt = await bookIn(work, prepared);
      tools.assertInTime();
      return attempt;
    });
  } catch (error) {
    if (!(error instanceof BookingRolledBack)) throw error;
    return error.attempt;
  }
}

/** The day of the meeting on the host's clock, on which another meeting of the same lead is worth a warning. */
function dayAround(host: HostRow, start: number): { from: Date; to: Date } {
  const day = dayOf(start, host.timezone);
  return {
    from: new Date(instantOf(day, 0, host.timezone)),
    to: new Date(instantOf(addDays(day, 1), 0, host.timezone)),
  };
}

/** Books in the caller's transaction; throws `BookingRolledBack` if its rows have to be rolled back. */
const bookIn = (work: Work, prepared: Prepared): Promise<Attempt> =>
  takeSlot(
    work,
    () => lockBooking(work, prepared),
    (free, { host }) => writeBooking(work, prepared, host, free),
  );

type BookingStop = Invalid | { outcome: 'key_taken' } | { outcome: 'in_progress' };

/**
 * Locks the host, unless the key has been used since then. The same read returns the lead's data with the host's time.
 */
async function lockBooking(
  { tx }: Work,
  { request, references, start, wanted, key }: Prepared,
): Promise<(SlotRequest & { host: HostRow }) | BookingStop> {
  const { accountId, hostId, holdId, leadId } = request;
  const locked = await lockForBooking(tx, accountId, hostId, key?.hash ?? null);
  if (locked.outcome !== 'locked') return locked;
  const { host } = locked;
  if (!host) return invalid('HOST_NOT_FOUND', '/host_id');
  const addresses = references.lead ? addressHashesOf(references.lead) : [];
  const lead = { accountId, id: leadId, ...dayAround(host, start), addresses };
  return { wanted, hosts: [host], host, hostId, holdId, lead };
}

async function writeBooking(work: Work, prepared: Prepared, host: HostRow, free: FreeSlot): Promise<Booked | Invalid> {
  const { tx, now } = work;
  const { request, references, type, start, answers, key } = prepared;
  const { check, cells, suppressed, leadMeetings, typeExists: isTypeThere } = free;
  if (!isTypeThere) return invalid('MEETING_TYPE_NOT_FOUND', '/meeting_type_id');
  const lead = await lockLead(tx, request.accountId, request.leadId);
  const gone = leadProblem(lead);
  if (!lead || gone) return gone ?? invalid('LEAD_NOT_FOUND', '/lead_id');
  const reaches = (channel: Channel) => !contactProblem(lead, suppressed, channel);
  const calendar = references.host?.calendar ?? null;

  const meeting = toMeetingRow(now, request, {
    host,
    type,
    lead,
    start,
    blockId: check.blockId,
    answers,
    calendarProvider: calendar?.provider ?? null,
    canInvite: reaches('email'),
  });
  meeting.booking_workflow_id = bookingWorkflowId(key?.hash.toString('hex') ?? meeting.id);
  const warnings = bookingWarnings({
    now,
    meeting,
    check,
    sameDay: leadMeetings.length > 0,
    calendarFails: calendar ? isCalendarStale(calendar, now) : false,
  });
  const operations = operationsOf(now, meeting, type, reaches);
  const result = await emitMeetingEvent(work, meeting, 'meeting.scheduled', request.origin);
  meeting.agent_run_id = runOf(result, meeting);
  if (result.acted.length > 0) operations.cadence = 'stopped';
  await insertMeeting(tx, meeting);
  await takeTime(tx, host, meeting, cells);
  if (key) await takeKey(work, { key, meeting, warnings, operations });
  if (request.holdId !== null) await deleteHold(tx, request.accountId, request.holdId);
  await startBooking(work, meeting);
  return { outcome: 'booked', replayed: false, view: viewOf(meeting), warnings, operations };
}

interface KeyUse {
  key: { hash: Buffer; fingerprint: Buffer };
  meeting: MeetingRow;
  warnings: string[];
  operations: BookingOperations;
}

/** Gives the key to the meeting; gives the booking up when another has the key, or holds it for too long. */
async function takeKey(work: Work, { key, meeting, warnings, operations }: KeyUse): Promise<void> {
  const { tx, now } = work;
  try {
    await insertBookingKey(tx, {
      account_id: meeting.account_id,
      key_hash: key.hash,
      fingerprint: key.fingerprint,
      meeting_id: meeting.id,
      warnings: JSON.stringify(warnings),
      operations: JSON.stringify(operations),
      answer: JSON.stringify(viewOf(meeting)),
      created_at: now,
    });
  } catch (error) {
    if (isDuplicate(error)) throw new BookingRolledBack({ outcome: 'key_taken' });
    if (isLocked(error)) throw new BookingRolledBack({ outcome: 'in_progress' });
    throw error;
  }
}

/** Takes the cells. That one is taken though the look said otherwise can only come of a writer that locks no host. */
async function takeTime(tx: Knex, host: HostRow, meeting: MeetingRow, cells: readonly number[]): Promise<void> {
  try {
    await takeCells(tx, host.id, meeting.id, cells);
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    throw new BookingRolledBack({ outcome: 'conflict', conflicts: [] });
  }
}

/** Returns the response for an unavailable slot. */
async function refuse(tools: BookingTools, prepared: Prepared, conflicts: SlotConflict[]): Promise<SlotRefused> {
  const { request, wanted } = prepared;
  const { accountId, hostId } = request;
  const alternatives = await tools.refusals(slotKey(prepared), () =>
    findAlternatives(tools.db, accountId, wanted, {}, hostId),
  );
  return slotRefused(hostId, conflicts, alternatives);
}

/**
 * Books a slot within the caller's transaction, so that the meeting commits together with its other writes or not at
 * all. A slot that isn't available leaves nothing behind and the transaction usable. It locks the host, so a caller
 * that locks a lead has to lock the host before. The caller makes sure that a request is made once.
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
  const attempt = await inSavepoint(work, (part) => bookIn(part, prepared));
  if (attempt.outcome === 'conflict' || attempt.outcome === 'key_taken') return { outcome: 'conflict' };
  return attempt;
}

/** Does a part of the work that can be taken back alone. */
async function inSavepoint(work: Work, book: (part: Work) => Promise<Attempt>): Promise<Attempt> {
  try {
    return await work.tx.transaction((tx) => book({ ...work, tx }));
  } catch (error) {
    if (!(error instanceof BookingRolledBack)) throw error;
    return error.attempt;
  }
}
