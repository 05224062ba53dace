import { type Db, fromJson } from '../../db/connection.js';
import type { BookingReferences } from '../../db/meetings/bookings.js';
import { findMeeting } from '../../db/meetings/meetings.js';
import type { MeetingTypeRow } from '../../db/tables.js';
import { type Answers, checkAnswers } from '../../domain/meetings/answers.js';
import type { Wanted } from '../../domain/meetings/slots.js';
import { readInstant } from '../../domain/meetings/starts-at.js';
import type { Question } from '../../schemas/meetings/meeting-types.js';
import { type BookingOutcome, replayView } from './booking-answer.js';
import { type BookingRequest, bookingKeyHash, fingerprintOf, type Invalid, invalid } from './booking-request.js';
import type { BookingTools } from './booking-tools.js';
import { rulesOf } from './host-availability.js';

/** The data that is decided before any lock is taken. */
export interface Prepared {
  request: BookingRequest;
  references: BookingReferences;
  type: MeetingTypeRow;
  start: number;
  wanted: Wanted;
  answers: Answers | null;
  key: { hash: Buffer; fingerprint: Buffer } | null;
}

const referencesOf = ({ references }: BookingTools, request: BookingRequest, hash: Buffer | null) =>
  references(request.accountId, {
    accountId: request.accountId,
    hostId: request.hostId,
    meetingTypeId: request.meetingTypeId,
    agentId: request.agentId,
    leadId: request.leadId,
    keyHash: hash,
  });

/** Returns whether the key has booked since then. */
export async function keyIsTaken(tools: BookingTools, { request, key }: Prepared): Promise<boolean> {
  return (await referencesOf(tools, request, key?.hash ?? null)).key !== null;
}

/** Checks the request against what it names, and answers a key that has booked already. */
export async function prepare(tools: BookingTools, request: BookingRequest): Promise<Prepared | BookingOutcome> {
  const { db, now } = tools;
  const hash = request.idempotencyKey === null ? null : bookingKeyHash(request.accountId, request.idempotencyKey);
  const references = await referencesOf(tools, request, hash);
  const { key } = references;
  if (!key) return prepareFrom(now, request, references);
  return key.fingerprint.equals(fingerprintOf(request, startOf(request, references).ms))
    ? replay(db, now, request.accountId, key)
    : { outcome: 'key_reused' };
}

function startOf(request: BookingRequest, { host }: BookingReferences) {
  const instant = readInstant(request.startsAt, request.timezone ?? host?.timezone ?? 'UTC');
  return { instant, ms: instant.ok ? instant.ms : Number.NaN };
}

/** Checks the request against what it names, where no key has booked. */
export function prepareFrom(now: Date, request: BookingRequest, references: BookingReferences): Prepared | Invalid {
  const { host, type } = references;
  const { instant, ms: start } = startOf(request, references);
  if (!host) return invalid('HOST_NOT_FOUND', '/host_id');
  if (!instant.ok) return invalid('INVALID_DATE', '/starts_at', `/starts_at ${instant.message}.`);
  const missing = leadProblem(references.lead);
  if (missing) return missing;
  if (request.agentId !== null && references.agentId === null) return invalid('WORKFLOW_NOT_FOUND', '/workflow_id');
  if (!type) return invalid('MEETING_TYPE_NOT_FOUND', '/meeting_type_id');
  if (!references.isHostOfType) {
    return invalid('VALIDATION_ERROR', '/host_id', "The host doesn't offer meetings of this type.");
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
  const hash = request.idempotencyKey === null ? null : bookingKeyHash(request.accountId, request.idempotencyKey);
  const key = hash && { hash, fingerprint: fingerprintOf(request, start) };
  return { request, references, type, start, wanted, answers, key };
}

/** Returns why there is no meeting with a lead. */
export function leadProblem(lead: BookingReferences['lead'] | undefined): Invalid | undefined {
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
  const earlier = { outcome: 'booked' as const, replayed: true, warnings: fromJson<string[]>(key.warnings) };
  return { ...earlier, ...replayView(now, key, meeting) };
}
