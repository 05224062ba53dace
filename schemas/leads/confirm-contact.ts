import { Type } from '../common.js';
import { contract } from '../contract.js';

const params = Type.Object({ token: Type.String({ description: 'The signed token of a contact.' }) });
const common = { path: '/c/{token}', tag: 'Contacts', auth: 'none', lenientQuery: true, params } as const;
const page = Type.String({ description: 'A page.' });

/** The page behind the link in a confirmation mail. Mail scanners open it too, so opening it changes nothing. */
export const showContactConfirmationContract = contract({
  operationId: 'showContactConfirmation',
  method: 'get',
  ...common,
  summary: 'Show the page that confirms a contact.',
  success: { 200: page, 404: page },
  errors: [],
});

/** The page's button. */
export const confirmContactContract = contract({
  operationId: 'confirmContact',
  method: 'post',
  ...common,
  summary: 'Confirm a contact that a page created.',
  success: { 200: page, 404: page },
  errors: [],
});
