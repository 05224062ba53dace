import { useAct } from '../api/act.js';
import { useAsk } from '../api/ask.js';
import { AskFirst } from '../parts/ask-first.js';
import { Chip } from '../parts/chip.js';
import { Field, filledIn } from '../parts/field.js';
import { Remove } from '../parts/remove.js';
import { When } from '../parts/when.js';
import type { Words } from '../words/who.js';

const stateOf = ({ error, checked_at }: { error: string | null; checked_at: string | null }): Words => {
  if (error) return { who: 'act', label: 'Can not be read' };
  return checked_at ? { who: 'ok', label: 'Read' } : { who: 'clock', label: 'Is read soon' };
};

interface Props {
  id: string;
  /** Whether its mails stay in the sandbox. */
  isTrial: boolean;
  mayChange: boolean;
}

/** Where the replies to a sender are read. */
export function Mailbox({ id, isTrial, mayChange }: Props) {
  const { data } = useAsk('getMailbox', { params: { id } });
  const set = useAct('setMailbox');
  const mailbox = data?.mailbox;
  if (!data) return null;
  return (
    <div className="fact">
      <dt>Replies</dt>
      <dd className="row">
        {mailbox ? (
          <>
            <span>
              {mailbox.user} at {mailbox.host}
            </span>
            <Chip {...stateOf(mailbox)} />
            {mailbox.checked_at && (
              <span className="faint">
                <When at={mailbox.checked_at} />
              </span>
            )}
            {mailbox.error && <span className="quiet">{mailbox.error}</span>}
          </>
        ) : (
          <span>{isTrial ? 'Written by you, in the sandbox' : 'Not read: answers by e-mail are not seen here'}</span>
        )}
        {mayChange && (
          <AskFirst
            title={mailbox ? 'Change the mailbox' : 'Read a mailbox'}
            submit="Read it"
            small
            onSubmit={(values) => set.do({ params: { id }, body: filledIn(values, ['port']) as never })}
          >
            {(errorOf) => (
              <>
                <Field name="host" label="IMAP server" value={mailbox?.host} required first errorOf={errorOf} />
                <Field
                  name="port"
                  label="Port"
                  type="number"
                  value={mailbox?.port}
                  placeholder="993"
                  errorOf={errorOf}
                />
                <Field name="user" label="User" value={mailbox?.user} required autoComplete="off" errorOf={errorOf} />
                <Field
                  name="password"
                  label="Password"
                  type="password"
                  required
                  autoComplete="new-password"
                  errorOf={errorOf}
                />
              </>
            )}
          </AskFirst>
        )}
        {mayChange && mailbox && (
          <Remove
            operation="deleteMailbox"
            id={id}
            name="the mailbox"
            means="Answers by e-mail are not seen here any more."
          />
        )}
      </dd>
    </div>
  );
}
