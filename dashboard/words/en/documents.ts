/** The texts of `dashboard/words/documents.ts`. */

export const documentQueued = 'Processing';
export const documentReady = 'Ready';
export const documentFlagged = 'Needs review';
export const documentFailed = 'Failed';
export const signAddressesAssistant = 'Instructions to an AI assistant';
export const signIban = 'Bank account number';
export const signHiddenText = 'Hidden text';
export const plainText = 'Plain text';
