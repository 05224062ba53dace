import { Type } from '../common.js';
import { contract } from '../contract.js';

/** The targets of links in tracked emails: the image that records an opening, or the redirect that records a click. */
export const followTrackingLinkContract = contract({
  operationId: 'followTrackingLink',
  method: 'get',
  path: '/t/{token}',
  tag: 'Tracking',
  auth: 'none',
  lenientQuery: true,
  summary: 'Record an open or a click of an email.',
  params: Type.Object({
    token: Type.String({ description: 'Signed token of a message and, for a click, its target.' }),
  }),
  success: { 200: Type.Unsafe<Buffer>({ description: 'A transparent image.' }), 302: null },
  errors: ['NOT_FOUND'],
});
