import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { CloudFunction, ScheduleBody } from '../../../schemas/functions/cloud-functions.js';
import { usePermission } from '../../api/session.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { useApiQuery } from '../../api/use-api-query.js';
import type { Draft } from '../../api/use-draft.js';
import { Form } from '../../components/form.js';
import { ProblemNote } from '../../components/problem-note.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import { NextTimes } from '../../components/schedule/next-times.js';
import { isNamed, ScheduleSelect } from '../../components/schedule/schedule-select.js';
import { scheduleInWords } from '../../components/schedule/trigger-in-words.js';
import { TemporalLink } from '../../components/temporal-link.js';
import { Timestamp } from '../../components/time/timestamp.js';
import { DraftCard } from '../../forms/draft-card.js';
import { FormFactsContext } from '../../forms/form-context.js';
import { objectShape } from '../../forms/resolve-shape.js';
import { Fields } from '../../forms/schema-field.js';
import type { Plain } from '../../forms/shape.js';
import * as labels from '../../words/en/function.js';

const KEYS = [
  ...(['name', 'description', 'is_active', 'timeout_ms', 'allowed_hosts', 'allow_http_writes', 'event'] as const),
];

const REST = ['timezone', 'leads_query', 'max_leads'];

/** The schedule of a function: once, or for each lead of a query. */
function Schedule({ fn, onChanged }: { fn: CloudFunction; onChanged: () => void }) {
  // Read-only fields of a schedule aren't sent back.
  const { next_runs = [], cron_in_words: _, ...stored } = fn.schedule ?? { next_runs: [], cron_in_words: '' };
  const [body, setBody] = useState<Plain>(fn.schedule ? stored : { cron_expression: '0 9 * * 1-5' });
  const put = useApiMutation('putFunctionSchedule');
  const remove = useApiMutation('deleteFunctionSchedule');
  const params = { id: fn.id };
  const { problem } = put;
  const problems = problem?.field ? [{ field: problem.field, message: problem.message }] : [];
  const quietly = (done: Promise<unknown>) => void done.then(onChanged, () => undefined);
  return (
    <FormFactsContext value={{ problems, choices: {}, readOnly: false }}>
      <ScheduleSelect
        value={String(body.cron_expression ?? '')}
        onChange={(cron_expression) => setBody({ ...body, cron_expression })}
      />
      <Fields
        shape={objectShape('FunctionSchedule')}
        value={body}
        onChange={setBody}
        at=""
        only={isNamed(body.cron_expression) ? REST : ['cron_expression', ...REST]}
      />
      {fn.schedule && (
        <NextTimes
          words={scheduleInWords(fn.schedule)}
          zone={fn.schedule.timezone}
          times={next_runs}
          isOn={fn.is_active}
        />
      )}
      {fn.schedule && fn.is_active && <TemporalLink of={{ function: fn.id }} label={labels.scheduleInTemporal} />}
      {fn.schedule && !fn.is_active && <p className="faint">{labels.theFunctionIsInactiveSoThe}</p>}
      {problem && !problem.field && <ProblemNote problem={problem} />}
      <div className="row">
        <Button
          variant="default"
          loading={put.isPending}
          onClick={() => quietly(put.mutateAsync({ params, body: body as unknown as ScheduleBody }))}
        >
          {fn.schedule ? labels.saveSchedule : labels.addSchedule}
        </Button>
        {fn.schedule && (
          <Button variant="default" loading={remove.isPending} onClick={() => quietly(remove.mutateAsync({ params }))}>
            {labels.removeSchedule}
          </Button>
        )}
      </div>
    </FormFactsContext>
  );
}

/** Names of secrets; a value goes in and never comes out. */
function Secrets({ id }: { id: string }) {
  const secretsQuery = useApiQuery('listFunctionSecrets', { params: { id } });
  const put = useApiMutation('putFunctionSecret');
  const remove = useApiMutation('deleteFunctionSecret');
  const [made, setMade] = useState(0);
  return (
    <>
      <QueryBoundary query={secretsQuery} lines={2}>
        {({ secrets }) => (
          <ul aria-label={labels.secrets}>
            {secrets.map(({ name, updated_at }) => (
              <li key={name} className="line">
                <code className="grow">{name}</code>
                <span className="faint">
                  <Timestamp at={updated_at} />
                </span>
                <Button
                  variant="default"
                  size="compact-sm"
                  onClick={() => void remove.mutateAsync({ params: { id, name } }).catch(() => undefined)}
                >
                  {labels.deleteLabel}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </QueryBoundary>
      <Form
        key={made}
        submit={labels.saveSecret}
        variant="default"
        onSubmit={async ({ name = '', value = '' }) => {
          await put.mutateAsync({ params: { id, name }, body: { value } });
          setMade(made + 1);
        }}
      >
        {(errorOf) => (
          <div className="form spaced">
            <TextInput name="name" label={labels.secretName} required withAsterisk={false} error={errorOf('name')} />
            <PasswordInput
              name="value"
              label={labels.value}
              description={labels.storedEncryptedAndNeverShownAgain}
              autoComplete="off"
              required
              withAsterisk={false}
              error={errorOf('value')}
            />
          </div>
        )}
      </Form>
    </>
  );
}

/** The settings of a function: its permissions, schedule and secrets. */
export function FunctionSettings({ fn, draft }: { fn: CloudFunction; draft: Draft<CloudFunction> }) {
  const may = usePermission();
  const readOnly = !may('functions:write');
  return (
    <div className="cards">
      <DraftCard title={labels.settings} draft={draft} shape="CloudFunction" keys={KEYS} readOnly={readOnly} />
      {!readOnly && (
        <>
          <section className="card" aria-label={labels.schedule}>
            <header className="card-head">
              <h2>{labels.schedule}</h2>
            </header>
            <div className="card-body form">
              <Schedule key={draft.tag} fn={fn} onChanged={() => void draft.reloadWithChanges()} />
            </div>
          </section>
          <section className="card" aria-label={labels.secrets}>
            <header className="card-head">
              <h2>{labels.secrets}</h2>
            </header>
            <div className="card-body form">
              <Secrets id={fn.id} />
            </div>
          </section>
        </>
      )}
    </div>
  );
}
