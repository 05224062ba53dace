import { Type } from '../common.js';
import { contract } from '../contract.js';

const params = Type.Object({ token: Type.String({ description: 'Signed token of a lead.' }) });
const common = { path: '/u/{token}', tag: 'Unsubscribe', auth: 'none', lenientQuery: true, params } as const;
const page = Type.String({ description: 'An HTML page.' });

/** The page behind the link in a mail. Mail scanners open it too, so opening it changes nothing. */
export const showUnsubscribeContract = contract({
  operationId: 'showUnsubscribe',
  method: 'get',
  ...common,
  summary: 'Show the unsubscribe page.',
  success: { 200: page, 404: page },
  errors: [],
});

/** The page's button, and the one click of mail programs (RFC 8058). */
export const unsubscribeLeadContract = contract({
  operationId: 'unsubscribeLead',
  method: 'post',
  ...common,
  summary: 'Unsubscribe a lead from emails.',
  success: { 200: page, 404: page },
  errors: [],
});
