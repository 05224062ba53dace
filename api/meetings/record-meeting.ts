import { hasAgent } from '../../db/campaigns/campaigns.js';
import type { Db } from '../../db/connection.js';
import { findLeadByEmail, lockLead } from '../../db/leads/leads.js';
import { findMeetingType } from '../../db/meetings/meeting-types.js';
import type { LeadRow } from '../../db/tables.js';
import { readInstant } from '../../domain/meetings/starts-at.js';
import { createMeetingContract } from '../../schemas/meetings/record-meeting.js';
import { toMeeting } from '../../services/meetings/meeting-view.js';
import { lockRecordTarget, recordMeeting } from '../../services/meetings/record.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../http/errors.js';
import { emailField, timezoneField } from '../http/request/fields.js';
import { route } from '../http/route.js';
import { visible } from '../leads/find.js';
import { makerOf } from './maker.js';

/** Locks the lead of a body: by id, else the one with the address that was changed last, if anybody has it. */
export async function leadOf(
  tx: Db,
  accountId: string,
  { lead_id, lead_email }: { lead_id?: string; lead_email?: string },
): Promise<LeadRow | undefined> {
  if (lead_id !== undefined) return visible(await lockLead(tx, accountId, lead_id.toLowerCase()));
  if (lead_email === undefined) return undefined;
  const found = await findLeadByEmail(tx, accountId, emailField(lead_email, '/lead_email'));
  return found && visible(await lockLead(tx, accountId, found.id));
}

function instant(text: string, field: string, zone: string): Date {
  const read = readInstant(text, zone);
  if (!read.ok) throw new ApiError('INVALID_DATE', { message: `${field} ${read.message}.`, field });
  return new Date(read.ms);
}

const LONGEST_MS = 7 * 86_400_000;

function endOf(body: { ends_at?: string; duration_minutes?: number }, startsAt: Date, zone: string): Date {
  if (body.ends_at === undefined && body.duration_minutes === undefined) {
    throw new ApiError('VALIDATION_ERROR', {
      message: 'Specify /ends_at or /duration_minutes.',
      field: '/duration_minutes',
    });
  }
  if (body.ends_at === undefined) return new Date(startsAt.getTime() + (body.duration_minutes ?? 0) * 60_000);
  const endsAt = instant(body.ends_at, '/ends_at', zone);
  const length = endsAt.getTime() - startsAt.getTime();
  if (length <= 0 || length > LONGEST_MS) {
    throw new ApiError('VALIDATION_ERROR', {
      message: '/ends_at must be after /starts_at, by at most 7 days.',
      field: '/ends_at',
    });
  }
  return endsAt;
}

export const createMeetingRoute = (_deps: ApiDependencies) =>
  route(createMeetingContract).handle(async (input) => {
    const { work, account, body, db } = input;
    if (body.lead_id === undefined && body.lead_email === undefined) {
      throw new ApiError('VALIDATION_ERROR', { message: 'Specify /lead_id or /lead_email.', field: '/lead_email' });
    }
    const agentId = body.workflow_id?.toLowerCase() ?? null;
    if (agentId !== null && !(await hasAgent(db, account.id, agentId))) {
      throw new ApiError('WORKFLOW_NOT_FOUND', { field: '/workflow_id' });
    }
    const typeId = body.meeting_type_id?.toLowerCase() ?? null;
    if (typeId !== null && !(await findMeetingType(db, account.id, typeId))) {
      throw new ApiError('MEETING_TYPE_NOT_FOUND', { field: '/meeting_type_id' });
    }
    const timezone = body.timezone === undefined ? null : timezoneField(body.timezone, '/timezone');
    const startsAt = instant(body.starts_at, '/starts_at', timezone ?? 'UTC');
    const endsAt = endOf(body, startsAt, timezone ?? 'UTC');
    const attendeeEmail = body.attendee_email;
    const event = {
      provider: body.external_calendar_provider ?? null,
      externalEventId: body.external_event_id ?? null,
      hostEmail: body.host_email === undefined ? null : emailField(body.host_email, '/host_email'),
    };
    const target = await lockRecordTarget(db, account.id, event);
    const lead = await leadOf(db, account.id, body);
    if (!lead) throw new ApiError('LEAD_NOT_FOUND', { field: '/lead_email' });
    const result = await recordMeeting(work, {
      ...makerOf(input, 'api_record'),
      source: 'external',
      ...event,
      target,
      lead,
      byAddress: body.lead_id === undefined,
      agentId,
      meetingTypeId: typeId,
      title: body.title,
      description: body.description ?? null,
      startsAt,
      endsAt,
      timezone,
      meetingUrl: body.meeting_url ?? null,
      locationType: body.location_type ?? null,
      locationDetails: body.location_details ?? null,
      attendee: {
        name: body.attendee_name ?? null,
        email: attendeeEmail === undefined ? null : emailField(attendeeEmail, '/attendee_email'),
        phone: body.attendee_phone ?? null,
      },
      additionalAttendees:
        body.additional_attendees?.map(({ name, email }, index) => ({
          name,
          email: emailField(email, `/additional_attendees/${index}/email`),
        })) ?? null,
      status: body.status ?? null,
    });
    if (result.outcome === 'other_lead') {
      throw new ApiError('MEETING_NOT_MODIFIABLE', {
        message:
          'The event belongs to a meeting of another lead. Cancel that meeting, and record this one with its own ' +
          'event ID.',
        field: body.lead_id === undefined ? '/lead_email' : '/lead_id',
      });
    }
    if (result.outcome === 'not_modifiable') {
      const { id, status, is_booking } = result.meeting;
      throw new ApiError('MEETING_NOT_MODIFIABLE', {
        message: is_booking
          ? `The event belongs to meeting ${id}, which was booked here. Reschedule, confirm or cancel it at /meetings/${id}.`
          : `The meeting is ${status}. Its status doesn't allow this change.`,
        details: { status, meeting_id: id },
      });
    }
    const { created, warnings } = result;
    return {
      status: created ? 201 : 200,
      body: { success: true, meeting: toMeeting(result.meeting), created, warnings },
    };
  });
