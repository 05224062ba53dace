import type { Static } from '@sinclair/typebox';
import { oneOf, optional, strictObject, Type } from '../common.js';

/** What a provider took may be refused and sent again for a week, and readers come back to what they left: a month is room for all. */
export const DAYS_KEPT = { minimum: 30, maximum: 3_650 };

const Days = (description: string) =>
  Type.Integer({ ...DAYS_KEPT, description: `${description} Not given: for ever.` });

/** After how many days an account's records go. */
export const Retention = strictObject(
  {
    history_days: optional(Days('Days for which what happened is kept: events and the activities in histories.')),
    function_runs_days: optional(Days('Days for which runs of functions are kept, with their logs and effects.')),
    job_cycles_days: optional(Days('Days for which cycles of jobs are kept, with what they did for each lead.')),
    message_html_days: optional(Days('Days for which the HTML of messages is kept. Their text stays.')),
  },
  { description: 'After how many days records go. What is still needed stays longer.' },
);
export type Retention = Static<typeof Retention>;

/** What is put away, and which setting says after how many days, counted from when it was made. */
export const RECORD_KINDS = {
  history: 'history_days',
  function_runs: 'function_runs_days',
  function_fires: 'function_runs_days',
  job_cycles: 'job_cycles_days',
  message_html: 'message_html_days',
} as const satisfies Record<string, keyof Retention>;
export type RecordKind = keyof typeof RECORD_KINDS;

/** Why something stays although its days are over. */
export const KEPT_REASONS = ['unread', 'enrolled', 'open', 'last', 'resting', 'unsent'] as const;
export type KeptReason = (typeof KEPT_REASONS)[number];

export const Kind = oneOf(Object.keys(RECORD_KINDS) as RecordKind[], {
  description:
    '`history`: events; `function_fires`: firings of schedules whose runs are gone; `message_html`: messages that lose their HTML.',
});
export const Reason = oneOf(KEPT_REASONS, {
  description:
    '`unread`: jobs, functions or reports have yet to read it, or something before it; `enrolled`: its lead is in a workflow, or was within these days; `open`: it hasn’t ended; `last`: the latest of its job; `resting`: the job lets its leads rest by it; `unsent`: it may still leave.',
});
