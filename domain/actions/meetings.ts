import type { Planner } from './planner.js';

const SLOTS = 3;

/** Writes free times to the lead. */
export const planOfferMeeting: Planner<'offer_meeting'> = (params) => ({
  params: {
    meeting_type_id: params.meeting_type_id,
    host_id: params.host_id ?? null,
    slots: params.slots ?? SLOTS,
    channel: params.channel,
  },
});

/** Cancels the lead's next meeting, if it has one ahead. */
export const planCancelMeeting: Planner<'cancel_meeting'> = ({ reason }, { facts, now }) => {
  const ahead = (facts.meetings ?? []).some(
    ({ status, starts_at }) => ['scheduled', 'confirmed'].includes(status) && Date.parse(starts_at) > now.getTime(),
  );
  return ahead ? { params: { reason: reason ?? null } } : { skipped: 'The lead has no meeting ahead.' };
};

/** Records a success of the lead. */
export const planRecordConversion: Planner<'record_conversion'> = (params) => ({
  params: {
    conversion_type_id: params.conversion_type_id,
    amount: params.amount ?? null,
    currency: params.currency ?? null,
  },
});
