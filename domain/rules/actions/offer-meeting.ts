import { onLead } from './definition.js';
import type { Planner } from './planner.js';

const SLOTS = 3;

/** Writes free times to the lead. */
const planOfferMeeting: Planner<'offer_meeting'> = (params) => ({
  params: {
    meeting_type_id: params.meeting_type_id,
    host_id: params.host_id ?? null,
    slots: params.slots ?? SLOTS,
    channel: params.channel,
  },
});

export const offerMeeting = onLead<'offer_meeting'>(planOfferMeeting);
