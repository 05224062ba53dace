import { Button, PasswordInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Model } from '../../../schemas/models/models.js';
import type { Problem } from '../../api/problem.js';
import { ProblemNote } from '../../components/problem-note.js';
import { FormFactsContext } from '../../forms/form-context.js';
import { objectShape } from '../../forms/resolve-shape.js';
import { Fields } from '../../forms/schema-field.js';
import { type Plain, withKey } from '../../forms/shape.js';
import * as words from '../../words/en/models.js';

interface Props {
  /** Undefined: a new one. */
  model: Model | undefined;
  isPending: boolean;
  problem: Problem | undefined;
  onSubmit: (body: Plain) => void;
}

const PARTS = ['name', 'base_url', 'model', 'timeout_ms', 'temperature'];
const PRICES = ['price_input', 'price_cached_input', 'price_output'];

/** The name, address and key of a model. The key can't be read. */
export function ModelForm({ model, isPending, problem, onSubmit }: Props) {
  const keys = [...PARTS, ...PRICES];
  const [body, setBody] = useState<Plain>(() =>
    Object.fromEntries(keys.flatMap((key) => (model ? [[key, (model as unknown as Plain)[key]]] : []))),
  );
  const shape = objectShape(model ? 'Model' : 'NewModel');
  const problems = problem?.field ? [{ field: problem.field, message: problem.message }] : [];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit(model ? { ...Object.fromEntries(keys.map((key) => [key, body[key] ?? null])), ...body } : body);
  };
  // The field `model` is the server's own name here, and no choice among the account's.
  const choices = { model: undefined };
  return (
    <FormFactsContext value={{ problems, choices, readOnly: false }}>
      <form className="over form" onSubmit={submit}>
        <Fields shape={shape} value={body} onChange={setBody} at="" only={model ? PARTS : ['key', ...PARTS]} />
        <PasswordInput
          label={words.apiKey}
          description={model?.api_key_set ? words.aKeyIsStoredEnterA : words.storedEncryptedAndNeverShownAgain}
          autoComplete="off"
          value={typeof body.api_key === 'string' ? body.api_key : ''}
          onChange={({ currentTarget }) => setBody(withKey(body, 'api_key', currentTarget.value || undefined))}
          error={problems.find(({ field }) => field === '/api_key')?.message}
        />
        <details>
          <summary>{words.prices}</summary>
          <div className="form">
            <Fields shape={shape} value={body} onChange={setBody} at="" only={PRICES} />
          </div>
        </details>
        {problem && <ProblemNote problem={problem} />}
        <Button type="submit" loading={isPending} className="add-item">
          {model ? words.saveModel : words.addModel}
        </Button>
      </form>
    </FormFactsContext>
  );
}
