import type { Db } from '../../db/connection.js';
import { findNamedMeeting } from '../../db/meetings/meetings.js';
import type { Contract } from '../../schemas/contract.js';
import {
  cancelMeetingContract,
  completeMeetingContract,
  confirmMeetingContract,
  type MeetingChanged,
  noShowMeetingContract,
  rescheduleMeetingContract,
} from '../../schemas/meetings/meeting-changes.js';
import type { Invalid, SlotRefused } from '../../services/meetings/booking-request.js';
import * as life from '../../services/meetings/change-status.js';
import { toMeetingDetails } from '../../services/meetings/meeting-view.js';
import { rescheduleMeeting } from '../../services/meetings/reschedule.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../http/errors.js';
import { timezoneField } from '../http/request/fields.js';
import { found, pathId } from '../http/request/path-id.js';
import { type Caller, type RouteInput, route } from '../http/route.js';
import { fieldError, slotError } from './slot-errors.js';

type ChangeInput = Pick<Caller, 'account'> & Pick<RouteInput<Contract>, 'origin'> & { params: { id: string } };

const changeOf = ({ account, params, origin }: ChangeInput): life.MeetingChange => ({
  accountId: account.id,
  meetingId: pathId(params.id, 'MEETING_NOT_FOUND'),
  origin,
});

/** The answer to a change, or the error that it ended in. */
async function answer(
  db: Db,
  result: life.MeetingChangeOutcome | Invalid | SlotRefused,
): Promise<{ status: 200; body: MeetingChanged }> {
  switch (result.outcome) {
    case 'not_found':
      throw new ApiError('MEETING_NOT_FOUND');
    case 'not_modifiable':
      throw new ApiError('MEETING_NOT_MODIFIABLE', {
        message: `The meeting is ${result.status}. Its status doesn't allow this change.`,
        details: { status: result.status },
      });
    case 'invalid':
      throw fieldError(result);
    case 'refused':
      throw slotError(result);
    case 'done': {
      const { account_id, id } = result.meeting;
      const row = found(await findNamedMeeting(db, account_id, id), 'MEETING_NOT_FOUND');
      return { status: 200, body: { success: true, changed: result.changed, meeting: toMeetingDetails(row) } };
    }
  }
}

export const rescheduleMeetingRoute = (_deps: ApiDependencies) =>
  route(rescheduleMeetingContract).handle(async (input) => {
    const { body, db } = input;
    const result = await rescheduleMeeting(input.work, {
      ...changeOf(input),
      startsAt: body.starts_at,
      timezone: body.timezone === undefined ? null : timezoneField(body.timezone, '/timezone'),
      reason: body.reason ?? null,
      keepHost: body.keep_host ?? true,
      allowOutside: body.allow_outside_availability ?? false,
    });
    return answer(db, result);
  });

export const cancelMeetingRoute = (_deps: ApiDependencies) =>
  route(cancelMeetingContract).handle(async (input) => {
    const { work, body, db } = input;
    const change = { ...changeOf(input), reason: body.reason ?? null, notifyLead: body.notify_lead };
    const result = await life.cancelMeeting(work, change);
    const { status, body: cancelled } = await answer(db, result);
    const wished = body.notify_lead === true && result.outcome === 'done' && result.changed;
    const warnings = wished && !life.isNotifiedOfCancellation(result.meeting) ? (['lead_not_told'] as const) : [];
    return { status, body: { ...cancelled, warnings: [...warnings] } };
  });

export const confirmMeetingRoute = (_deps: ApiDependencies) =>
  route(confirmMeetingContract).handle(async (input) =>
    answer(input.db, await life.confirmMeeting(input.work, changeOf(input))),
  );

export const completeMeetingRoute = (_deps: ApiDependencies) =>
  route(completeMeetingContract).handle(async (input) => {
    const { work, body, db } = input;
    const change = { ...changeOf(input), outcomeNotes: body.outcome_notes ?? null };
    return answer(db, await life.completeMeeting(work, change));
  });

export const noShowMeetingRoute = (_deps: ApiDependencies) =>
  route(noShowMeetingContract).handle(async (input) => {
    const { work, body, db } = input;
    return answer(db, await life.noShowMeeting(work, { ...changeOf(input), reason: body.reason ?? null }));
  });
