import type { FunctionOnlyParams } from '../../schemas/functions/function-effects.js';
import { Booking } from '../../schemas/functions/svc-arguments.js';
import { checkArguments, readOptions } from './check-arguments.js';
import type { HostMethods, HostRun } from './host-run.js';
import { slotProblem } from './slot-check.js';

/** Creates the method that books a meeting. It returns immediately whether its slot is available. */
export const meetingMethods = ({
  options: { db, account },
  leads,
  record,
  clock,
}: HostRun): HostMethods<'meetings.book'> => ({
  'meetings.book': async (lead, given) => {
    const entry = await leads.find(lead);
    const booking = readOptions(given, 'booking');
    checkArguments(Booking, booking);
    const { meeting_type_id, host_id, starts_at, timezone, title, description, invite_lead } = booking as Booking;
    const params: FunctionOnlyParams['book_meeting'] = {
      meeting_type_id: meeting_type_id.toLowerCase(),
      host_id: host_id.toLowerCase(),
      workflow_id: entry.run?.agent_id ?? null,
      starts_at,
      timezone: timezone ?? null,
      title: title ?? null,
      description: description ?? null,
      invite_lead: invite_lead ?? null,
    };
    const taken = await slotProblem(db, account.id, params, clock());
    return record({
      type: 'book_meeting',
      target: { kind: 'lead', id: entry.id },
      params: { ...params },
      ...(taken === undefined ? {} : { skipped_reason: taken }),
    });
  },
});
