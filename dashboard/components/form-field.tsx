import { Textarea, TextInput } from '@mantine/core';
import { Select } from './select.js';

interface TextField {
  name: string;
  label: string;
  errorOf: (name: string) => string | undefined;
  value?: string | number | null | undefined;
  type?: 'text' | 'number' | 'email' | 'tel' | 'url' | 'password' | 'date' | 'time' | 'datetime-local';
  required?: boolean;
  description?: string;
  placeholder?: string;
  first?: boolean;
  autoComplete?: string;
  /** The precision of a number; `any` allows decimals. */
  step?: 'any';
}

/** A line of a form, with what the API said of it. */
export const TextField = ({ name, label, errorOf, value, first, ...rest }: TextField) => (
  <TextInput
    name={name}
    label={label}
    defaultValue={value ?? ''}
    data-autofocus={first || undefined}
    withAsterisk={false}
    error={errorOf(name)}
    {...rest}
  />
);

interface TextAreaField
  extends Pick<TextField, 'name' | 'label' | 'errorOf' | 'value' | 'required' | 'description' | 'first'> {
  rows?: number;
}

/** Several lines of a form. */
export const TextAreaField = ({ name, label, errorOf, value, first, rows = 3, ...rest }: TextAreaField) => (
  <Textarea
    name={name}
    label={label}
    rows={rows}
    defaultValue={value ?? ''}
    data-autofocus={first || undefined}
    withAsterisk={false}
    error={errorOf(name)}
    {...rest}
  />
);

interface SelectField extends Pick<TextField, 'name' | 'label' | 'errorOf' | 'required' | 'description'> {
  data: readonly { value: string; label: string }[] | readonly string[];
  value?: string | null | undefined;
  clearable?: boolean;
}

/** One of several, in a form. */
export const SelectField = ({ name, label, errorOf, value, data, clearable, ...rest }: SelectField) => (
  <Select
    name={name}
    label={label}
    data={[...data] as string[]}
    defaultValue={value ?? null}
    clearable={clearable}
    searchable={data.length > 8}
    withAsterisk={false}
    error={errorOf(name)}
    {...rest}
  />
);

/**
 * Returns the values of a form as fields of a request: numbers as numbers, and no empty ones. Their type is the one that
 * the request expects, since the API checks them and names the field that isn't valid.
 */
export function formValues<T>(values: Readonly<Record<string, string>>, numbers: readonly string[] = []): T {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== '')
      .map(([name, value]) => [name, numbers.includes(name) ? Number(value) : value]),
  ) as T;
}

/** Returns the changed values of a form as `filledIn` does; those that were emptied are null. */
export function changedFormValues<T>(
  values: Readonly<Record<string, string>>,
  known: object,
  numbers: readonly string[] = [],
): T {
  const before = new Map<string, unknown>(Object.entries(known));
  const now = Object.entries(values).map(([name, value]) => {
    if (value === '') return [name, null] as const;
    return [name, numbers.includes(name) ? Number(value) : value] as const;
  });
  return Object.fromEntries(now.filter(([name, value]) => value !== (before.get(name) ?? null))) as T;
}
