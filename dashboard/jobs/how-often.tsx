import { Select } from '../parts/select.js';
import { SCHEDULES } from './fires-in-words.js';

const OWN = '';
const FIRST = '30 8 * * *';

/** Whether a schedule is one of those that are chosen by name. */
export const isNamed = (cron: unknown): boolean => SCHEDULES.some(({ value }) => value === cron);

interface Props {
  value: string | null;
  onChange: (cron: string) => void;
  readOnly?: boolean;
}

/** A schedule by name; another one is then written out. */
export const HowOften = ({ value, onChange, readOnly = false }: Props) => (
  <Select
    label="How often"
    data={[...SCHEDULES, { value: OWN, label: 'Another schedule' }]}
    value={isNamed(value) ? value : OWN}
    readOnly={readOnly}
    onChange={(cron) => onChange(cron || FIRST)}
  />
);
