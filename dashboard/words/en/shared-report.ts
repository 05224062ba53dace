import { plural } from '../plural.js';

/** The texts for links to the performance report, and of the page that they open. */

export const share = 'Share';
export const shareReport = 'Share report';
export const newLink = 'New link';
export const whatIsShown =
  'Anyone with the link can read the report, without signing in. It shows the names of agents, owners and senders, but no leads.';
export const name = 'Title';
export const defaultName = 'Performance';
export const period = 'Period';
export const lastDays = (count: number) => plural(count, { one: 'Last day', other: 'Last # days' });
export const movingPeriod = (label: string) => `${label}, updated daily`;
export const expires = 'Expires';
export const inDays = (count: number) => plural(count, { one: 'In # day', other: 'In # days' });
export const never = 'Never';
export const usesFilters = 'The link has the filters and the grouping of this page.';
export const createLink = 'Create link';
export const yourLink = 'Link to the report';
export const shownOnce = 'Copy the link now. It is shown only once.';
export const links = 'Links';
export const noLinks = 'No links yet.';
export const createdBy = (name: string) => `Created by ${name}, `;
export const formerUser = 'former user';
export const expiresOn = 'Expires ';
export const noExpiry = 'No expiry';
export const expired = 'Expired';
export const suspended = 'Suspended: its creator can no longer share reports';
export const active = 'Active';
export const opened = (count: number) => plural(count, { one: 'Opened once, last ', other: 'Opened # times, last ' });
export const neverOpened = 'Never opened';
export const revoke = 'Revoke';
export const revokeLink = 'Revoke link';
export const revokeMeans = (name: string) => `"${name}" stops opening immediately.`;
export const linkNotFound = 'Page not found';
export const linkDoesNotWork = 'This link doesn’t exist, has expired or was revoked.';
export const askForANewLink = 'Ask the person who shared it for a new one.';
export const linkIncomplete = 'This link is incomplete. Copy all of it.';
export const daysOf = (timezone: string) => `Days in the time zone ${timezone}`;
export const comparedWith = (from: string, to: string) => `compared with ${from} to ${to}`;
export const only = (label: string, value: string) => `${label}: ${value}`;
export const noMessages = 'No messages in these two periods';
export const noMessagesText = 'The report fills when agents send messages.';
export const linkExpires = 'This link expires ';
