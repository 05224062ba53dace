import type { KeptReason, RecordKind, Retention } from '../../schemas/accounts/retention.js';

/** What each setting is about, in the order in which they are shown. */
export const RETENTION_WORDS = {
  history_days: 'Activities of leads and runs',
  function_runs_days: 'Runs of functions',
  job_cycles_days: 'Cycles of jobs',
  message_html_days: 'HTML of messages; their text stays',
} as const satisfies Record<keyof Retention, string>;

export const KIND_WORDS = {
  history: 'activities',
  function_runs: 'runs',
  function_fires: 'firings of schedules',
  job_cycles: 'cycles',
  message_html: 'messages',
} as const satisfies Record<RecordKind, string>;

export const KEPT_WORDS = {
  unread: 'reports, jobs or functions have yet to read them',
  enrolled: 'their leads are with an agent, or were lately',
  open: 'they are not over',
  last: 'each is the latest of its job',
  resting: 'leads rest by them',
  unsent: 'they may still leave',
} as const satisfies Record<KeptReason, string>;

/** Says for how long something is kept. */
export const daysOf = (days: number): string =>
  (days % 365 === 0 ? `${days / 365} years` : `${days} days`).replace(/^1 years/, '1 year');
