import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import type { Model, UpdateModelBody } from '../../schemas/models/models.js';
import { useAct } from '../api/act.js';
import { useAsk, usePages } from '../api/ask.js';
import type { Input } from '../api/names.js';
import { Asked } from '../parts/asked.js';
import { Chip } from '../parts/chip.js';
import { Confirm } from '../parts/confirm.js';
import { Icon } from '../parts/icons.js';
import { Listed } from '../parts/listed.js';
import { Empty, Page } from '../parts/page.js';
import { ProblemNote } from '../parts/problem-note.js';
import { ModelForm } from './form.js';

const NUMBER = new Intl.NumberFormat();
const MONEY = new Intl.NumberFormat(undefined, { minimumFractionDigits: 2, maximumFractionDigits: 4 });

/** What models were used for in the last thirty days. */
function Usage() {
  const asked = useAsk('getModelUsage');
  return (
    <section className="card" aria-labelledby="usage">
      <header className="card-head">
        <h2 id="usage">The last thirty days</h2>
      </header>
      <Asked asked={asked} lines={3}>
        {({ usage, cost_micros }) =>
          usage.length === 0 ? (
            <p className="calm">No model was asked.</p>
          ) : (
            <>
              <div className="scrolls">
                <table className="plain">
                  <thead>
                    <tr>
                      {['Day', 'Model', 'Turns', 'Calls', 'Failed', 'Tokens', 'Cost'].map((head) => (
                        <th key={head} scope="col">
                          {head}
                        </th>
                      ))}
                    </tr>
                  </thead>
                  <tbody className="numbers">
                    {usage.map((row) => (
                      <tr key={`${row.day} ${row.workflow_id} ${row.model}`}>
                        <td>{row.day}</td>
                        <td>{row.model}</td>
                        <td>{NUMBER.format(row.turns)}</td>
                        <td>{NUMBER.format(row.calls)}</td>
                        <td>{NUMBER.format(row.failed)}</td>
                        <td>{NUMBER.format(row.input_tokens + row.output_tokens)}</td>
                        <td>{MONEY.format(row.cost_micros / 1e6)}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
              <p className="calm">In all {MONEY.format(cost_micros / 1e6)} in your currency.</p>
            </>
          )
        }
      </Asked>
    </section>
  );
}

function Row({ model, onChange }: { model: Model; onChange: () => void }) {
  const [sure, setSure] = useState(false);
  const remove = useAct('deleteModel');
  return (
    <div className="line key">
      <span className="grow">
        <strong className="cut">{model.name}</strong> <code>{model.key}</code>{' '}
        <span className="faint cut">
          {model.model} at {model.base_url}
        </span>
        {remove.problem && <ProblemNote problem={remove.problem} />}
      </span>
      {model.api_key_set ? <Chip who="ok" label="Key stored" /> : <Chip who="decide" label="No key" />}
      <span className="row">
        <Button variant="default" size="compact-sm" onClick={onChange}>
          Change
        </Button>
        <Button variant="default" size="compact-sm" onClick={() => setSure(true)}>
          Remove
        </Button>
      </span>
      <Confirm
        title="Remove the model"
        opened={sure}
        busy={remove.busy}
        onCancel={() => setSure(false)}
        onConfirm={() =>
          void remove
            .do({ params: { id: model.id } })
            .catch(() => undefined)
            .finally(() => setSure(false))
        }
      >
        “{model.name}” goes, with its key. An agent that answers with it keeps it from going.
      </Confirm>
    </div>
  );
}

/** The models that agents answer with. */
export function ModelsPage() {
  const pages = usePages('listModels', { query: { limit: 50 } });
  const create = useAct('createModel');
  const update = useAct('updateModel');
  const [edited, setEdited] = useState<Model | 'new'>();
  const isNew = edited === 'new';
  const { forget } = isNew ? create : update;
  const close = () => {
    forget();
    setEdited(undefined);
  };
  return (
    <Page
      title="Models"
      actions={
        <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setEdited('new')}>
          Add a model
        </Button>
      }
    >
      <div className="stack">
        <Listed
          pages={pages}
          rows={(page) => page.models}
          label="Models"
          empty={
            <Empty title="No model yet">
              <p>
                Any server that speaks OpenAI’s chat completions: a provider’s, or one of your own. Without one, agents
                go by their fields. <a href="docs/models">The guide</a> tells more.
              </p>
            </Empty>
          }
        >
          {(model) => <Row model={model} onChange={() => setEdited(model)} />}
        </Listed>
        <Usage />
      </div>
      <Modal opened={edited !== undefined} onClose={close} title={isNew ? 'A model' : 'Change the model'} size="lg">
        {edited !== undefined && (
          <ModelForm
            key={isNew ? 'new' : edited.id}
            model={isNew ? undefined : edited}
            busy={create.busy || update.busy}
            problem={isNew ? create.problem : update.problem}
            onSubmit={(body) =>
              void (
                isNew
                  ? create.do({ body: body as NonNullable<Input<'createModel'>['body']> })
                  : update.do({ params: { id: edited.id }, body: body as UpdateModelBody })
              ).then(close, () => undefined)
            }
          />
        )}
      </Modal>
    </Page>
  );
}
