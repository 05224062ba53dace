import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { CloudFunction, ScheduleBody } from '../../schemas/functions/cloud-functions.js';
import { useAct } from '../api/act.js';
import { useAsk } from '../api/ask.js';
import type { Draft } from '../api/draft.js';
import { useMay } from '../api/session.js';
import { scheduleInWords } from '../jobs/fires-in-words.js';
import { HowOften, isNamed } from '../jobs/how-often.js';
import { NextTimes } from '../jobs/next-times.js';
import { Asked } from '../parts/asked.js';
import { Form } from '../parts/form.js';
import { ProblemNote } from '../parts/problem-note.js';
import { TemporalLink } from '../parts/temporal-link.js';
import { When } from '../parts/when.js';
import { FormFactsContext } from '../shape/context.js';
import { DraftCard } from '../shape/draft-card.js';
import { Fields } from '../shape/field.js';
import { objectShape } from '../shape/resolve.js';
import type { Plain } from '../shape/shape.js';

const KEYS = [
  ...(['name', 'description', 'is_active', 'timeout_ms', 'allowed_hosts', 'allow_http_writes', 'event'] as const),
];

const REST = ['timezone', 'leads_query', 'max_leads'];

/** When it runs by itself: once, or for each lead of a query. */
function Schedule({ fn, onChanged }: { fn: CloudFunction; onChanged: () => void }) {
  // What the service tells of a schedule is no part of what it is told.
  const { next_runs = [], cron_in_words: _, ...stored } = fn.schedule ?? { next_runs: [], cron_in_words: '' };
  const [body, setBody] = useState<Plain>(fn.schedule ? stored : { cron_expression: '0 9 * * 1-5' });
  const put = useAct('putFunctionSchedule');
  const remove = useAct('deleteFunctionSchedule');
  const params = { id: fn.id };
  const { problem } = put;
  const problems = problem?.field ? [{ field: problem.field, message: problem.message }] : [];
  const quietly = (done: Promise<unknown>) => void done.then(onChanged, () => undefined);
  return (
    <FormFactsContext value={{ problems, choices: {}, readOnly: false }}>
      <HowOften
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
      {fn.schedule && fn.is_active && <TemporalLink of={{ function: fn.id }} label="Its schedule in Temporal" />}
      {fn.schedule && !fn.is_active && <p className="faint">The function is switched off, so it does not run.</p>}
      {problem && !problem.field && <ProblemNote problem={problem} />}
      <div className="row">
        <Button loading={put.busy} onClick={() => quietly(put.do({ params, body: body as unknown as ScheduleBody }))}>
          {fn.schedule ? 'Change the schedule' : 'Set the schedule'}
        </Button>
        {fn.schedule && (
          <Button variant="default" loading={remove.busy} onClick={() => quietly(remove.do({ params }))}>
            Take it away
          </Button>
        )}
      </div>
    </FormFactsContext>
  );
}

/** Names of secrets; a value goes in and never comes out. */
function Secrets({ id }: { id: string }) {
  const asked = useAsk('listFunctionSecrets', { params: { id } });
  const put = useAct('putFunctionSecret');
  const remove = useAct('deleteFunctionSecret');
  const [made, setMade] = useState(0);
  return (
    <>
      <Asked asked={asked} lines={2}>
        {({ secrets }) => (
          <ul aria-label="Secrets">
            {secrets.map(({ name, updated_at }) => (
              <li key={name} className="line">
                <code className="grow">{name}</code>
                <span className="faint">
                  <When at={updated_at} />
                </span>
                <Button
                  variant="default"
                  size="compact-sm"
                  onClick={() => void remove.do({ params: { id, name } }).catch(() => undefined)}
                >
                  Delete
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Asked>
      <Form
        key={made}
        submit="Store it"
        onSubmit={async ({ name = '', value = '' }) => {
          await put.do({ params: { id, name }, body: { value } });
          setMade(made + 1);
        }}
      >
        {(errorOf) => (
          <div className="form spaced">
            <TextInput name="name" label="Name of a secret" required withAsterisk={false} error={errorOf('name')} />
            <PasswordInput
              name="value"
              label="Value"
              description="Kept encrypted, and never shown again."
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

/** What a function may do, when it runs, and its secrets. */
export function FunctionSettings({ fn, draft }: { fn: CloudFunction; draft: Draft<CloudFunction> }) {
  const may = useMay();
  const readOnly = !may('functions:write');
  return (
    <div className="cards">
      <DraftCard title="Settings" draft={draft} shape="CloudFunction" keys={KEYS} readOnly={readOnly} />
      {!readOnly && (
        <>
          <section className="card" aria-label="Schedule">
            <header className="card-head">
              <h2>Schedule</h2>
            </header>
            <div className="card-body form">
              <Schedule key={draft.tag} fn={fn} onChanged={() => void draft.keepMine()} />
            </div>
          </section>
          <section className="card" aria-label="Its secrets">
            <header className="card-head">
              <h2>Secrets</h2>
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
