import { TextInput } from '@mantine/core';
import type { Answer } from '../../api/operation-types.js';
import { capitalize } from '../../words/capitalize.js';
import * as words from '../../words/en/channels.js';

type Template = Answer<'getTemplate'>['template'];
/** The values of a WhatsApp template, by `component.name`. */
export type Values = Readonly<Record<string, string>>;

const textOf = ({ components }: Template): string =>
  components.flatMap(({ text }) => (typeof text === 'string' ? text : [])).join('\n');

/** Returns what was filled in; of what was left empty, the lead's own value is taken where it has one. */
export const filledParameters = (values: Values): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));

interface Props {
  template: Template;
  values: Values;
  onChange: (values: Values) => void;
  /** True if each placeholder needs a value, because no lead is known that could provide it. */
  required?: boolean;
  errorOf: (name: string) => string | undefined;
}

/** The text of a WhatsApp template, with a field for each of its parameters. */
export const TemplateParameters = ({ template, values, onChange, required = false, errorOf }: Props) => (
  <>
    <p className="said quiet">{textOf(template)}</p>
    {template.variables.map(({ component, name }) => {
      const place = `${component}.${name}`;
      return (
        <TextInput
          key={`${template.id}${place}`}
          label={`${capitalize(component.replace('_', ' '))}: {{${name}}}`}
          value={values[place] ?? ''}
          onChange={({ currentTarget: { value } }) => onChange({ ...values, [place]: value })}
          placeholder={required || /^\d+$/.test(name) ? undefined : words.valueFromTheLead}
          required={required}
          withAsterisk={false}
          error={errorOf(`variables/${place}`)}
        />
      );
    })}
  </>
);
