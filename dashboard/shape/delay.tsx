import { MultiSelect, TextInput } from '@mantine/core';
import { Select } from '../parts/select.js';
import { labelOf, wordOf } from '../words/fields.js';
import { useFormFacts, useProblemAt } from './context.js';
import type { FieldProps } from './field-props.js';
import { helpOf } from './help.js';
import { Group } from './object.js';
import { plainOf } from './shape.js';

const KINDS = [
  { value: 'none', label: 'At once' },
  { value: 'after', label: 'After a while' },
  { value: 'at_local_time', label: 'At a time of day' },
  { value: 'until_field', label: 'At a date of the lead' },
];
const UNITS = ['minutes', 'hours', 'days', 'business_days', 'weeks', 'seconds'];
const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const SOURCES = ['lead', 'metadata', 'field'];
const words = (list: readonly string[]) => list.map((value) => ({ value, label: wordOf(value) }));

const BEGINS: Readonly<Record<string, Record<string, unknown>>> = {
  none: { type: 'none' },
  after: { type: 'after', amount: 1, unit: 'days' },
  at_local_time: { type: 'at_local_time', time: '09:00' },
  until_field: { type: 'until_field', source: 'metadata', key: '' },
};

type Change = (key: string, value: unknown) => void;
type Parts = { delay: Record<string, unknown>; change: Change; at: string };

function After({ delay, change, at }: Parts) {
  return (
    <>
      <TextInput
        type="number"
        min={0}
        step="any"
        aria-label="How many"
        className="short"
        value={Number(delay.amount ?? 0)}
        onChange={({ currentTarget }) => change('amount', Number(currentTarget.value))}
        error={useProblemAt(`${at}/amount`)}
      />
      <Select
        aria-label="Unit"
        className="middling"
        data={words(UNITS)}
        value={String(delay.unit ?? 'days')}
        onChange={(unit) => change('unit', unit)}
      />
    </>
  );
}

function AtTime({ delay, change, at }: Parts) {
  return (
    <>
      <TextInput
        type="time"
        aria-label="Time on the lead’s clock"
        className="middling"
        value={String(delay.time ?? '')}
        onChange={({ currentTarget }) => change('time', currentTarget.value)}
        error={useProblemAt(`${at}/time`)}
      />
      <MultiSelect
        aria-label="On which days"
        placeholder="Any day"
        className="grow"
        data={words(DAYS)}
        value={Array.isArray(delay.days) ? delay.days.map(String) : []}
        onChange={(days) => change('days', days.length > 0 ? days : undefined)}
      />
    </>
  );
}

function OfField({ delay, change, at }: Parts) {
  return (
    <>
      <Select
        aria-label="Where the date stands"
        className="middling"
        data={words(SOURCES)}
        value={String(delay.source ?? 'metadata')}
        onChange={(source) => change('source', source)}
      />
      <TextInput
        aria-label="Which value"
        placeholder="renewal_date"
        className="grow"
        value={String(delay.key ?? '')}
        onChange={({ currentTarget }) => change('key', currentTarget.value)}
        error={useProblemAt(`${at}/key`)}
      />
      <TextInput
        type="number"
        aria-label="Minutes after it, before it if negative"
        placeholder="± minutes"
        className="short"
        value={typeof delay.offset_minutes === 'number' ? delay.offset_minutes : ''}
        onChange={({ currentTarget }) =>
          change('offset_minutes', currentTarget.value === '' ? undefined : Number(currentTarget.value))
        }
      />
    </>
  );
}

const PARTS: Readonly<Record<string, (parts: Parts) => React.JSX.Element>> = {
  after: After,
  at_local_time: AtTime,
  until_field: OfField,
};

/** How long to wait, as a sentence with slots. */
export function DelayField({ name, shape, value, onChange, at, required, label }: FieldProps) {
  const { readOnly } = useFormFacts();
  const delay = plainOf(value);
  const kind = typeof delay.type === 'string' ? delay.type : 'none';
  const Part = PARTS[kind];
  const change: Change = (key, changed) => onChange({ ...delay, [key]: changed });
  return (
    <Group legend={label ?? labelOf(name)} help={helpOf(shape)} at={at}>
      <div className="sentence">
        <Select
          aria-label={label ?? labelOf(name)}
          className="middling"
          data={KINDS}
          value={kind}
          readOnly={readOnly}
          onChange={(chosen) => onChange(chosen === 'none' && !required ? undefined : BEGINS[chosen ?? 'none'])}
        />
        {Part && <Part delay={delay} change={change} at={at} />}
      </div>
    </Group>
  );
}
