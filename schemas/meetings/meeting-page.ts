import { Type } from '../common.js';
import { contract } from '../contract.js';

const params = Type.Object({ token: Type.String({ description: 'Signed token of a meeting.' }) });
const common = { tag: 'Meeting page', auth: 'none', lenientQuery: true, params } as const;
const page = Type.String({ description: 'An HTML page.' });

/** The page behind the link in an invitation. Mail scanners open it too, so opening it changes nothing. */
export const showMeetingContract = contract({
  operationId: 'showMeeting',
  method: 'get',
  path: '/m/{token}',
  ...common,
  summary: 'Show a meeting to its lead.',
  query: Type.Object({
    view: Type.Optional(
      Type.String({ description: 'View of the page: `times` lists free slots, and `cancel` asks for confirmation.' }),
    ),
    from: Type.Optional(Type.String({ description: 'Start of the listed slots.' })),
    done: Type.Optional(Type.String({ description: 'Result of the last action.' })),
  }),
  success: { 200: page, 404: page },
  errors: [],
});

const action = { method: 'post', ...common, success: { 303: null, 404: page, 409: page }, errors: [] } as const;

export const confirmMeetingAsLeadContract = contract({
  operationId: 'confirmMeetingAsLead',
  path: '/m/{token}/confirm',
  ...action,
  summary: 'Confirm a meeting as the lead.',
});

export const cancelMeetingAsLeadContract = contract({
  operationId: 'cancelMeetingAsLead',
  path: '/m/{token}/cancel',
  ...action,
  summary: 'Cancel a meeting as the lead.',
});

export const rescheduleMeetingAsLeadContract = contract({
  operationId: 'rescheduleMeetingAsLead',
  path: '/m/{token}/reschedule',
  ...action,
  query: Type.Object({ at: Type.Optional(Type.String({ description: 'New start time.' })) }),
  summary: 'Reschedule a meeting as the lead.',
});
