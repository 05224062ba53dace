import { useApiMutation } from '../../api/use-api-mutation.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { Chip } from '../../components/chip.js';
import { ConfirmForm } from '../../components/confirm-form.js';
import { DeleteButton } from '../../components/delete-button.js';
import { formValues, TextField } from '../../components/form-field.js';
import { Timestamp } from '../../components/time/timestamp.js';
import * as words from '../../words/en/channels.js';
import type { Words } from '../../words/who.js';

const stateOf = ({ error, checked_at }: { error: string | null; checked_at: string | null }): Words => {
  if (error) return { who: 'act', label: words.syncFailed };
  return checked_at ? { who: 'ok', label: words.synced } : { who: 'clock', label: words.waitingForSync };
};

interface Props {
  id: string;
  /** Whether its mails stay in the sandbox. */
  isTrial: boolean;
  mayChange: boolean;
}

/** The mailbox that receives a sender's replies. */
export function Mailbox({ id, isTrial, mayChange }: Props) {
  const { data } = useApiQuery('getMailbox', { params: { id } });
  const set = useApiMutation('setMailbox');
  const mailbox = data?.mailbox;
  if (!data) return null;
  return (
    <div className="fact">
      <dt>{words.replies}</dt>
      <dd className="row">
        {mailbox ? (
          <>
            <span>{words.at(mailbox.user, mailbox.host)}</span>
            <Chip {...stateOf(mailbox)} />
            {mailbox.checked_at && (
              <span className="faint">
                <Timestamp at={mailbox.checked_at} />
              </span>
            )}
            {mailbox.error && <span className="quiet">{mailbox.error}</span>}
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
            {(errorOf) => (
              <>
                <TextField
                  name="host"
                  label={words.imapServer}
                  value={mailbox?.host}
                  required
                  first
                  errorOf={errorOf}
                />
                <TextField
                  name="port"
                  label={words.port}
                  type="number"
                  value={mailbox?.port}
                  placeholder="993"
                  errorOf={errorOf}
                />
                <TextField
                  name="user"
                  label={words.user}
                  value={mailbox?.user}
                  required
                  autoComplete="off"
                  errorOf={errorOf}
                />
                <TextField
                  name="password"
                  label={words.password}
                  type="password"
                  required
                  autoComplete="new-password"
                  errorOf={errorOf}
                />
              </>
            )}
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
