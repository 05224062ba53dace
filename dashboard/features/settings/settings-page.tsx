import { Button, Switch } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Answer } from '../../api/operation-types.js';
import { useSession } from '../../api/session.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { ConfirmForm } from '../../components/confirm-form.js';
import { TextField } from '../../components/form-field.js';
import { Page } from '../../components/page.js';
import { ProblemNote } from '../../components/problem-note.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import { offerUndo } from '../../components/undo-toast.js';
import { FormFactsContext } from '../../forms/form-context.js';
import { objectShape } from '../../forms/resolve-shape.js';
import { Fields } from '../../forms/schema-field.js';
import { type Plain, plainOf } from '../../forms/shape.js';
import * as words from '../../words/en/settings.js';
import { RetentionCard } from './retention-card.js';

type Account = Answer<'getAccount'>['account'];
const ABOUT = ['name', 'timezone', 'country'] as const;

interface Props {
  account: Account;
  mayChange: boolean;
}

/** Shows whether messages leave at all: the switch for a bad day. */
function Sending({ account, mayChange }: Props) {
  const update = useApiMutation('updateAccount');
  const { sending_enabled: isOn, sending_note: why } = account;
  return (
    <section className="card" aria-labelledby="sending">
      <header className="card-head">
        <h2 id="sending">{words.sending}</h2>
      </header>
      <div className="card-body form">
        <p>
          {isOn ? words.sendingIsOnAgentsSendMessages : words.sendingIsPausedRunsWaitAnd}
          {!isOn && why && <span className="quiet"> {why}</span>}
        </p>
        {mayChange && isOn && (
          <ConfirmForm
            title={words.pauseAllSending}
            submit={words.pauseAllSending}
            onSubmit={async ({ sending_note = '' }) => {
              const body = { sending_enabled: false, sending_note: sending_note.trim() || null };
              const { runs_woken } = await update.mutateAsync({ body });
              offerUndo(words.sendingIsPaused(runs_woken), () =>
                update.mutateAsync({ body: { sending_enabled: true, sending_note: null } }),
              );
            }}
          >
            {(errorOf) => (
              <>
                <p>{words.messagesThatAreBeingSentRight}</p>
                <TextField name="sending_note" label={words.reasonShownToYourTeam} first errorOf={errorOf} />
              </>
            )}
          </ConfirmForm>
        )}
        {mayChange && !isOn && (
          <Switch
            label={words.sendMessages}
            checked={false}
            disabled={update.isPending}
            onChange={() =>
              void update.mutateAsync({ body: { sending_enabled: true, sending_note: null } }).catch(() => undefined)
            }
          />
        )}
        {update.problem && <ProblemNote problem={update.problem} />}
      </div>
    </section>
  );
}

/** Shows whether everyone needs a second factor. */
function Security({ account }: Pick<Props, 'account'>) {
  const update = useApiMutation('updateAccount');
  const isOn = account.second_factor_required;
  return (
    <section className="card" aria-labelledby="security">
      <header className="card-head">
        <h2 id="security">{words.security}</h2>
      </header>
      <div className="card-body form">
        <p className="quiet">{words.membersWithoutOneSetItUp}</p>
        <Switch
          label={words.requireSecondFactor}
          checked={isOn}
          disabled={update.isPending}
          onChange={() => void update.mutateAsync({ body: { second_factor_required: !isOn } }).catch(() => undefined)}
        />
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
  const update = useApiMutation('updateAccount');
  const stored = Object.fromEntries(keys.map((key) => [key, account[key]]));
  const [value, setValue] = useState<Plain>(stored);
  const { problem } = update;
  const problems = problem?.field ? [{ field: problem.field, message: problem.message }] : [];
  const isChanged = keys.some((key) => JSON.stringify(value[key] ?? null) !== JSON.stringify(stored[key] ?? null));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = Object.fromEntries(keys.map((key) => [key, value[key] ?? null]));
    void update.mutateAsync({ body }).then(
      () => offerUndo(words.settingsSaved, () => update.mutateAsync({ body: stored })),
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
            <Button type="submit" loading={update.isPending} disabled={!isChanged} className="add-item">
              {words.save}
            </Button>
          )}
        </form>
      </section>
    </FormFactsContext>
  );
}

/** The settings of the account. */
export function SettingsPage() {
  const { user } = useSession();
  const accountQuery = useApiQuery('getAccount');
  const mayChange = user.role === 'owner' || user.role === 'admin';
  return (
    <Page title={words.settings}>
      <QueryBoundary query={accountQuery} lines={6}>
        {({ account }) => (
          <div className="cards" key={account.updated_at}>
            <Sending account={account} mayChange={mayChange} />
            <SettingsCard
              account={account}
              mayChange={mayChange}
              id="about"
              title={words.account}
              means={words.theTimeZoneAppliesToLeads}
              keys={ABOUT}
            />
            <SettingsCard
              account={account}
              mayChange={mayChange}
              id="limits"
              title={words.limits}
              means={words.theMaximumNumberOfMessagesPer}
              keys={['limits']}
            />
            {user.role === 'owner' && <Security account={account} />}
            <SettingsCard
              account={account}
              mayChange={mayChange}
              id="machines"
              title={words.machines}
              means={words.scannersOpenEmailsAndFollowLinks}
              keys={['machine_engagement']}
            />
            <SettingsCard
              account={account}
              mayChange={mayChange}
              id="request-log"
              title={words.requestLog}
              means={words.requestsWithApiKeysAreKept}
              keys={['request_log_days']}
            />
            <RetentionCard stored={account.retention} mayChange={mayChange} />
          </div>
        )}
      </QueryBoundary>
    </Page>
  );
}
