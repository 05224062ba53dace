/** The texts of pages that one-time links open. */

export const linkNotValid = 'Link not valid';
export const thisLinkWasUsedOrHas = 'This link was already used or has expired.';
export const signIn = 'Sign in';
export const toCreateTheOwnerOfA =
  'If you don’t have an account yet, ask the operator for a new setup link. It’s created by:';
export const askAnAdminForANew = 'If you haven’t joined yet, ask an admin of your team for a new invitation.';
export const requestANewLink = 'Request a new link';
