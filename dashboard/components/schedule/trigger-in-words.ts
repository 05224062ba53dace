import type { Job } from '../../../schemas/jobs/background-jobs.js';
import * as words from '../../words/en/jobs.js';
import { wordOf } from '../../words/fields.js';

/** Schedules that people mean mostly. */
export const SCHEDULES: readonly { value: string; label: string }[] = [
  { value: '0 9 * * 1-5', label: words.everyWeekdayAt0900 },
  { value: '0 9 * * *', label: words.everyDayAt0900 },
  { value: '0 9 * * 1', label: words.everyMondayAt0900 },
  { value: '0 9 1 * *', label: words.onTheFirstDayOfEach },
  { value: '@hourly', label: words.everyHour },
  { value: '*/15 * * * *', label: words.every15Minutes },
];

/** Says a schedule as people do: by its name where it is one of those, else in the words of the API. */
export const scheduleInWords = (schedule: { cron_expression: string | null; cron_in_words: string | null }): string =>
  SCHEDULES.find(({ value }) => value === schedule.cron_expression)?.label ?? schedule.cron_in_words ?? '';

type Fires = Pick<Job, 'trigger_type' | 'cron_expression' | 'cron_in_words' | 'event'>;

/** Says what fires a job. */
export function triggerInWords({ trigger_type, event, ...schedule }: Fires): string {
  if (trigger_type === 'cron') return scheduleInWords(schedule);
  if (trigger_type === 'event') return words.on(event?.kinds.map(wordOf).join(words.or).toLowerCase() ?? words.anEvent);
  return words.manuallyOrThroughTheApi;
}
