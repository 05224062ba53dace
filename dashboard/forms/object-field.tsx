import { type ReactNode, useId } from 'react';
import type { Drawing } from './field-props.js';
import { useProblemAt } from './form-context.js';
import type { ObjectShape, Plain } from './shape.js';
import { withKey } from './shape.js';

export interface FieldsProps {
  shape: ObjectShape;
  value: Plain;
  onChange: (value: Plain) => void;
  at: string;
  /** The fields, in order. Defaults to all. */
  only?: readonly string[];
}

/** The fields of an object one below the other. */
export const FieldsOf = ({ shape, value, onChange, at, only, draw: Field }: FieldsProps & Drawing) =>
  (only ?? Object.keys(shape.fields)).map((key) => {
    const field = shape.fields[key];
    return field ? (
      <Field
        key={key}
        name={key}
        shape={field}
        value={value[key] ?? undefined}
        onChange={(changed) => onChange(withKey(value, key, changed))}
        at={`${at}/${key}`}
        required={shape.required.includes(key)}
      />
    ) : null;
  });

/** A group of fields with its heading. */
export function Group({
  legend,
  help,
  at,
  children,
}: {
  legend: string;
  help?: string;
  at: string;
  children: ReactNode;
}) {
  const id = useId();
  const problem = useProblemAt(at);
  return (
    <fieldset className="group-of-fields" aria-labelledby={id}>
      <h3 id={id}>{legend}</h3>
      {help && <p className="faint">{help}</p>}
      {problem && (
        <p className="field-problem" role="alert">
          {problem}
        </p>
      )}
      {children}
    </fieldset>
  );
}

/** An object as a group of its fields. */
export const ObjectField = ({ legend, help, ...rest }: FieldsProps & Drawing & { legend: string; help?: string }) => (
  <Group legend={legend} help={help} at={rest.at}>
    <FieldsOf {...rest} />
  </Group>
);
