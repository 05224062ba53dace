import type { Draft } from '../api/use-draft.js';
import { FormFactsContext } from './form-context.js';
import { objectShape } from './resolve-shape.js';
import { Fields } from './schema-field.js';
import type { Plain } from './shape.js';

interface Props<D extends object> {
  title: string;
  draft: Draft<D>;
  /** The name of its schema, and its fields in this card. */
  shape: Parameters<typeof objectShape>[0];
  keys: readonly (keyof D & string)[];
  readOnly: boolean;
}

/** A part of a draft as a separate card, with errors at their fields. */
export function DraftCard<D extends object>({ title, draft, shape, keys, readOnly }: Props<D>) {
  const { problem, value, change } = draft;
  const problems = problem?.field ? [{ field: problem.field, message: problem.message }] : [];
  return (
    <section className="card" aria-label={title}>
      <header className="card-head">
        <h2>{title}</h2>
      </header>
      <div className="card-body form">
        <FormFactsContext value={{ problems, choices: {}, readOnly }}>
          <Fields
            shape={objectShape(shape)}
            value={value as Plain}
            onChange={(now) => change(Object.fromEntries(keys.map((key) => [key, now[key] ?? null])) as Partial<D>)}
            at=""
            only={keys}
          />
        </FormFactsContext>
      </div>
    </section>
  );
}
