import { Autocomplete, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Answer } from '../api/operation-types.js';
import { useApiQuery } from '../api/use-api-query.js';
import { Select } from '../components/select.js';
import * as labels from '../words/en/shape.js';
import { operatorOf, wordOf } from '../words/fields.js';
import { operatorsFor, typesOf } from './condition-operators.js';
import type { FieldProps } from './field-props.js';
import { useFormFacts, useProblemAt } from './form-context.js';
import { objectShape } from './resolve-shape.js';
import { type Plain, plainOf, withKey } from './shape.js';
import { readValue, writeValue } from './value-text.js';

type Reference = Answer<'getScheduledFunctionsReference'>['leads_query'];

const LISTS = new Set(['in', 'not_in', 'has_any', 'has_all', 'has_none']);
const BARE = new Set<string>([
  ...(['exists', 'not_exists', 'is_true', 'is_false', 'empty', 'not_empty', 'anniversary', 'changed'] as const),
]);
const TWO = new Set(['between', 'not_between']);
const OF_TIME = new Set(['within_last', 'within_next', 'more_than_ago', 'more_than_ahead']);
const wordsOf = (shape: string, key: string): readonly string[] => {
  const field = objectShape(shape).fields[key];
  return field?.kind === 'one' ? field.words : [];
};

/** Names source and key apart, however they were written. */
export function whereOf(condition: Plain): { source: string; key: string } {
  if (condition.source) return { source: String(condition.source), key: String(condition.key ?? '') };
  const [source = '', ...rest] = String(condition.field ?? '').split('.');
  return { source: source || 'lead', key: rest.join('.') };
}

/** The keys that are known of a source. */
function keysOf(reference: Reference | undefined, source: string): string[] {
  if (!reference) return [];
  if (source === 'metadata') return reference.account.metadata_keys.map(({ key }) => key);
  if (source === 'field') return reference.account.fields.map(({ key }) => key);
  return reference.sources.find((each) => each.source === source)?.keys.filter((key) => key !== '*') ?? [];
}

interface ValueProps {
  label: string;
  value: unknown;
  isList: boolean;
  at: string;
  onChange: (value: unknown) => void;
}

/** The value to compare with: free text, read by its form. */
function Value({ label, value, isList, at, onChange }: ValueProps) {
  const [typed, setTyped] = useState(() => writeValue(value));
  return (
    <TextInput
      aria-label={label}
      placeholder={isList ? labels.oneTwo : labels.value}
      className="grow"
      value={typed}
      readOnly={useFormFacts().readOnly}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        onChange(readValue(currentTarget.value, isList));
      }}
      error={useProblemAt(at)}
    />
  );
}

interface OperandsProps {
  condition: Plain;
  operator: string;
  at: string;
  put: (change: Plain) => void;
}

/** The operands of an operator: none, one, two, or an amount of time. */
function Operands({ condition, operator, at, put }: OperandsProps) {
  return (
    <>
      {!BARE.has(operator) && (
        <Value
          key={`${operator} from`}
          label={labels.value}
          value={condition.value}
          isList={LISTS.has(operator)}
          at={`${at}/value`}
          onChange={(typed) => put({ value: typed })}
        />
      )}
      {TWO.has(operator) && (
        <Value
          key={`${operator} to`}
          label={labels.upperLimit}
          value={condition.value_to}
          isList={false}
          at={`${at}/value_to`}
          onChange={(typed) => put({ value_to: typed })}
        />
      )}
      {OF_TIME.has(operator) && (
        <Select
          aria-label={labels.unit}
          className="middling"
          data={wordsOf('Condition', 'unit').map((word) => ({ value: word, label: wordOf(word) }))}
          value={typeof condition.unit === 'string' ? condition.unit : 'days'}
          onChange={(unit) => put({ unit: unit ?? undefined })}
        />
      )}
    </>
  );
}

/** One test of a lead, as a sentence with slots. */
export function ConditionField({ value, onChange, at, label = labels.condition }: FieldProps) {
  const condition = plainOf(value);
  const { readOnly } = useFormFacts();
  const { data } = useApiQuery('getScheduledFunctionsReference');
  const { source, key } = whereOf(condition);
  const operator = typeof condition.operator === 'string' ? condition.operator : null;
  const all = wordsOf('Condition', 'operator');
  const fitting = operatorsFor(typesOf(data?.leads_query, source, key), data?.leads_query, all);
  // A stored operator is shown even if another one would fit better.
  const operators = all.filter((word) => word === operator || fitting.includes(word));
  const { field: _, ...named } = condition;
  const put = (change: Plain) => onChange({ ...named, source, key: key || undefined, ...change });
  const problem = [useProblemAt(at), useProblemAt(`${at}/key`), useProblemAt(`${at}/field`)].find(Boolean);
  return (
    <fieldset className="sentence group-of-fields" aria-label={label}>
      <Select
        aria-label={labels.source}
        className="middling"
        data={wordsOf('Condition', 'source').map((word) => ({ value: word, label: wordOf(word) }))}
        value={source}
        onChange={(chosen) => put({ source: chosen, key: undefined })}
        readOnly={readOnly}
        searchable
      />
      <Autocomplete
        aria-label={labels.field}
        placeholder={source === 'tag' || source === 'status' ? labels.any : labels.field}
        className="grow"
        data={keysOf(data?.leads_query, source)}
        value={key}
        onChange={(typed) => put({ key: typed || undefined })}
        readOnly={readOnly}
        error={problem}
      />
      <Select
        aria-label={labels.operator}
        placeholder={labels.operator}
        className="middling"
        data={operators.map((word) => ({ value: word, label: operatorOf(word) }))}
        value={operator}
        onChange={(chosen) => {
          const bare = BARE.has(chosen ?? '');
          onChange({
            ...withKey(bare ? withKey(named, 'value', undefined) : named, 'operator', chosen),
            source,
            key: key || undefined,
          });
        }}
        readOnly={readOnly}
        searchable
        error={useProblemAt(`${at}/operator`)}
      />
      {operator && <Operands condition={condition} operator={operator} at={at} put={put} />}
    </fieldset>
  );
}
