import { TextInput } from '@mantine/core';
import type { Answer } from '../api/names.js';
import { upper } from '../parts/upper.js';

type Template = Answer<'getTemplate'>['template'];
/** What fills a WhatsApp template, by `component.name`. */
export type Values = Readonly<Record<string, string>>;

const textOf = ({ components }: Template): string =>
  components.flatMap(({ text }) => (typeof text === 'string' ? text : [])).join('\n');

/** Returns what was filled in; of what was left empty, the lead's own value is taken where it has one. */
export const filledOf = (values: Values): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));

interface Props {
  template: Template;
  values: Values;
  onChange: (values: Values) => void;
  /** Whether each place has to be filled: nobody is known whose own values could. */
  required?: boolean;
  errorOf: (name: string) => string | undefined;
}

/** What a WhatsApp template says, and a field for each of its places. */
export const Places = ({ template, values, onChange, required = false, errorOf }: Props) => (
  <>
    <p className="said quiet">{textOf(template)}</p>
    {template.variables.map(({ component, name }) => {
      const place = `${component}.${name}`;
      return (
        <TextInput
          key={`${template.id}${place}`}
          label={`${upper(component.replace('_', ' '))}: {{${name}}}`}
          value={values[place] ?? ''}
          onChange={({ currentTarget: { value } }) => onChange({ ...values, [place]: value })}
          placeholder={required || /^\d+$/.test(name) ? undefined : 'The lead’s own'}
          required={required}
          withAsterisk={false}
          error={errorOf(`variables/${place}`)}
        />
      );
    })}
  </>
);
