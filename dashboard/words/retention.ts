import type { KeptReason, RecordKind, Retention } from '../../schemas/accounts/retention.js';
import * as words from './en/retention.js';

/** Labels of the settings, in display order. */
export const RETENTION_WORDS = {
  history_days: words.settingHistoryDays,
  function_runs_days: words.settingFunctionRunsDays,
  job_cycles_days: words.settingJobCyclesDays,
  message_html_days: words.settingMessageHtmlDays,
  audit_values_days: words.settingAuditValuesDays,
} as const satisfies Record<keyof Retention, string>;

export const KIND_WORDS = {
  history: words.kindHistory,
  function_runs: words.kindFunctionRuns,
  function_fires: words.kindFunctionFires,
  job_cycles: words.kindJobCycles,
  message_html: words.kindMessageHtml,
  audit_values: words.kindAuditValues,
} as const satisfies Record<RecordKind, string>;

export const KEPT_WORDS = {
  unread: words.keptUnread,
  enrolled: words.keptEnrolled,
  open: words.keptOpen,
  last: words.keptLast,
  resting: words.keptResting,
  unsent: words.keptUnsent,
} as const satisfies Record<KeptReason, string>;

/** Formats a retention period. */
export const daysOf = (days: number): string => (days % 365 === 0 ? words.years(days / 365) : words.days(days));
