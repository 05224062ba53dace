import { Button, Switch } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useAct } from '../api/act.js';
import { useAsk } from '../api/ask.js';
import type { Answer } from '../api/names.js';
import { useSession } from '../api/session.js';
import { AskFirst } from '../parts/ask-first.js';
import { Asked } from '../parts/asked.js';
import { Field } from '../parts/field.js';
import { Page } from '../parts/page.js';
import { ProblemNote } from '../parts/problem-note.js';
import { offerUndo } from '../parts/undo.js';
import { FormFactsContext } from '../shape/context.js';
import { Fields } from '../shape/field.js';
import { objectShape } from '../shape/resolve.js';
import { type Plain, plainOf } from '../shape/shape.js';
import { numberOf } from '../words/reports.js';
import { RetentionCard } from './retention.js';

type Account = Answer<'getAccount'>['account'];
const ABOUT = ['name', 'timezone', 'country'] as const;

interface Props {
  account: Account;
  mayChange: boolean;
}

/** Whether messages leave at all: the switch for a bad day. */
function Sending({ account, mayChange }: Props) {
  const update = useAct('updateAccount');
  const { sending_enabled: isOn, sending_note: why } = account;
  return (
    <section className="card" aria-labelledby="sending">
      <header className="card-head">
        <h2 id="sending">Sending</h2>
      </header>
      <div className="card-body form">
        <p>
          {isOn ? 'Messages leave as their agents say.' : 'Nothing leaves. Runs wait, and go on where they stood.'}
          {!isOn && why && <span className="quiet"> {why}</span>}
        </p>
        {mayChange && isOn && (
          <AskFirst
            title="Switch it off"
            submit="Switch it off"
            onSubmit={async ({ sending_note = '' }) => {
              const body = { sending_enabled: false, sending_note: sending_note.trim() || null };
              const { runs_woken } = await update.do({ body });
              offerUndo(`Sending is off; ${numberOf(runs_woken)} runs wait.`, () =>
                update.do({ body: { sending_enabled: true, sending_note: null } }),
              );
            }}
          >
            {(errorOf) => (
              <>
                <p>
                  What is being sent at this moment may still leave. Nothing is lost: what falls due meanwhile waits.
                </p>
                <Field name="sending_note" label="Why, for your colleagues" first errorOf={errorOf} />
              </>
            )}
          </AskFirst>
        )}
        {mayChange && !isOn && (
          <Switch
            label="Messages leave"
            checked={false}
            disabled={update.busy}
            onChange={() =>
              void update.do({ body: { sending_enabled: true, sending_note: null } }).catch(() => undefined)
            }
          />
        )}
        {update.problem && <ProblemNote problem={update.problem} />}
      </div>
    </section>
  );
}

interface CardProps extends Props {
  id: string;
  title: string;
  means: string;
  keys: readonly (keyof Account)[];
}

/** Some of the account's settings as a form of their own. */
function SettingsCard({ account, mayChange, id, title, means, keys }: CardProps) {
  const update = useAct('updateAccount');
  const stored = Object.fromEntries(keys.map((key) => [key, account[key]]));
  const [value, setValue] = useState<Plain>(stored);
  const { problem } = update;
  const problems = problem?.field ? [{ field: problem.field, message: problem.message }] : [];
  const isChanged = keys.some((key) => JSON.stringify(value[key] ?? null) !== JSON.stringify(stored[key] ?? null));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = Object.fromEntries(keys.map((key) => [key, value[key] ?? null]));
    void update.do({ body }).then(
      () => offerUndo('It is saved.', () => update.do({ body: stored })),
      () => undefined,
    );
  };
  return (
    <FormFactsContext value={{ problems, choices: {}, readOnly: !mayChange }}>
      <section className="card" aria-labelledby={id}>
        <header className="card-head">
          <h2 id={id}>{title}</h2>
        </header>
        <form className={keys.length === 1 ? 'card-body form only' : 'card-body form'} onSubmit={submit}>
          <p className="quiet">{means}</p>
          <Fields shape={objectShape('Account')} value={plainOf(value)} onChange={setValue} at="" only={keys} />
          {problem && !problem.field && <ProblemNote problem={problem} />}
          {mayChange && (
            <Button type="submit" loading={update.busy} disabled={!isChanged} className="add-item">
              Save
            </Button>
          )}
        </form>
      </section>
    </FormFactsContext>
  );
}

/** What holds for the whole account. */
export function SettingsPage() {
  const { user } = useSession();
  const asked = useAsk('getAccount');
  const mayChange = user.role === 'owner' || user.role === 'admin';
  return (
    <Page title="Settings">
      <Asked asked={asked} lines={6}>
        {({ account }) => (
          <div className="cards" key={account.updated_at}>
            <Sending account={account} mayChange={mayChange} />
            <SettingsCard
              {...{ account, mayChange }}
              id="about"
              title="The account"
              means="The zone counts for leads that have none of their own; the country says how phones without a prefix are read."
              keys={ABOUT}
            />
            <SettingsCard
              {...{ account, mayChange }}
              id="limits"
              title="Limits"
              means="How much one lead gets at most over all agents, and what models may use up."
              keys={['limits']}
            />
            <RetentionCard stored={account.retention} mayChange={mayChange} />
          </div>
        )}
      </Asked>
    </Page>
  );
}
