import { createHash } from 'node:crypto';
import type { EventOrigin } from '../../db/events/events.js';
import type { Alternative } from '../../domain/meetings/alternatives.js';
import type { RefusalCode, SlotConflict } from '../../domain/meetings/slots.js';
import { canonicalJson } from '../../runtime/canonical-json.js';
import type { ErrorCode } from '../../schemas/error-codes.js';
import type { CreationSource, MeetingSource } from '../../schemas/meetings/meetings.js';

/** The creator of a meeting, and its source. */
export interface MeetingMaker {
  createdBy: string;
  source: MeetingSource;
  creationSource: CreationSource;
  origin: EventOrigin;
}

/** A booking as it is asked for; ids in lower case. */
export interface BookingRequest extends MeetingMaker {
  accountId: string;
  leadId: string;
  hostId: string;
  agentId: string | null;
  meetingTypeId: string;
  /** As the caller wrote it: its zone may be the host's. */
  startsAt: string;
  timezone: string | null;
  title: string | null;
  description: string | null;
  /** The lead's answers to the type's questions, by their keys. */
  answers: Record<string, string | number | boolean | null>;
  /** True to invite the lead. Null uses the setting of the meeting type. */
  inviteLead: boolean | null;
  allowOutside: boolean;
  holdId: string | null;
  idempotencyKey: string | null;
}

/** A request that can't be carried out as it is, and which field is to blame. */
export interface Invalid {
  outcome: 'invalid';
  code: ErrorCode;
  field: string;
  message?: string;
}

/** A slot that can't be had, why, and what can. */
export interface SlotRefused {
  outcome: 'refused';
  code: RefusalCode;
  hostId: string | null;
  conflicts: SlotConflict[];
  alternatives: Alternative[];
}

/** Makes the outcome of a request that can't be carried out as it is. */
export const invalid = (code: ErrorCode, field: string, message?: string): Invalid => ({
  outcome: 'invalid',
  code,
  field,
  ...(message === undefined ? {} : { message }),
});

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Returns a key as it is stored and as it names the workflow: a hash of account and key, so that the key itself is
 * nowhere.
 */
export const bookingKeyHash = (accountId: string, key: string): Buffer => sha256(`${accountId}\n${key}`);

/** Returns what a request means, whatever way it is written: two with the same fingerprint ask for the same booking. */
export const fingerprintOf = (request: BookingRequest, startsAt: number): Buffer =>
  sha256(
    canonicalJson({
      lead: request.leadId,
      host: request.hostId,
      agent: request.agentId,
      type: request.meetingTypeId,
      starts_at: startsAt,
      timezone: request.timezone,
      title: request.title,
      description: request.description,
      invite: request.inviteLead,
      outside: request.allowOutside,
      hold: request.holdId,
      ...(Object.keys(request.answers).length > 0 ? { answers: request.answers } : {}),
    }),
  );
