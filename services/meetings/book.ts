import type { Knex } from 'knex';
import {
  type BookingReferences,
  insertBookingKey,
  loadBookingReferences,
  lockForBooking,
  type ReferenceIds,
} from '../../db/bookings.js';
import { type Db, fromJson, inTransaction, isDuplicate, isLocked } from '../../db/connection.js';
import { lockLeadRow } from '../../db/leads.js';
import { deleteHold, findMeeting, insertMeeting, takeCells } from '../../db/meetings.js';
import { type OutboxItem, takePending } from '../../db/outbox.js';
import { placesOf } from '../../db/suppressions.js';
import type { HostRow, MeetingRow, MeetingTypeRow } from '../../db/tables-meetings.js';
import { bookingWorkflowId } from '../../domain/flow/ids.js';
import { type Answers, checkAnswers } from '../../domain/meetings/answers.js';
import {
  cellsOf,
  checkHeldSlot,
  checkSlot,
  refusalOf,
  type SlotCheck,
  slotAt,
  type Wanted,
} from '../../domain/meetings/slots.js';
import { readInstant } from '../../domain/meetings/starts-at.js';
import { addDays, dayOf, instantOf } from '../../domain/zoned.js';
import {
  type Contest,
  createContest,
  createGathering,
  createRepeats,
  createSharing,
  type Gathering,
  type Repeats,
  type Sharing,
} from '../../runtime/turns.js';
import type { BookingOperations } from '../../schemas/book-meeting.js';
import type { Channel } from '../../schemas/cadence.js';
import type { Question } from '../../schemas/meeting-types.js';
import { contactProblem } from '../outgoing-scene.js';
import { bookingWarnings, operationsOf } from './booking-answer.js';
import {
  type BookingRequest,
  bookingKeyHash,
  fingerprintOf,
  type Invalid,
  invalid,
  type SlotRefused,
} from './booking-request.js';
import { followUp, runOf, tellOfMeeting } from './follow-up.js';
import { toMeetingRow } from './new-meeting.js';
import { type BookedView, replayView, viewOf } from './replay.js';
import { findAlternatives, loadSchedules, rangeAround, rulesOf } from './schedules.js';

export interface Booked {
  outcome: 'booked';
  replayed: boolean;
  view: BookedView;
  warnings: string[];
  operations: BookingOperations;
  pending: OutboxItem[];
}

export type BookingOutcome = Booked | Invalid | SlotRefused | { outcome: 'key_reused' } | { outcome: 'in_progress' };

export interface BookingTools {
  db: Knex;
  /** Those who want the same slot at the same time: one wins, and one looks why the others can't. */
  contest: Contest;
  /** What many lose at once is looked for once. */
  sharing: Sharing;
  /** A repeat of a key whose first request is not answered yet waits for it. */
  repeats: Repeats;
  /** What bookings of an account that come at once refer to is read together. */
  references: Gathering<ReferenceIds, BookingReferences>;
  now: Date;
  /** Throws when the caller has been answered already, so that nothing is committed behind its back. */
  assertInTime: () => void;
}

/** How long a repeat waits for a first request of the same process; one of another process it doesn't wait for. */
const PATIENCE_MS = 2_000;

/** A read that takes longer may hang with its connection. */
const READ_MS = 100;
const READ_TOGETHER = 100;

/** What the bookings of one process share. */
export const createBookingTools = (
  db: Knex,
): Pick<BookingTools, 'db' | 'contest' | 'sharing' | 'repeats' | 'references'> => ({
  db,
  contest: createContest(),
  sharing: createSharing(),
  repeats: createRepeats(PATIENCE_MS),
  references: createGathering((_account, requests) => loadBookingReferences(db, requests), {
    patienceMs: READ_MS,
    atOnce: READ_TOGETHER,
  }),
});

/** Ends a booking whose rows are written in part, so that they are taken back. */
class Abandoned extends Error {
  readonly attempt: Attempt;
  constructor(attempt: Attempt) {
    super('The booking is taken back.');
    this.attempt = attempt;
  }
}

/** What is settled before any lock is taken. */
interface Prepared {
  request: BookingRequest;
  references: BookingReferences;
  type: MeetingTypeRow;
  start: number;
  wanted: Wanted;
  answers: Answers | null;
  key: { hash: Buffer; fingerprint: Buffer } | null;
}

type Attempt =
  | Booked
  | Invalid
  | { outcome: 'conflict'; check: SlotCheck }
  | { outcome: 'key_taken' }
  | { outcome: 'in_progress' };

const NO_HOLD = '/hold_id is no hold of this slot, or has run out; leave it out, or hold the slot again.';

/**
 * Books a slot with a host, in one transaction: the meeting, its cells of the host's time, its key, the event, what the
 * exit rules make of it, and the instruction to Temporal. The host's row is locked first and the cells are unique, so
 * of any number of requests for one slot exactly one gets it. A key that has booked answers with its meeting, for ever.
 */
export async function bookMeeting(tools: BookingTools, request: BookingRequest): Promise<BookingOutcome> {
  if (request.idempotencyKey === null) return book(tools, request);
  const key = `${request.accountId}/${request.idempotencyKey}`;
  return (await tools.repeats(key, () => book(tools, request))) ?? { outcome: 'in_progress' };
}

async function book(tools: BookingTools, request: BookingRequest): Promise<BookingOutcome> {
  for (;;) {
    const prepared = await prepare(tools, request);
    if ('outcome' in prepared) return prepared;
    const attempt = await tools.contest<Attempt>(
      request.hostId,
      slotKey(prepared),
      () => attemptBooking(tools, prepared),
      ({ outcome }) => outcome === 'conflict',
    );
    if (attempt.outcome === 'key_taken') continue;
    if (attempt.outcome !== 'conflict') return attempt;
    // A conflict with one's own booking: the same key came twice at once.
    if (prepared.key && (await keyIsTaken(tools, prepared))) continue;
    return refuse(tools, prepared, attempt.check);
  }
}

/** What decides about a slot: requests that agree in it have the same conflicts and alternatives. */
const slotKey = ({ request, wanted }: Prepared): string =>
  [
    ...[request.accountId, request.hostId, request.meetingTypeId, wanted.start],
    ...[request.allowOutside, request.holdId ?? ''],
  ].join('/');

const referencesOf = ({ references }: BookingTools, request: BookingRequest, hash: Buffer | null) =>
  references(request.accountId, {
    accountId: request.accountId,
    hostId: request.hostId,
    meetingTypeId: request.meetingTypeId,
    agentId: request.agentId,
    leadId: request.leadId,
    keyHash: hash,
  });

async function keyIsTaken(tools: BookingTools, { request, key }: Prepared): Promise<boolean> {
  return (await referencesOf(tools, request, key?.hash ?? null)).key !== null;
}

/** Checks the request against what it names, and answers a key that has booked already. */
async function prepare(tools: BookingTools, request: BookingRequest): Promise<Prepared | BookingOutcome> {
  const { db, now } = tools;
  const hash = request.idempotencyKey === null ? null : bookingKeyHash(request.accountId, request.idempotencyKey);
  const references = await referencesOf(tools, request, hash);
  const { host, type } = references;
  const instant = readInstant(request.startsAt, request.timezone ?? host?.timezone ?? 'UTC');
  const start = instant.ok ? instant.ms : Number.NaN;
  const fingerprint = fingerprintOf(request, start);
  if (references.key) {
    return references.key.fingerprint.equals(fingerprint)
      ? replay(db, now, request.accountId, references.key)
      : { outcome: 'key_reused' };
  }
  if (!host) return invalid('HOST_NOT_FOUND', '/host_id');
  if (!instant.ok) return invalid('INVALID_DATE', '/starts_at', `/starts_at ${instant.message}.`);
  const missing = leadFault(references.lead);
  if (missing) return missing;
  if (request.agentId !== null && references.agentId === null) return invalid('WORKFLOW_NOT_FOUND', '/workflow_id');
  if (!type) return invalid('MEETING_TYPE_NOT_FOUND', '/meeting_type_id');
  if (!references.isHostOfType) {
    return invalid('VALIDATION_ERROR', '/host_id', 'The host does not hold meetings of this type.');
  }
  if (start < now.getTime()) return invalid('START_IN_PAST', '/starts_at');
  const answered = checkAnswers(fromJson<Question[]>(type.questions), request.answers);
  if (!answered.ok) {
    const field = `/answers/${answered.key}`;
    return invalid('VALIDATION_ERROR', field, `${field} ${answered.message}.`);
  }
  const wanted = {
    start,
    rules: rulesOf(type),
    meetingTypeId: type.id,
    now: now.getTime(),
    allowOutside: request.allowOutside,
  };
  const { answers } = answered;
  return { request, references, type, start, wanted, answers, key: hash && { hash, fingerprint } };
}

/** Why there is no meeting with a lead. */
function leadFault(lead: BookingReferences['lead'] | undefined): Invalid | undefined {
  if (lead?.erased_at) return invalid('LEAD_ERASED', '/lead_id');
  return !lead || lead.hidden ? invalid('LEAD_NOT_FOUND', '/lead_id') : undefined;
}

async function replay(
  db: Db,
  now: Date,
  accountId: string,
  key: NonNullable<BookingReferences['key']>,
): Promise<BookingOutcome> {
  const meeting = await findMeeting(db, accountId, key.meeting_id);
  if (!meeting) return invalid('MEETING_NOT_FOUND', '/idempotency_key');
  const said = { outcome: 'booked' as const, replayed: true, warnings: fromJson<string[]>(key.warnings), pending: [] };
  return { ...said, ...replayView(now, key, meeting) };
}

async function attemptBooking(tools: BookingTools, prepared: Prepared): Promise<Attempt> {
  tools.assertInTime();
  try {
    return await inTransaction(tools.db, async (tx) => {
      const attempt = await bookIn(tx, tools.now, prepared);
      tools.assertInTime();
      return attempt;
    });
  } catch (error) {
    if (!(error instanceof Abandoned)) throw error;
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

async function bookIn(tx: Knex.Transaction, now: Date, prepared: Prepared): Promise<Attempt> {
  const { request, references, type, start, wanted, answers, key } = prepared;
  const locked = await lockForBooking(tx, request.accountId, request.hostId, key?.hash ?? null);
  if (locked.outcome !== 'locked') return locked;
  const { host } = locked;
  if (!host) return invalid('HOST_NOT_FOUND', '/host_id');
  const { schedules, leadMeetings, suppressed } = await loadSchedules(tx, [host], {
    ...rangeAround(start),
    now,
    lead: {
      ...{ accountId: request.accountId, id: request.leadId, ...dayAround(host, start) },
      places: references.lead ? placesOf(references.lead) : [],
    },
  });
  const [schedule] = schedules;
  if (!schedule) return invalid('HOST_NOT_FOUND', '/host_id');
  const { check, isHeld } =
    request.holdId === null
      ? { check: checkSlot(schedule, wanted), isHeld: true }
      : checkHeldSlot(schedule, wanted, request.holdId);
  // Somebody who is not active is not there at any time.
  if (!host.is_active) check.conflicts.push({ type: 'outside_hours', ...slotAt(start, wanted.rules) });
  if (check.conflicts.length > 0) return { outcome: 'conflict', check };
  if (!isHeld) return invalid('HOLD_NOT_FOUND', '/hold_id', NO_HOLD);
  const lead = await lockLeadRow(tx, request.accountId, request.leadId);
  const gone = leadFault(lead);
  if (!lead || gone) return gone ?? invalid('LEAD_NOT_FOUND', '/lead_id');
  const reaches = (channel: Channel) => !contactProblem(lead, suppressed, channel);

  const meeting = toMeetingRow(now, request, {
    ...{ host, type, lead, start },
    blockId: check.blockId,
    answers,
    calendarProvider: references.host?.calendarProvider ?? null,
    canInvite: reaches('email'),
  });
  meeting.booking_workflow_id = bookingWorkflowId(key?.hash.toString('hex') ?? meeting.id);
  const warnings = bookingWarnings({
    ...{ now, meeting, check },
    sameDay: leadMeetings.length > 0,
    calendarFails: references.host?.calendarStatus === 'failed',
  });
  const operations = operationsOf(now, meeting, type, reaches);
  const result = await tellOfMeeting(tx, now, meeting, 'meeting.scheduled', request.origin);
  meeting.agent_run_id = runOf(result, meeting);
  if (result.acted.length > 0) operations.cadence = 'stopped';
  await insertMeeting(tx, meeting);
  await takeSlot(tx, meeting);
  if (key) await takeKey(tx, now, { key, meeting, warnings, operations });
  if (request.holdId !== null) await deleteHold(tx, request.accountId, request.holdId);
  await followUp(tx, now, meeting);
  return { outcome: 'booked', replayed: false, view: viewOf(meeting), warnings, operations, pending: takePending(tx) };
}

interface KeyUse {
  key: { hash: Buffer; fingerprint: Buffer };
  meeting: MeetingRow;
  warnings: string[];
  operations: BookingOperations;
}

/** Gives the key to the meeting; gives the booking up when another has the key, or holds it for too long. */
async function takeKey(tx: Knex.Transaction, now: Date, { key, meeting, warnings, operations }: KeyUse): Promise<void> {
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
    if (isDuplicate(error)) throw new Abandoned({ outcome: 'key_taken' });
    if (isLocked(error)) throw new Abandoned({ outcome: 'in_progress' });
    throw error;
  }
}

/** Takes the cells. That one is taken though the look said otherwise can only come of a writer that locks no host. */
async function takeSlot(tx: Knex.Transaction, meeting: MeetingRow): Promise<void> {
  const slot = slotAt(meeting.starts_at.getTime(), { durationMinutes: meeting.duration_minutes });
  const cells = cellsOf(slot, meeting.buffer_before_minutes, meeting.buffer_after_minutes);
  try {
    await takeCells(tx, meeting.host_id ?? '', meeting.id, cells);
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    throw new Abandoned({ outcome: 'conflict', check: { conflicts: [], blockId: null, outsideHours: false } });
  }
}

/** What to answer when the slot can't be had. */
async function refuse(tools: BookingTools, prepared: Prepared, check: SlotCheck): Promise<SlotRefused> {
  const { request, wanted } = prepared;
  const { accountId, hostId } = request;
  const alternatives = await tools.sharing(slotKey(prepared), () =>
    findAlternatives(tools.db, accountId, wanted, {}, hostId),
  );
  const { conflicts } = check;
  return { outcome: 'refused', code: refusalOf(conflicts), hostId: request.hostId, conflicts, alternatives };
}
