import * as words from '../../words/en/jobs.js';
import { Select } from '../select.js';
import { SCHEDULES } from './trigger-in-words.js';

const OWN = '';
const FIRST = '30 8 * * *';

/** Returns whether a schedule is one of those that are chosen by name. */
export const isNamed = (cron: unknown): boolean => SCHEDULES.some(({ value }) => value === cron);

interface Props {
  value: string | null;
  onChange: (cron: string) => void;
  readOnly?: boolean;
}

/** A schedule by name; another one is then written out. */
export const ScheduleSelect = ({ value, onChange, readOnly = false }: Props) => (
  <Select
    label={words.frequency}
    data={[...SCHEDULES, { value: OWN, label: words.customSchedule }]}
    value={isNamed(value) ? value : OWN}
    readOnly={readOnly}
    onChange={(cron) => onChange(cron || FIRST)}
  />
);
