import { cancelNextMeeting } from '../../meetings/change-status.js';
import { type ApplyToLead, DONE } from '../effect.js';

/** Cancels the lead's next meeting. */
export const applyCancelMeeting: ApplyToLead<'cancel_meeting'> = async (work, target, { params }, { origin }) => {
  const lead = { id: target.leadId, accountId: target.account.id };
  const cancelled = await cancelNextMeeting(work, lead, { reason: params.reason, origin });
  return cancelled ? DONE : { skipped: 'The lead has no upcoming meeting.' };
};
