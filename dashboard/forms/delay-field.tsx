import { MultiSelect, TextInput } from '@mantine/core';
import { Select } from '../components/select.js';
import * as labels from '../words/en/shape.js';
import { labelOf, wordOf } from '../words/fields.js';
import { helpOf } from './field-help.js';
import type { FieldProps } from './field-props.js';
import { useFormFacts, useProblemAt } from './form-context.js';
import { Group } from './object-field.js';
import { plainOf } from './shape.js';

const KINDS = [
  { value: 'none', label: labels.immediately },
  { value: 'after', label: labels.afterADelay },
  { value: 'at_local_time', label: labels.atATimeOfDay },
  { value: 'until_field', label: labels.onADateOfTheLead },
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
        aria-label={labels.amount}
        className="short"
        value={Number(delay.amount ?? 0)}
        onChange={({ currentTarget }) => change('amount', Number(currentTarget.value))}
        error={useProblemAt(`${at}/amount`)}
      />
      <Select
        aria-label={labels.unit}
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
        aria-label={labels.timeInTheLeadsTimeZone}
        className="middling"
        value={String(delay.time ?? '')}
        onChange={({ currentTarget }) => change('time', currentTarget.value)}
        error={useProblemAt(`${at}/time`)}
      />
      <MultiSelect
        aria-label={labels.days}
        placeholder={labels.anyDay}
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
        aria-label={labels.sourceOfTheDate}
        className="middling"
        data={words(SOURCES)}
        value={String(delay.source ?? 'metadata')}
        onChange={(source) => change('source', source)}
      />
      <TextInput
        aria-label={labels.field}
        placeholder="renewal_date"
        className="grow"
        value={String(delay.key ?? '')}
        onChange={({ currentTarget }) => change('key', currentTarget.value)}
        error={useProblemAt(`${at}/key`)}
      />
      <TextInput
        type="number"
        aria-label={labels.offsetInMinutesNegativeForBefore}
        placeholder={labels.minutes}
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

/** A delay as a sentence with fields. */
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
