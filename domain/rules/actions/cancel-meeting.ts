import { onLead } from './definition.js';
import type { Planner } from './planner.js';

/** Cancels the lead's next meeting, if it has one ahead. */
const planCancelMeeting: Planner<'cancel_meeting'> = ({ reason }, { facts, now }) => {
  const ahead = (facts.meetings ?? []).some(
    ({ status, starts_at }) => ['scheduled', 'confirmed'].includes(status) && Date.parse(starts_at) > now.getTime(),
  );
  return ahead ? { params: { reason: reason ?? null } } : { skipped: 'The lead has no upcoming meeting.' };
};

export const cancelMeeting = onLead<'cancel_meeting'>(planCancelMeeting);
