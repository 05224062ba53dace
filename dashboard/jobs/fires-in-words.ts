import type { Job } from '../../schemas/jobs/background-jobs.js';
import { wordOf } from '../words/fields.js';

/** Schedules that people mean mostly. */
export const SCHEDULES: readonly { value: string; label: string }[] = [
  { value: '0 9 * * 1-5', label: 'Every weekday at 09:00' },
  { value: '0 9 * * *', label: 'Every day at 09:00' },
  { value: '0 9 * * 1', label: 'Every Monday at 09:00' },
  { value: '0 9 1 * *', label: 'On the first of each month at 09:00' },
  { value: '@hourly', label: 'Every hour' },
  { value: '*/15 * * * *', label: 'Every 15 minutes' },
];

/** Says a schedule as people do: by its name where it is one of those, else in the words of the API. */
export const scheduleInWords = (schedule: { cron_expression: string | null; cron_in_words: string | null }): string =>
  SCHEDULES.find(({ value }) => value === schedule.cron_expression)?.label ?? schedule.cron_in_words ?? '';

type Fires = Pick<Job, 'trigger_type' | 'cron_expression' | 'cron_in_words' | 'event'>;

/** Says what fires a job. */
export function firesInWords({ trigger_type, event, ...schedule }: Fires): string {
  if (trigger_type === 'cron') return scheduleInWords(schedule);
  if (trigger_type === 'event')
    return `When ${event?.kinds.map(wordOf).join(' or ').toLowerCase() ?? 'something happens'}`;
  return 'By hand or by the API';
}
