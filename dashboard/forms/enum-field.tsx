import { Select } from '../components/select.js';
import * as words from '../words/en/shape.js';
import { labelOf } from '../words/fields.js';
import { type Option, useFormFacts, useProblemAt } from './form-context.js';

interface Props {
  name: string;
  options: readonly Option[];
  value: string | undefined;
  onChange: (value: string | undefined) => void;
  at: string;
  required?: boolean;
  label?: string;
  help?: string;
  placeholder?: string;
}

/** One of some choices; what is no longer among them stays readable. */
export function EnumField({ name, options, value, onChange, at, required, label, help, placeholder }: Props) {
  const isKnown = value === undefined || options.some((option) => option.value === value);
  return (
    <Select
      label={label ?? labelOf(name)}
      description={help}
      data={[...options, ...(isKnown ? [] : [{ value, label: value }])]}
      value={value ?? null}
      placeholder={placeholder ?? (required ? words.select : words.defaultLabel)}
      onChange={(chosen) => onChange(chosen ?? undefined)}
      clearable={!required && value !== undefined}
      searchable={options.length > 8}
      readOnly={useFormFacts().readOnly}
      error={useProblemAt(at)}
    />
  );
}
