import { useState } from 'react';
import type { Answer } from '../../api/operation-types.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { Chip } from '../../components/chip.js';
import { ConfirmForm } from '../../components/confirm-form.js';
import { DeleteButton } from '../../components/delete-button.js';
import { formValues, TextField } from '../../components/form-field.js';
import { PushNote } from '../../components/push-note.js';
import { Select } from '../../components/select.js';
import { Timestamp } from '../../components/time/timestamp.js';
import * as words from '../../words/en/channels.js';
import * as connecting from '../../words/en/connections.js';
import { translated } from '../../words/sentences.js';
import type { Words } from '../../words/who.js';
import { ConnectionField, type SignInMethod, SignInMethodSelect } from './connection-field.js';
import { useConnections } from './use-connections.js';

const stateOf = ({ error, checked_at }: { error: string | null; checked_at: string | null }): Words => {
  if (error) return { who: 'act', label: words.syncFailed };
  return checked_at ? { who: 'ok', label: words.synced } : { who: 'clock', label: words.waitingForSync };
};

type Stored = Answer<'getMailbox'>['mailbox'];

interface FieldsProps {
  errorOf: (name: string) => string | undefined;
  mailbox: Stored;
}

/** The options for saving sent emails. APIs save them on their own, mail servers may not. */
const CopiesField = ({ mailbox }: Pick<FieldsProps, 'mailbox'>) => (
  <Select
    name="sent_copies"
    label={words.copiesInSent}
    data={[
      { value: 'auto', label: words.unlessTheProviderSavesThem },
      { value: 'always', label: words.always },
      { value: 'never', label: words.never },
    ]}
    defaultValue={mailbox?.sent_copies ?? 'auto'}
  />
);

const ServerFields = ({ errorOf, mailbox }: FieldsProps) => (
  <>
    <TextField name="host" label={words.imapServer} value={mailbox?.host} required first errorOf={errorOf} />
    <TextField name="port" label={words.port} type="number" value={mailbox?.port} placeholder="993" errorOf={errorOf} />
    <TextField name="user" label={words.user} value={mailbox?.user} required autoComplete="off" errorOf={errorOf} />
    <TextField
      name="password"
      label={words.password}
      type="password"
      required
      autoComplete="new-password"
      errorOf={errorOf}
    />
    <CopiesField mailbox={mailbox} />
  </>
);

function MailboxFields({ errorOf, mailbox }: FieldsProps) {
  const connections = useConnections().data?.connections ?? [];
  const [id, setId] = useState(mailbox?.connection_id ?? null);
  const [way, setWay] = useState<SignInMethod>(id === null ? 'server' : 'connection');
  const isByImap = connections.some((row) => row.id === id && row.provider === 'oauth');
  return (
    <>
      <SignInMethodSelect
        label={connecting.receivedThrough}
        server={connecting.imapServer}
        value={way}
        onChange={setWay}
      />
      {way === 'server' ? (
        <ServerFields errorOf={errorOf} mailbox={mailbox?.connection_id ? null : mailbox} />
      ) : (
        <ConnectionField
          connections={connections}
          purpose="read_mail"
          value={id}
          onChange={setId}
          sharedMailbox={mailbox?.shared_mailbox}
          errorOf={errorOf}
        />
      )}
      {way === 'connection' && isByImap && <CopiesField mailbox={mailbox} />}
    </>
  );
}

const WATCH_MS = 2_000;
/** Polls until the first sync. */
const everyMs = (answer?: Answer<'getMailbox'>) =>
  answer?.mailbox && !answer.mailbox.checked_at && !answer.mailbox.error ? WATCH_MS : 0;

interface Props {
  id: string;
  /** True if its mails stay in the sandbox. */
  isTrial: boolean;
  mayChange: boolean;
}

/** The mailbox that receives a sender's replies. */
export function Mailbox({ id, isTrial, mayChange }: Props) {
  const { data } = useApiQuery('getMailbox', { params: { id } }, { everyMs });
  const set = useApiMutation('setMailbox');
  const mailbox = data?.mailbox;
  if (!data) return null;
  return (
    <div className="fact">
      <dt>{words.replies}</dt>
      <dd className="row">
        {mailbox ? (
          <>
            <span>{mailbox.connection_id ? mailbox.user : words.at(mailbox.user, mailbox.host)}</span>
            <Chip {...stateOf(mailbox)} />
            {mailbox.checked_at && (
              <span className="faint">
                <Timestamp at={mailbox.checked_at} />
              </span>
            )}
            <PushNote push={mailbox.push} />
            {mailbox.error && <span className="quiet">{translated(mailbox.error)}</span>}
          </>
        ) : (
          <span>{isTrial ? words.youWriteThemInTheSandbox : words.repliesArentSyncedYetConnectA}</span>
        )}
        {mayChange && (
          <ConfirmForm
            title={mailbox ? words.editMailbox : words.connectMailbox}
            submit={words.saveAndSync}
            small
            onSubmit={(values) => set.mutateAsync({ params: { id }, body: formValues(values, ['port']) })}
          >
            {(errorOf) => <MailboxFields errorOf={errorOf} mailbox={mailbox ?? null} />}
          </ConfirmForm>
        )}
        {mayChange && mailbox && (
          <DeleteButton
            operation="deleteMailbox"
            id={id}
            name={words.mailbox}
            means={words.emailRepliesAreNoLongerSynced}
          />
        )}
      </dd>
    </div>
  );
}
