import { Textarea, TextInput } from '@mantine/core';
import { Select } from './select.js';

interface Field {
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
}

/** A line of a form, with what the API said of it. */
export const Field = ({ name, label, errorOf, value, first, ...rest }: Field) => (
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

interface Area extends Pick<Field, 'name' | 'label' | 'errorOf' | 'value' | 'required' | 'description' | 'first'> {
  rows?: number;
}

/** Several lines of a form. */
export const Area = ({ name, label, errorOf, value, first, rows = 3, ...rest }: Area) => (
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

interface Choice extends Pick<Field, 'name' | 'label' | 'errorOf' | 'required' | 'description'> {
  data: readonly { value: string; label: string }[] | readonly string[];
  value?: string | null | undefined;
  clearable?: boolean;
}

/** One of several, in a form. */
export const Choice = ({ name, label, errorOf, value, data, clearable, ...rest }: Choice) => (
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

/** Returns what was filled in of a form: text as it is, numbers as numbers; what was left empty is left out. */
export function filledIn(values: Record<string, string>, numbers: readonly string[] = []): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== '')
      .map(([name, value]) => [name, numbers.includes(name) ? Number(value) : value]),
  );
}

/** Returns what a form says anew about something: what was emptied becomes null, what stayed is left out. */
export function changedIn(
  values: Record<string, string>,
  known: Readonly<Record<string, unknown>>,
  numbers: readonly string[] = [],
): Record<string, unknown> {
  const now = Object.entries(values).map(([name, value]) => {
    if (value === '') return [name, null] as const;
    return [name, numbers.includes(name) ? Number(value) : value] as const;
  });
  return Object.fromEntries(now.filter(([name, value]) => value !== (known[name] ?? null)));
}
