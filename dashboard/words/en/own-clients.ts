/** The texts of `dashboard/own-clients`. */

export const connectAnotherProvider = 'Connect another provider';
export const registerAClient = 'Register an OAuth client with the provider, with this redirect URI:';
export const mailboxAddress = 'Address of the mailbox';
export const issuer = 'Issuer';
export const issuerOrBoth = 'Leave it empty if the provider has none, and enter both URLs below.';
export const authorizationUrl = 'Authorization URL';
export const tokenUrl = 'Token URL';
export const clientId = 'Client ID';
export const clientSecret = 'Client secret';
export const scopes = 'Scopes';
export const separatedBySpaces = 'Separated by spaces. Most providers need offline_access.';
export const smtpHost = 'SMTP server';
export const smtpPort = 'SMTP port';
export const toSend = 'Leave it empty to receive only.';
export const imapHost = 'IMAP server';
export const imapPort = 'IMAP port';
export const toReceive = 'Leave it empty to send only.';
export const enterAServer = 'Enter an SMTP server, an IMAP server, or both.';
export const replaceSecret = 'Replace client secret';
export const save = 'Save';
