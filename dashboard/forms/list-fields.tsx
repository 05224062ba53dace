import { ActionIcon, Button, MultiSelect, TagsInput } from '@mantine/core';
import { Icon } from '../components/icons.js';
import * as labels from '../words/en/shape.js';
import { labelOf, singularOf, wordOf } from '../words/fields.js';
import { EnumField } from './enum-field.js';
import { helpOf } from './field-help.js';
import type { Drawing, FieldProps } from './field-props.js';
import { useFormFacts, useProblemAt } from './form-context.js';
import { FieldsOf, Group } from './object-field.js';
import { resolve } from './resolve-shape.js';
import { type ObjectShape, plainOf, type Shape } from './shape.js';
import { readValue, writeValue } from './value-text.js';

type Of<K extends Shape['kind']> = Extract<Shape, { kind: K }>;
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const textsOf = (value: unknown): string[] => listOf(value).map(writeValue);

/** Returns the initial value of a new list item. */
function blank(shape: Shape): unknown {
  const { shape: own } = resolve(shape);
  if (own.kind === 'choice') return { type: Object.keys(own.of)[0] };
  if (own.kind === 'trigger') return own.words[0];
  if (own.kind === 'words') return '';
  return {};
}

/** A list: of words as such, of everything else item by item. */
export function ListField({
  name,
  shape,
  value,
  onChange,
  at,
  label,
  required,
  draw,
}: FieldProps & Drawing & { shape: Of<'list'> }) {
  const { readOnly } = useFormFacts();
  const error = useProblemAt(at);
  const { shape: of } = resolve(shape.of);
  const shared = {
    label: label ?? labelOf(name),
    description: helpOf(shape),
    error,
    readOnly,
    onChange: (texts: string[]) => onChange(texts.length > 0 || required ? texts : undefined),
    value: textsOf(value),
  };
  if (of.kind === 'one')
    return <MultiSelect {...shared} data={of.words.map((word) => ({ value: word, label: wordOf(word) }))} searchable />;
  if (of.kind === 'text' || of.kind === 'long') return <TagsInput {...shared} placeholder={labels.typeAndPressEnter} />;
  if (of.kind === 'number')
    return (
      <TagsInput
        {...shared}
        onChange={(texts) => onChange(texts.map((text) => readValue(text, false)).filter((n) => typeof n === 'number'))}
        placeholder={labels.typeANumberAndPressEnter}
      />
    );
  return (
    <Items name={name} shape={shape} onChange={onChange} at={at} label={label} draw={draw} value={listOf(value)} />
  );
}

interface ItemsProps extends Drawing {
  name: string;
  shape: Of<'list'>;
  value: unknown[];
  onChange: (value: unknown) => void;
  at: string;
  label?: string;
}

function Items({ name, shape, value, onChange, at, label, draw: Field }: ItemsProps) {
  const { readOnly } = useFormFacts();
  const called = label ?? labelOf(name);
  const one = singularOf(called).toLowerCase();
  return (
    <Group legend={called} help={helpOf(shape)} at={at}>
      {value.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items have no names of their own.
        <div className="item" key={index}>
          <div className="grow stack-close">
            <Field
              name={`${name}_item`}
              label={`${singularOf(called)} ${index + 1}`}
              shape={shape.of}
              value={item}
              onChange={(changed) =>
                onChange(value.map((old, place) => (place === index ? (changed ?? blank(shape.of)) : old)))
              }
              at={`${at}/${index}`}
              required
            />
          </div>
          {!readOnly && (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={labels.remove(one, index + 1)}
              onClick={() => onChange(value.filter((_, place) => place !== index))}
            >
              <Icon name="x" size={16} />
            </ActionIcon>
          )}
        </div>
      ))}
      {!readOnly && value.length < (shape.maxItems ?? Number.POSITIVE_INFINITY) && (
        <Button
          variant="default"
          size="compact-sm"
          className="add-item"
          leftSection={<Icon name="plus" size={14} />}
          onClick={() => onChange([...value, blank(shape.of)])}
        >
          {labels.add(one)}
        </Button>
      )}
    </Group>
  );
}

/** One of several kinds of things, each with fields of its own. */
export function ChoiceField({
  name,
  shape,
  value,
  onChange,
  at,
  required,
  label,
  draw,
}: FieldProps & Drawing & { shape: Of<'choice'> }) {
  const { type, ...rest } = plainOf(value);
  const chosen = typeof type === 'string' ? shape.of[type] : undefined;
  const legend = label ?? labelOf(name);
  return (
    <>
      <EnumField
        name={name}
        label={legend}
        help={chosen && helpOf(chosen)}
        placeholder={labels.none}
        options={Object.keys(shape.of).map((kind) => ({ value: kind, label: wordOf(kind) }))}
        value={typeof type === 'string' ? type : undefined}
        onChange={(kind) => onChange(kind && { type: kind, ...(needsParams(shape.of[kind]) ? { params: {} } : {}) })}
        at={`${at}/type`}
        required={required}
      />
      {chosen?.kind === 'object' && (
        <ParamsFirst
          draw={draw}
          shape={chosen}
          value={rest}
          onChange={(changed) => onChange({ type, ...changed })}
          at={at}
        />
      )}
    </>
  );
}

const needsParams = (shape: Shape | undefined) => shape?.kind === 'object' && 'params' in shape.fields;

/** The fields of an action, those of its params without a heading between. */
function ParamsFirst({
  shape,
  value,
  onChange,
  at,
  draw,
}: Drawing & {
  shape: ObjectShape;
  value: Record<string, unknown>;
  onChange: (value: Record<string, unknown>) => void;
  at: string;
}) {
  const params = shape.fields.params && resolve(shape.fields.params).shape;
  return (
    <>
      {params?.kind === 'object' && (
        <FieldsOf
          draw={draw}
          shape={params}
          value={plainOf(value.params)}
          onChange={(changed) => onChange({ ...value, params: changed })}
          at={`${at}/params`}
        />
      )}
      <FieldsOf
        draw={draw}
        shape={shape}
        value={value}
        onChange={onChange}
        at={at}
        only={Object.keys(shape.fields).filter((key) => key !== 'params')}
      />
    </>
  );
}

const BY_CONDITION = 'condition';

/** An event, or a condition that becomes true. */
export function TriggerField({
  shape,
  value,
  onChange,
  at,
  label,
  name,
  draw: Field,
}: FieldProps & Drawing & { shape: Of<'trigger'> }) {
  const isEvent = typeof value === 'string';
  return (
    <>
      <EnumField
        name={name}
        label={label}
        options={[
          { value: BY_CONDITION, label: labels.aConditionIsMet },
          ...shape.words.map((word) => ({ value: word, label: wordOf(word) })),
        ]}
        value={isEvent ? value : BY_CONDITION}
        onChange={(chosen) => onChange(chosen === BY_CONDITION ? {} : chosen)}
        at={at}
        required
      />
      {!isEvent && <Field name="condition" shape={shape.of} value={value} onChange={onChange} at={at} required />}
    </>
  );
}
