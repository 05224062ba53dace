import type { Answer } from '../../api/operation-types.js';
import { usePermission, useSession } from '../../api/session.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { Checkbox } from '../../components/checkbox.js';
import { Chip } from '../../components/chip.js';
import { ConfirmForm } from '../../components/confirm-form.js';
import { DeleteButton } from '../../components/delete-button.js';
import { TextField } from '../../components/form-field.js';
import { Icon } from '../../components/icons.js';
import { Empty, Page } from '../../components/page.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import * as words from '../../words/en/channels.js';
import { ChannelTabs } from './channel-tabs.js';
import { Mailbox } from './mailbox.js';
import { HealthFacts, type SenderHealth, SenderHealthNote, useSenderHealth } from './sender-health.js';
import { senderValues } from './sender-values.js';
import { TestSender } from './test-sender.js';
import { limitsInWords, warmUpText } from './warm-up.js';

type Sender = Answer<'getEmailSender'>['email_sender'];

/** The API names parts of the mail server below `/smtp`. */
const Fields = ({ errorOf, sender }: { errorOf: (name: string) => string | undefined; sender?: Sender }) => {
  const smtp = (name: string) => errorOf(`smtp/${name.slice('smtp_'.length)}`);
  return (
    <>
      <TextField name="name" label={words.nameLabel} value={sender?.name} required first errorOf={errorOf} />
      <div className="pairs">
        <TextField
          name="from_email"
          label={words.emailAddress}
          type="email"
          value={sender?.from_email}
          required
          errorOf={errorOf}
        />
        <TextField name="from_name" label={words.displayName} value={sender?.from_name} errorOf={errorOf} />
        <TextField
          name="reply_to"
          label={words.replyToAddress}
          type="email"
          value={sender?.reply_to}
          errorOf={errorOf}
        />
        <TextField
          name="per_day"
          label={words.maximumEmailsPerDay}
          type="number"
          value={sender?.per_day}
          errorOf={errorOf}
        />
        <TextField
          name="per_minute"
          label={words.maximumEmailsPerMinute}
          type="number"
          value={sender?.per_minute}
          errorOf={errorOf}
        />
        <TextField
          name="ramp"
          label={words.warmUpSchedule}
          value={warmUpText(sender?.ramp)}
          placeholder="1: 50, 8: 200, 15: 1000"
          description={words.daysSinceTheSenderWasAdded}
          errorOf={errorOf}
        />
      </div>
      <fieldset className="days">
        <legend>{words.smtpServerLeaveEmptyForSandbox}</legend>
        <div className="pairs grow">
          <TextField name="smtp_host" label={words.smtpHost} value={sender?.smtp?.host} errorOf={smtp} />
          <TextField
            name="smtp_port"
            label={words.port}
            type="number"
            value={sender?.smtp?.port}
            placeholder="587"
            errorOf={smtp}
          />
          <TextField name="smtp_user" label={words.user} value={sender?.smtp?.user} autoComplete="off" errorOf={smtp} />
          <TextField
            name="smtp_password"
            label={words.password}
            type="password"
            autoComplete="new-password"
            placeholder={sender?.smtp_password_set ? words.unchanged : ''}
            errorOf={smtp}
          />
        </div>
      </fieldset>
      <Checkbox name="track_opens" defaultChecked={sender?.track_opens}>
        {words.trackOpens}
      </Checkbox>
      <Checkbox name="track_clicks" defaultChecked={sender?.track_clicks}>
        {words.trackClicks}
      </Checkbox>
    </>
  );
};

interface CardProps {
  sender: Sender;
  health: SenderHealth;
  mayChange: boolean;
}

function SenderCard({ sender, health, mayChange }: CardProps) {
  const may = usePermission();
  const { account } = useSession();
  const update = useApiMutation('updateEmailSender');
  return (
    <section className="card" aria-label={sender.name}>
      <header className="card-head">
        <h2>{sender.name}</h2>
        <SenderHealthNote id={sender.id} health={health} />
        {sender.provider === 'sandbox' ? (
          <Chip who="decide" label={words.sandbox} />
        ) : (
          <Chip who="ok" label={words.smtpServer} />
        )}
      </header>
      <dl className="card-body">
        <div className="fact">
          <dt>{words.fromLabel}</dt>
          <dd>{sender.from_name ? `${sender.from_name} <${sender.from_email}>` : sender.from_email}</dd>
        </div>
        <div className="fact">
          <dt>{words.sentThrough}</dt>
          <dd>{sender.smtp ? `${sender.smtp.host}:${sender.smtp.port}` : words.sandboxOnly}</dd>
        </div>
        <div className="fact">
          <dt>{words.limits}</dt>
          <dd className="numbers">{limitsInWords(sender, account.timezone, new Date())}</dd>
        </div>
        <HealthFacts id={sender.id} health={health} />
        <Mailbox id={sender.id} isTrial={sender.provider === 'sandbox'} mayChange={mayChange} />
      </dl>
      {(mayChange || may('messages:send')) && (
        <div className="card-body row">
          {may('messages:send') && <TestSender sender={sender} />}
          {mayChange && (
            <>
              <ConfirmForm
                title={words.edit}
                submit={words.save}
                small
                size="lg"
                onSubmit={async (values) =>
                  update.mutateAsync({ params: { id: sender.id }, body: senderValues(values, sender) })
                }
              >
                {(errorOf) => <Fields errorOf={errorOf} sender={sender} />}
              </ConfirmForm>
              <DeleteButton
                operation="deleteEmailSender"
                id={sender.id}
                name={sender.name}
                means={words.itNoLongerSendsEmailsEmails}
              />
            </>
          )}
        </div>
      )}
    </section>
  );
}

function AddSender() {
  const create = useApiMutation('createEmailSender');
  return (
    <ConfirmForm
      title={words.addSender}
      submit={words.add}
      variant="filled"
      size="lg"
      icon={<Icon name="plus" size={16} />}
      onSubmit={async (values) => create.mutateAsync({ body: senderValues(values) })}
    >
      {(errorOf) => <Fields errorOf={errorOf} />}
    </ConfirmForm>
  );
}

/** The addresses that mails come from, and the mailboxes that replies are read from. */
export function SendersPage() {
  const mayChange = usePermission()('messaging:write');
  const senders = useApiQuery('listEmailSenders', { query: { limit: 200 } });
  const health = useSenderHealth();
  return (
    <Page title={words.channels} actions={mayChange && <AddSender />}>
      <ChannelTabs />
      <QueryBoundary query={senders}>
        {({ email_senders: rows }) =>
          rows.length === 0 ? (
            <Empty title={words.noEmailSendersYet}>
              <p>{words.addTheAddressThatEmailsAre}</p>
            </Empty>
          ) : (
            <div className="stack">
              {rows.map((sender) => (
                <SenderCard key={sender.id} sender={sender} health={health} mayChange={mayChange} />
              ))}
            </div>
          )
        }
      </QueryBoundary>
    </Page>
  );
}
