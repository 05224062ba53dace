/** The texts of consents. */

export const recordConsent = 'Record consent';
export const saveConsent = 'Save consent';
export const channel = 'Channel';
export const decision = 'Decision';
export const source = 'Source';
export const evidence = 'Evidence';
export const forExampleTheDateAndThe = 'For example, the date and wording of the consent, or where the document is.';
export const email = 'Email';
export const calls = 'Calls';
export const form = 'Form';
export const phoneCall = 'Phone call';
export const inPerson = 'In person';
export const contract = 'Contract';
export const other = 'Other';
export const unsubscribeLink = 'Unsubscribe link';
export const whatsappSettings = 'WhatsApp settings';
export const reply = 'Reply';
export const spamComplaint = 'Spam complaint';
export const importLabel = 'Import';
export const confirmationLink = 'Confirmation link';
export const rule = 'Automation';
