import { Button, Modal } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Answer, Body } from '../../api/operation-types.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { Chip } from '../../components/chip.js';
import { DeleteButton } from '../../components/delete-button.js';
import { Icon } from '../../components/icons.js';
import { ProblemNote } from '../../components/problem-note.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import { FormFactsContext } from '../../forms/form-context.js';
import { objectShape } from '../../forms/resolve-shape.js';
import { Fields } from '../../forms/schema-field.js';
import type { Plain } from '../../forms/shape.js';
import * as words from '../../words/en/conversions.js';

export type ConversionType = Answer<'listConversionTypes'>['conversion_types'][number];

const KEYS = ['name', 'category', 'currency', 'fields'];

/** A form with the name and the details of a conversion type. */
function TypeForm({ type, onDone }: { type: ConversionType | undefined; onDone: () => void }) {
  const create = useApiMutation('createConversionType');
  const update = useApiMutation('updateConversionType');
  const { isPending, problem } = type ? update : create;
  const [body, setBody] = useState<Plain>(() =>
    Object.fromEntries(KEYS.flatMap((key) => (type ? [[key, (type as Plain)[key]]] : []))),
  );
  const problems = problem?.field ? [{ field: problem.field, message: problem.message }] : [];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const done = type
      ? update.mutateAsync({
          params: { id: type.id },
          body: { ...body, currency: body.currency ?? null } as Body<'updateConversionType'>,
        })
      : create.mutateAsync({ body: body as Body<'createConversionType'> });
    void done.then(onDone).catch(() => undefined);
  };
  return (
    <FormFactsContext value={{ problems, choices: {}, readOnly: false }}>
      <form className="over form" onSubmit={submit}>
        <Fields shape={objectShape('ConversionType')} value={body} onChange={setBody} at="" only={KEYS} />
        {problem && <ProblemNote problem={problem} />}
        <Button type="submit" loading={isPending} className="add-item">
          {type ? words.saveChanges : words.createType}
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
    {type.category === 'final' ? (
      <Chip who="ok" label={words.final} />
    ) : (
      <Chip who="clock" label={words.intermediate} />
    )}
    {onEdit && (
      <>
        <Button variant="default" size="compact-sm" aria-label={words.edit(type.name)} onClick={onEdit}>
          {words.edit2}
        </Button>
        <DeleteButton
          operation="deleteConversionType"
          id={type.id}
          name={type.name}
          means={words.itCanNoLongerBeRecorded}
        />
      </>
    )}
  </li>
);

/** The kinds of success that are counted. */
export function ConversionTypes({ mayChange }: { mayChange: boolean }) {
  const typesQuery = useApiQuery('listConversionTypes', { query: { limit: 200 } });
  const [open, setOpen] = useState<ConversionType | 'new'>();
  const close = () => setOpen(undefined);
  return (
    <section className="card" aria-labelledby="kinds">
      <header className="card-head">
        <h2 id="kinds">{words.conversionTypes}</h2>
        {mayChange && (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<Icon name="plus" size={14} />}
            onClick={() => setOpen('new')}
          >
            {words.addType}
          </Button>
        )}
      </header>
      <QueryBoundary query={typesQuery} lines={3}>
        {({ conversion_types: rows }) =>
          rows.length === 0 ? (
            <p className="calm">{words.noConversionTypesYetAddOne}</p>
          ) : (
            <ul>
              {rows.map((type) => (
                <Row key={type.id} type={type} onEdit={mayChange ? () => setOpen(type) : undefined} />
              ))}
            </ul>
          )
        }
      </QueryBoundary>
      <Modal
        opened={open !== undefined}
        onClose={close}
        title={open === 'new' ? words.addConversionType : words.editConversionType}
        size="lg"
      >
        {open && <TypeForm type={open === 'new' ? undefined : open} onDone={close} />}
      </Modal>
    </section>
  );
}
