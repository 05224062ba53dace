import type { Job } from '../../../schemas/jobs/background-jobs.js';
import { CRON } from '../../words/en/cron.js';
import * as words from '../../words/en/jobs.js';
import { wordOf } from '../../words/fields.js';

/** Common schedules. */
export const SCHEDULES: readonly { value: string; label: string }[] = [
  { value: '0 9 * * 1-5', label: words.everyWeekdayAt0900 },
  { value: '0 9 * * *', label: words.everyDayAt0900 },
  { value: '0 9 * * 1', label: words.everyMondayAt0900 },
  { value: '0 9 1 * *', label: words.onTheFirstDayOfEach },
  { value: '@hourly', label: words.everyHour },
  { value: '*/15 * * * *', label: words.every15Minutes },
];

/** Describes a schedule: by its name if it is one of those, else in the language of the dashboard. */
export function scheduleInWords({ cron_expression, cron_in_words }: Schedule): string {
  const named = SCHEDULES.find(({ value }) => value === cron_expression)?.label;
  return named ?? (cron_expression === null ? undefined : CRON.inWords?.(cron_expression)) ?? cron_in_words ?? '';
}

type Schedule = Pick<Job, 'cron_expression' | 'cron_in_words'>;
type Fires = Schedule & Pick<Job, 'trigger_type' | 'event'>;

/** Describes what triggers a job. */
export function triggerInWords({ trigger_type, event, ...schedule }: Fires): string {
  if (trigger_type === 'cron') return scheduleInWords(schedule);
  if (trigger_type === 'event') return words.on(event?.kinds.map(wordOf).join(words.or).toLowerCase() ?? words.anEvent);
  return words.manuallyOrThroughTheApi;
}
