import { BookMeetingRequest, bookMeetingContract } from '../../schemas/meetings/book-meeting.js';
import { bookMeeting } from '../../services/meetings/book.js';
import { createBookingTools } from '../../services/meetings/booking-tools.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../http/errors.js';
import { timezoneField } from '../http/request/fields.js';
import { bodyChecker } from '../http/request/validation.js';
import { route } from '../http/route.js';
import { makerOf } from './maker.js';
import { fieldError, slotError } from './slot-errors.js';

const checkBody = bodyChecker(BookMeetingRequest);

/** Reads a booking. An invitation goes out of the house, so it is asked for twice, before anything else is looked at. */
function readBooking(value: unknown): BookMeetingRequest {
  const body = (value ?? {}) as { invite_lead?: unknown; confirm?: unknown };
  if (body.invite_lead === true && (body.confirm === false || body.confirm === undefined || body.confirm === null)) {
    throw fieldError({ code: 'CONFIRMATION_REQUIRED', field: '/confirm' });
  }
  return checkBody(value) as BookMeetingRequest;
}

/** Returns whether the lead is to be invited: no, yes, or as the meeting type says. */
const wishOf = ({ invite_lead, confirm }: BookMeetingRequest): boolean | null =>
  invite_lead ?? (confirm === true ? true : null);

export const bookMeetingRoute = ({ db, dispatch }: ApiDependencies) => {
  const tools = { ...createBookingTools(db), dispatch };
  const booking = route(bookMeetingContract).reading(readBooking);
  return booking.handle(async (input) => {
    const { account, body, now, idempotencyKey, assertInTime } = input;
    const result = await bookMeeting(
      { ...tools, clock: { now: () => now }, now, assertInTime },
      {
        ...makerOf(input, 'api_book'),
        accountId: account.id,
        leadId: body.lead_id.toLowerCase(),
        hostId: body.host_id.toLowerCase(),
        agentId: body.workflow_id.toLowerCase(),
        meetingTypeId: body.meeting_type_id.toLowerCase(),
        startsAt: body.starts_at,
        timezone: body.timezone === undefined ? null : timezoneField(body.timezone, '/timezone'),
        title: body.title ?? null,
        description: body.description ?? null,
        answers: body.answers ?? {},
        inviteLead: wishOf(body),
        allowOutside: body.allow_outside_availability ?? false,
        holdId: body.hold_id?.toLowerCase() ?? null,
        idempotencyKey,
      },
    );
    switch (result.outcome) {
      case 'invalid':
        throw result.code === 'LEAD_ERASED' ? new ApiError(result.code) : fieldError(result);
      case 'refused':
        throw slotError(result);
      case 'key_reused':
        throw new ApiError('IDEMPOTENCY_KEY_REUSED', { body: { replayed: false } });
      case 'in_progress':
        throw new ApiError('IDEMPOTENCY_IN_PROGRESS', { body: { replayed: false }, headers: { 'Retry-After': '1' } });
      case 'booked': {
        const { view, warnings, operations, replayed } = result;
        return {
          status: replayed ? 200 : 201,
          body: {
            success: true,
            ...view,
            warnings: warnings as [],
            operations,
            replayed,
          },
        };
      }
    }
  });
};
