import { graphVerdict } from '../../domain/channels/graph-errors.js';
import { graphErrorIn } from '../graph-answers.js';
import { oneLine } from '../json-api.js';
import type { CalendarAnswer } from './connected.js';
import { CalendarFault, type CalendarFaultCode } from './provider.js';

/** The faults of a calendar by the code of the verdict that emails share. Other verdicts are `refused`. */
const FAULTS: Readonly<Record<string, CalendarFaultCode>> = {
  rate_limited: 'rate_limited',
  daily_limit: 'rate_limited',
  provider_busy: 'unreachable',
  mailbox_moving: 'unreachable',
  sender_unauthorized: 'forbidden',
  sender_restricted: 'forbidden',
  send_as_denied: 'forbidden',
  mailbox_not_enabled: 'no_calendar',
  mailbox_not_found: 'no_calendar',
  conflict: 'changed',
};

const MEANINGS: Readonly<Partial<Record<CalendarFaultCode, string>>> = {
  forbidden: 'The person who signed in has no permission for this operation on the calendar.',
  rate_limited: 'Microsoft Graph is rate limiting requests.',
  unreachable: 'Microsoft Graph is temporarily unavailable.',
  no_calendar: 'The calendar was not found at Microsoft.',
  changed: 'The entry has changed at Microsoft.',
};

/** Returns the fault that an answer of Graph means: by its code, else by its status. */
export function graphFault(answer: CalendarAnswer): CalendarFault {
  const { status, body, retryAfterSeconds } = answer;
  const error = graphErrorIn(body);
  const code = codeOf(status, error?.code);
  const returned = error ? `${status} ${oneLine(error.code)}` : String(status);
  return new CalendarFault(
    code,
    `${MEANINGS[code] ?? 'Microsoft Graph rejected the request.'} (${returned})`,
    retryAfterSeconds,
  );
}

function codeOf(status: number, errorCode: string | undefined): CalendarFaultCode {
  if (status === 412) return 'changed';
  // Graph also refuses an item that is gone from a calendar by this code.
  if (errorCode === 'ErrorItemNotFound') return 'no_calendar';
  const verdict = graphVerdict(status, errorCode);
  if (verdict?.kind === 'token') return 'auth_failed';
  const known = verdict && FAULTS[verdict.code];
  return known ?? (status >= 500 ? 'unreachable' : 'refused');
}
