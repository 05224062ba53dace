import type { Static } from '@sinclair/typebox';
import { oneOf, optional, strictObject, Type } from '../common.js';

/**
 * A provider may reject an accepted message, which is sent again for a week, and readers return to their lists, so a
 * month is enough for all.
 */
export const DAYS_KEPT = { minimum: 30, maximum: 3_650 };

const Days = (description: string) =>
  Type.Integer({ ...DAYS_KEPT, description: `${description} Without a value, they are kept forever.` });

/** After how many days an account's records go. */
export const Retention = strictObject(
  {
    history_days: optional(Days('Number of days that events and the activities in histories are kept.')),
    function_runs_days: optional(Days('Number of days that runs of functions are kept, with their logs and effects.')),
    job_cycles_days: optional(Days('Number of days that cycles of jobs are kept, with their results per lead.')),
    message_html_days: optional(Days('Number of days that the HTML of messages is kept. Their text is always kept.')),
    audit_values_days: optional(
      Days('Number of days that the audit log keeps old and new values. Its entries are always kept.'),
    ),
  },
  { description: 'Retention policy in days. Records that are still needed are kept longer.' },
);
export type Retention = Static<typeof Retention>;

/** The records with a retention, and the setting with their days, counted from their creation. */
export const RECORD_KINDS = {
  history: 'history_days',
  function_runs: 'function_runs_days',
  function_fires: 'function_runs_days',
  job_cycles: 'job_cycles_days',
  message_html: 'message_html_days',
  audit_values: 'audit_values_days',
} as const satisfies Record<string, keyof Retention>;
export type RecordKind = keyof typeof RECORD_KINDS;

/** The reason why something stays although its days are over. */
export const KEPT_REASONS = ['unread', 'enrolled', 'open', 'last', 'resting', 'unsent'] as const;
export type KeptReason = (typeof KEPT_REASONS)[number];

export const Kind = oneOf(Object.keys(RECORD_KINDS) as RecordKind[], {
  description:
    'Type of records. `history`: events. `function_fires`: firings of schedules whose runs were purged. ' +
    '`message_html`: messages whose HTML is removed. `audit_values`: entries of the audit log whose values are removed.',
});
export const Reason = oneOf(KEPT_REASONS, {
  description:
    "Why records are kept. `unread`: jobs, functions or reports haven't processed them, or something before " +
    "them. `enrolled`: the lead is enrolled, or was within these days. `open`: they haven't ended. `last`: " +
    'the latest of the job. `resting`: the cooldown of the job uses them. `unsent`: they may still be sent.',
});
