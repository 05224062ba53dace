/** The texts of `dashboard/connections`. */
import { plural } from '../plural.js';

export const connections = 'Connections';
export const google = 'Google';
export const microsoft = 'Microsoft';
export const anotherProvider = 'Another provider';
export const connect = (provider: string) => `Connect ${provider}`;
export const statusPending = 'Waiting for sign-in';
export const statusConnected = 'Connected';
export const statusReconnectNeeded = 'Reconnect needed';
export const sendMail = 'Send emails';
export const readMail = 'Receive replies';
export const sharedMailboxes = 'Use shared mailboxes';
export const calendars = 'Read calendars and write meetings';
export const noConnectionsYet = 'No connections yet';
export const connectAnAccountToSend = 'Connect an account to send and receive emails without a password.';
export const notSetUp = (provider: string) => `Connections to ${provider} aren’t set up`;
export const theOperatorSets = 'An operator of this instance registers it and sets';
export const and = 'and';
export const seeTheGuide = 'See the guide';
export const createLink = 'Create sign-in link';
export const sendThisLink = (provider: string) =>
  `Send this link to the person whose ${provider} account it is. It works once, in one browser.`;
export const newLink = 'New sign-in link';
export const expires = 'Expires ';
export const purposes = 'Purposes';
export const provider = 'Provider';
export const host = 'Host (optional)';
export const linkHours = 'Hours until the link expires';
export const selectAPurpose = 'Select at least one purpose.';
export const account = 'Account';
export const createdBy = 'Created by';
export const anApiKey = 'An API key';
export const usedBy = 'Used by';
export const sends = (name: string) => `${name} (sends)`;
export const receives = (name: string) => `${name} (receives)`;
export const sendsAndReceives = (name: string) => `${name} (sends and receives)`;
export const calendarOf = (host: string) => `Calendar of ${host}`;
export const notUsedYet = 'Not used yet';
export const connectedSince = 'Last sign-in';
export const lostSince = 'Access lost';
export const reconnect = 'Reconnect';
export const signIn = 'Sign in';
export const deleteMeans = (name: string) =>
  `The access to ${name} is deleted. To send or receive with it again, someone has to sign in again.`;
export const inUseMeans = (uses: string) =>
  `You can’t delete it while it’s used: ${uses}. Change or delete these first.`;
export const unnamed = (provider: string) => `${provider} account`;
export const selectHost = 'Select host';
export const resultConnected = (name: string) => `${name} is connected.`;
export const resultMissing =
  'The account wasn’t connected, because not all permissions were granted. Sign in again and leave all permissions selected.';
export const resultOtherPerson =
  'Nothing has changed. Another person signed in. Sign in with the account that was connected before, or create another connection.';
export const resultDenied = 'The account wasn’t connected, because access was declined.';
export const resultFailed = 'The account wasn’t connected, because the sign-in failed. Try again.';
export const resultAway = 'The provider is currently unreachable. Nothing has changed. Try again in a few minutes.';
export const addSenderFor = (email: string) => `Add sender for ${email}`;
export const changesAreReported = 'Changes are synced immediately';
export const changesArentReported = 'The provider doesn’t report changes. They appear with the next check.';
export const sentThrough = 'Send through';
export const receivedThrough = 'Receive through';
export const smtpServer = 'SMTP server';
export const imapServer = 'IMAP server';
export const noAccountConnected = 'No account is connected for this yet.';
export const connectAnAccount = 'Connect an account';
export const sharedMailbox = 'Shared mailbox (optional)';
export const receiveRepliesToo = 'Receive replies to this address';
export const lostBanner = (count: number) =>
  plural(count, {
    one: 'A connected account has lost its access. Emails wait until someone signs in again.',
    other: 'Connected accounts have lost their access. Emails wait until someone signs in again.',
  });
export const showConnections = 'Show connections';
export const connectedAccount = 'Connected account';
