import { Button, Modal } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useAct } from '../api/act.js';
import { useAsk } from '../api/ask.js';
import type { Answer } from '../api/names.js';
import { Asked } from '../parts/asked.js';
import { Chip } from '../parts/chip.js';
import { Icon } from '../parts/icons.js';
import { ProblemNote } from '../parts/problem-note.js';
import { Remove } from '../parts/remove.js';
import { FormFactsContext } from '../shape/context.js';
import { Fields } from '../shape/field.js';
import { objectShape } from '../shape/resolve.js';
import type { Plain } from '../shape/shape.js';

export type ConversionType = Answer<'listConversionTypes'>['conversion_types'][number];

const KEYS = ['name', 'category', 'currency', 'fields'];

/** What a conversion type is called, and what is known of each. */
function TypeForm({ type, onDone }: { type: ConversionType | undefined; onDone: () => void }) {
  const create = useAct('createConversionType');
  const update = useAct('updateConversionType');
  const { busy, problem } = type ? update : create;
  const [body, setBody] = useState<Plain>(() =>
    Object.fromEntries(KEYS.flatMap((key) => (type ? [[key, (type as Plain)[key]]] : []))),
  );
  const problems = problem?.field ? [{ field: problem.field, message: problem.message }] : [];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const done = type
      ? update.do({ params: { id: type.id }, body: { ...body, currency: body.currency ?? null } as never })
      : create.do({ body: body as never });
    void done.then(onDone).catch(() => undefined);
  };
  return (
    <FormFactsContext value={{ problems, choices: {}, readOnly: false }}>
      <form className="over form" onSubmit={submit}>
        <Fields shape={objectShape('ConversionType')} value={body} onChange={setBody} at="" only={KEYS} />
        {problem && <ProblemNote problem={problem} />}
        <Button type="submit" loading={busy} className="add-item">
          {type ? 'Change it' : 'Add it'}
        </Button>
      </form>
    </FormFactsContext>
  );
}

const Row = ({ type, onEdit }: { type: ConversionType; onEdit: (() => void) | undefined }) => (
  <li className="line meeting key">
    <span className="grow">
      <strong className="cut">{type.name}</strong>{' '}
      <span className="faint">
        {[type.currency, ...type.fields.map(({ label }) => label)].filter(Boolean).join(' · ')}
      </span>
    </span>
    {type.category === 'final' ? <Chip who="ok" label="Success" /> : <Chip who="clock" label="On the way" />}
    {onEdit && (
      <>
        <Button variant="default" size="compact-sm" aria-label={`Edit ${type.name}`} onClick={onEdit}>
          Edit
        </Button>
        <Remove
          operation="deleteConversionType"
          id={type.id}
          name={type.name}
          means="It can’t be recorded any more. A kind that something was recorded of is kept."
        />
      </>
    )}
  </li>
);

/** The kinds of success that are counted. */
export function Types({ mayChange }: { mayChange: boolean }) {
  const asked = useAsk('listConversionTypes', { query: { limit: 200 } });
  const [open, setOpen] = useState<ConversionType | 'new'>();
  const close = () => setOpen(undefined);
  return (
    <section className="card" aria-labelledby="kinds">
      <header className="card-head">
        <h2 id="kinds">Conversion types</h2>
        {mayChange && (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<Icon name="plus" size={14} />}
            onClick={() => setOpen('new')}
          >
            Add a type
          </Button>
        )}
      </header>
      <Asked asked={asked} lines={3}>
        {({ conversion_types: rows }) =>
          rows.length === 0 ? (
            <p className="calm">None yet: an order, a signed contract, a demo that was held.</p>
          ) : (
            <ul>
              {rows.map((type) => (
                <Row key={type.id} type={type} onEdit={mayChange ? () => setOpen(type) : undefined} />
              ))}
            </ul>
          )
        }
      </Asked>
      <Modal
        opened={open !== undefined}
        onClose={close}
        title={open === 'new' ? 'Add a conversion type' : 'Edit the conversion type'}
        size="lg"
      >
        {open && <TypeForm type={open === 'new' ? undefined : open} onDone={close} />}
      </Modal>
    </section>
  );
}
