import { LOCALE } from '../locale.js';

/** The texts of the request log. */

const NUMBER = new Intl.NumberFormat(LOCALE);

export const keysAndWidgets = 'Keys and widgets';
export const apiRequests = 'API requests';
export const usage = 'Usage';
export const integrationSections = 'Sections of integrations';
export const apiRequest = 'API request';
export const key = 'Key';
export const operation = 'Operation';
export const method = 'Method';
export const status = 'Status';
export const requestId = 'Request ID';
export const copyRequestId = 'Copy request ID';
export const fromLabel = 'From';
export const to = 'To';
export const noResponse = 'No response';
export const replayed = 'Replayed';
export const refresh = 'Refresh';
export const noMatchingRequests = 'No matching requests';
export const clearFilters = 'Clear filters';
export const noRequestsYet = 'No requests yet';
export const requestsAppearHere =
  'Requests with your API keys appear here with their status, duration and bodies. Settings has the number of days that they are kept.';
export const idempotencyKey = 'Idempotency key';
export const query = 'Query';
export const requestBody = 'Request body';
export const responseBody = 'Response body';
export const textsAreRedacted =
  'Personal data and secrets aren’t stored. Texts appear with their length, and lists with their first three items.';
export const copyAsCurl = 'Copy as cURL';
export const copied = 'Copied';
export const milliseconds = (ms: number) => `${NUMBER.format(ms)} ms`;
