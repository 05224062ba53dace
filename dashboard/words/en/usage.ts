import { LOCALE } from '../locale.js';

/** The texts of the page about limits and their usage. */

const NUMBER = new Intl.NumberFormat(LOCALE);

export const usage = 'Usage';
export const usageAndLimits = 'Usage and limits';
export const limitsThatAreClosest =
  'Limits with the highest usage come first. A message that exceeds a limit waits, and a request is rejected.';
export const account = 'Account';
export const apiKeys = 'API keys';
export const senders = 'Senders';
export const agents = 'Agents';
export const widgets = 'Widgets';
export const requestsPerMinute = 'Requests per minute';
export const messagesPerMinute = 'Messages per minute';
export const messagesPerDay = 'Messages per day';
export const newConversations = 'New conversations in 24 hours';
export const concurrentCalls = 'Concurrent calls';
export const newLeadsPerDay = 'New leads per day';
export const turnsPerDay = 'Turns per day';
export const tokensPerDay = 'Tokens per day';
export const costPerDay = 'Cost of models per day';
export const resets = 'Resets ';
export const nothingIsLimited = 'No limits yet';
export const limitsAppearHere = 'Limits of API keys, senders, agents and widgets appear here with their current usage.';
export const usedOf = (used: number, limit: number) => `${NUMBER.format(used)} of ${NUMBER.format(limit)}`;
