import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import type { Model, UpdateModelBody } from '../../../schemas/models/models.js';
import type { Input } from '../../api/operation-types.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { useApiList, useApiQuery } from '../../api/use-api-query.js';
import { Chip } from '../../components/chip.js';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { Icon } from '../../components/icons.js';
import { Empty, Page } from '../../components/page.js';
import { PagedList } from '../../components/paged-list.js';
import { ProblemNote } from '../../components/problem-note.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import * as words from '../../words/en/models.js';
import { LOCALE } from '../../words/locale.js';
import { ModelForm } from './model-form.js';

const NUMBER = new Intl.NumberFormat(LOCALE);
const MONEY = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 2, maximumFractionDigits: 4 });

/** The usage of models in the last thirty days. */
function Usage() {
  const usageQuery = useApiQuery('getModelUsage');
  return (
    <section className="card" aria-labelledby="usage">
      <header className="card-head">
        <h2 id="usage">{words.usageInTheLast30Days}</h2>
      </header>
      <QueryBoundary query={usageQuery} lines={3}>
        {({ usage, cost_micros }) =>
          usage.length === 0 ? (
            <p className="calm">{words.noModelCallsInTheLast}</p>
          ) : (
            <>
              <div className="scrolls">
                <table className="plain">
                  <thead>
                    <tr>
                      {[words.day, words.model, words.turns, words.calls, words.failed, words.tokens, words.cost].map(
                        (head) => (
                          <th key={head} scope="col">
                            {head}
                          </th>
                        ),
                      )}
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
              <p className="calm">{words.totalInYourCurrency(MONEY.format(cost_micros / 1e6))}</p>
            </>
          )
        }
      </QueryBoundary>
    </section>
  );
}

function Row({ model, onChange }: { model: Model; onChange: () => void }) {
  const [isConfirming, setIsConfirming] = useState(false);
  const remove = useApiMutation('deleteModel');
  return (
    <div className="line key">
      <span className="grow">
        <strong className="cut">{model.name}</strong> <code>{model.key}</code>{' '}
        <span className="faint cut">{words.at(model.model, model.base_url)}</span>
        {remove.problem && <ProblemNote problem={remove.problem} />}
      </span>
      {model.api_key_set ? <Chip who="ok" label={words.apiKeyStored} /> : <Chip who="decide" label={words.noApiKey} />}
      <span className="row">
        <Button variant="default" size="compact-sm" onClick={onChange}>
          {words.edit}
        </Button>
        <Button variant="default" size="compact-sm" onClick={() => setIsConfirming(true)}>
          {words.remove}
        </Button>
      </span>
      <ConfirmDialog
        title={words.removeModel}
        opened={isConfirming}
        isPending={remove.isPending}
        onCancel={() => setIsConfirming(false)}
        onConfirm={() =>
          void remove
            .mutateAsync({ params: { id: model.id } })
            .catch(() => undefined)
            .finally(() => setIsConfirming(false))
        }
      >
        {words.andItsApiKeyAreDeleted(model.name)}
      </ConfirmDialog>
    </div>
  );
}

/** The models that agents answer with. */
export function ModelsPage() {
  const pages = useApiList('listModels', { query: { limit: 50 } });
  const create = useApiMutation('createModel');
  const update = useApiMutation('updateModel');
  const [edited, setEdited] = useState<Model | 'new'>();
  const isNew = edited === 'new';
  const { reset } = isNew ? create : update;
  const close = () => {
    reset();
    setEdited(undefined);
  };
  return (
    <Page
      title={words.models}
      create={
        <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setEdited('new')}>
          {words.addModel}
        </Button>
      }
    >
      <div className="stack">
        <PagedList
          pages={pages}
          rows={(page) => page.models}
          label={words.models}
          empty={
            <Empty title={words.noModelsYet} first>
              <p>{words.addAnyServerThatSupportsThe}</p>
              <p>
                <a href="docs/models">{words.seeTheGuide}</a>
              </p>
            </Empty>
          }
        >
          {(model) => <Row model={model} onChange={() => setEdited(model)} />}
        </PagedList>
        <Usage />
      </div>
      <Modal opened={edited !== undefined} onClose={close} title={isNew ? words.addModel : words.editModel} size="lg">
        {edited !== undefined && (
          <ModelForm
            key={isNew ? 'new' : edited.id}
            model={isNew ? undefined : edited}
            isPending={create.isPending || update.isPending}
            problem={isNew ? create.problem : update.problem}
            onSubmit={(body) =>
              void (
                isNew
                  ? create.mutateAsync({ body: body as NonNullable<Input<'createModel'>['body']> })
                  : update.mutateAsync({ params: { id: edited.id }, body: body as UpdateModelBody })
              ).then(close, () => undefined)
            }
          />
        )}
      </Modal>
    </Page>
  );
}
