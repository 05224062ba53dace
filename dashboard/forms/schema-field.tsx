import { Button, Switch, Textarea, TextInput } from '@mantine/core';
import * as labels from '../words/en/shape.js';
import { labelOf, wordOf } from '../words/fields.js';
import { ConditionField } from './condition-field.js';
import { DelayField } from './delay-field.js';
import { EnumField } from './enum-field.js';
import { helpOf } from './field-help.js';
import type { FieldProps } from './field-props.js';
import { useFormFacts, useProblemAt } from './form-context.js';
import { JsonField } from './json-field.js';
import { LiquidField } from './liquid-field.js';
import { ChoiceField, ListField, TriggerField } from './list-fields.js';
import { FieldsOf, type FieldsProps, ObjectField } from './object-field.js';
import { resolve } from './resolve-shape.js';
import { ResourceField, sourceOf } from './resource-field.js';
import { plainOf } from './shape.js';
import { WindowField } from './window-field.js';

/** The shapes with their own editors, by name. */
const OWN = { Condition: ConditionField, Delay: DelayField, Window: WindowField } as const;

/** From here on a text has several lines. */
const LONG = 300;

/** Texts that leads get, which read what they have. */
const LIQUID = new Set(['subject', 'content', 'html', 'begin_message']);

function TextField({ name, shape, value, onChange, at, required, label }: FieldProps) {
  const error = useProblemAt(at);
  const { readOnly } = useFormFacts();
  const shared = {
    label: label ?? labelOf(name),
    description: helpOf(shape),
    value: typeof value === 'string' ? value : '',
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onChange(currentTarget.value || undefined),
    error,
    required,
    readOnly,
    withAsterisk: false,
  };
  if (LIQUID.has(name)) {
    const { withAsterisk: _, onChange: _typed, ...same } = shared;
    return (
      <LiquidField {...same} minRows={name === 'subject' ? 1 : 3} onChange={(text) => onChange(text || undefined)} />
    );
  }
  // An address is one line, however long it may be.
  return shape.kind === 'long' && !name.endsWith('url') ? (
    <Textarea {...shared} autosize minRows={3} maxRows={18} />
  ) : (
    <TextInput {...shared} type={name.endsWith('_color') ? 'color' : 'text'} />
  );
}

function NumberField({ name, shape, value, onChange, at, required, label }: FieldProps) {
  const limits = shape.kind === 'number' ? shape : undefined;
  return (
    <TextInput
      type="number"
      label={label ?? labelOf(name)}
      description={helpOf(shape)}
      value={typeof value === 'number' ? value : ''}
      min={limits?.minimum}
      max={limits?.maximum}
      step={limits?.whole ? 1 : 'any'}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? undefined : Number(currentTarget.value))}
      error={useProblemAt(at)}
      required={required}
      readOnly={useFormFacts().readOnly}
      withAsterisk={false}
    />
  );
}

function YesField({ name, shape, value, onChange, at, required, label }: FieldProps) {
  const { readOnly } = useFormFacts();
  const error = useProblemAt(at);
  if (required || typeof value === 'boolean')
    return (
      <Switch
        label={label ?? labelOf(name)}
        description={helpOf(shape)}
        checked={value === true}
        disabled={readOnly}
        error={error}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    );
  const words = [...([labels.yes, labels.no] as const)];
  return (
    <EnumField
      name={name}
      label={label}
      help={helpOf(shape)}
      options={words.map((word) => ({ value: word, label: word }))}
      value={undefined}
      onChange={(word) => onChange(word === undefined ? undefined : word === labels.yes)}
      at={at}
    />
  );
}

/** A text that visitors read: one for all, or one for each language. */
function WordsField(props: FieldProps) {
  const { shape, value, onChange } = props;
  const { readOnly } = useFormFacts();
  const isMany = typeof value === 'object' && value !== null;
  const maxLength = shape.kind === 'words' ? (shape.maxLength ?? 0) : 0;
  const one = { ...shape, kind: maxLength > LONG ? 'long' : 'text' } as const;
  // The button describes the languages.
  const help = shape.help?.split(' One text, or one for each language')[0];
  const drawn = { ...props, shape: { ...(isMany ? { kind: 'map' as const } : one), ...(help ? { help } : {}) } };
  return (
    <div className="words-field">
      {isMany ? <JsonField {...drawn} /> : <TextField {...drawn} />}
      {!readOnly && (
        <Button
          variant="subtle"
          size="compact-xs"
          onClick={() => onChange(isMany ? Object.values(value)[0] : { en: value ?? '' })}
        >
          {isMany ? labels.useOneText : labels.addLanguages}
        </Button>
      )}
    </div>
  );
}

/** Draws whatever a schema asks for. */
export function Field(props: FieldProps) {
  const { name, value, onChange, at, required, label } = props;
  const { shape, name: called } = resolve(props.shape);
  const { choices } = useFormFacts();
  const Own = OWN[called as keyof typeof OWN];
  if (Own) return <Own {...props} shape={shape} value={value} />;
  const source = sourceOf(name, choices);
  if (source && (shape.kind === 'text' || shape.kind === 'list')) return <ResourceField {...props} shape={shape} />;
  switch (shape.kind) {
    case 'text':
    case 'long':
      return <TextField {...props} shape={shape} />;
    case 'words':
      return <WordsField {...props} shape={shape} />;
    case 'number':
      return <NumberField {...props} shape={shape} />;
    case 'yes':
      return <YesField {...props} shape={shape} />;
    case 'one':
      return (
        <EnumField
          name={name}
          label={label}
          help={helpOf(shape)}
          options={shape.words.map((word) => ({ value: word, label: wordOf(word) }))}
          value={typeof value === 'string' ? value : undefined}
          onChange={onChange}
          at={at}
          required={required}
        />
      );
    case 'list':
      return <ListField {...props} shape={shape} draw={Field} />;
    case 'choice':
      return <ChoiceField {...props} shape={shape} draw={Field} />;
    case 'trigger':
      return <TriggerField {...props} shape={shape} draw={Field} />;
    case 'object':
      return (
        <ObjectField
          draw={Field}
          legend={label ?? labelOf(name)}
          help={helpOf(shape)}
          shape={shape}
          value={plainOf(value)}
          onChange={(changed) => onChange(Object.keys(changed).length === 0 && !required ? undefined : changed)}
          at={at}
        />
      );
    case 'const':
      return null;
    default:
      return <JsonField {...props} shape={shape} />;
  }
}

/** The fields of an object one below the other. */
export const Fields = (props: FieldsProps) => <FieldsOf {...props} draw={Field} />;
