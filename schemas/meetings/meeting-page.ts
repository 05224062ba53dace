import { Type } from '../common.js';
import { contract } from '../contract.js';

const params = Type.Object({ token: Type.String({ description: 'The signed token of a meeting.' }) });
const common = { tag: 'Meeting page', auth: 'none', lenientQuery: true, params } as const;
const page = Type.String({ description: 'A page.' });

/** The page behind the link in an invitation. Mail scanners open it too, so opening it changes nothing. */
export const showMeetingContract = contract({
  operationId: 'showMeeting',
  method: 'get',
  path: '/m/{token}',
  ...common,
  summary: 'Show a lead its meeting.',
  query: Type.Object({
    view: Type.Optional(Type.String({ description: '`times` lists free times, `cancel` asks before cancelling.' })),
    from: Type.Optional(Type.String({ description: 'From when on free times are listed.' })),
    done: Type.Optional(Type.String({ description: 'What was just done.' })),
  }),
  success: { 200: page, 404: page },
  errors: [],
});

const action = { method: 'post', ...common, success: { 303: null, 404: page, 409: page }, errors: [] } as const;

export const confirmMeetingAsLeadContract = contract({
  operationId: 'confirmMeetingAsLead',
  path: '/m/{token}/confirm',
  ...action,
  summary: 'Confirm a meeting as its lead.',
});

export const cancelMeetingAsLeadContract = contract({
  operationId: 'cancelMeetingAsLead',
  path: '/m/{token}/cancel',
  ...action,
  summary: 'Cancel a meeting as its lead.',
});

export const rescheduleMeetingAsLeadContract = contract({
  operationId: 'rescheduleMeetingAsLead',
  path: '/m/{token}/reschedule',
  ...action,
  query: Type.Object({ at: Type.Optional(Type.String({ description: 'The new start.' })) }),
  summary: 'Move a meeting as its lead.',
});
