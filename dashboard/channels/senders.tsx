import { useAct } from '../api/act.js';
import { useAsk } from '../api/ask.js';
import type { Answer } from '../api/names.js';
import { useMay, useSession } from '../api/session.js';
import { AskFirst } from '../parts/ask-first.js';
import { Asked } from '../parts/asked.js';
import { Chip } from '../parts/chip.js';
import { Field } from '../parts/field.js';
import { Icon } from '../parts/icons.js';
import { Empty, Page } from '../parts/page.js';
import { Remove } from '../parts/remove.js';
import { Tick } from '../parts/tick.js';
import { type Health, HealthFacts, HeldBack, useHealth } from './health.js';
import { Mailbox } from './mailbox.js';
import { limitsInWords, rampText } from './ramp.js';
import { senderOf } from './sender-form.js';
import { ChannelTabs } from './tabs.js';
import { TrySender } from './try-sender.js';

type Sender = Answer<'getEmailSender'>['email_sender'];

/** The API names parts of the mail server below `/smtp`. */
const Fields = ({ errorOf, sender }: { errorOf: (name: string) => string | undefined; sender?: Sender }) => {
  const smtp = (name: string) => errorOf(`smtp/${name.slice('smtp_'.length)}`);
  return (
    <>
      <Field name="name" label="Name" value={sender?.name} required first errorOf={errorOf} />
      <div className="pairs">
        <Field name="from_email" label="Address" type="email" value={sender?.from_email} required errorOf={errorOf} />
        <Field name="from_name" label="Shown as" value={sender?.from_name} errorOf={errorOf} />
        <Field name="reply_to" label="Replies go to" type="email" value={sender?.reply_to} errorOf={errorOf} />
        <Field name="per_day" label="Mails a day at most" type="number" value={sender?.per_day} errorOf={errorOf} />
        <Field
          name="per_minute"
          label="Mails a minute at most"
          type="number"
          value={sender?.per_minute}
          errorOf={errorOf}
        />
        <Field
          name="ramp"
          label="Growing while it is new"
          value={rampText(sender?.ramp)}
          placeholder="1: 50, 8: 200, 15: 1000"
          description="Each day of its life with the mails it may send from then on."
          errorOf={errorOf}
        />
      </div>
      <fieldset className="days">
        <legend>Mail server (none: the sandbox, which sends nothing)</legend>
        <div className="pairs grow">
          <Field name="smtp_host" label="Server" value={sender?.smtp?.host} errorOf={smtp} />
          <Field
            name="smtp_port"
            label="Port"
            type="number"
            value={sender?.smtp?.port}
            placeholder="587"
            errorOf={smtp}
          />
          <Field name="smtp_user" label="User" value={sender?.smtp?.user} autoComplete="off" errorOf={smtp} />
          <Field
            name="smtp_password"
            label="Password"
            type="password"
            autoComplete="new-password"
            placeholder={sender?.smtp_password_set ? 'As it is' : ''}
            errorOf={smtp}
          />
        </div>
      </fieldset>
      <Tick name="track_opens" defaultChecked={sender?.track_opens}>
        Tell when mails are opened
      </Tick>
      <Tick name="track_clicks" defaultChecked={sender?.track_clicks}>
        Tell when links are clicked
      </Tick>
    </>
  );
};

interface CardProps {
  sender: Sender;
  health: Health;
  mayChange: boolean;
}

function SenderCard({ sender, health, mayChange }: CardProps) {
  const may = useMay();
  const { account } = useSession();
  const update = useAct('updateEmailSender');
  return (
    <section className="card" aria-label={sender.name}>
      <header className="card-head">
        <h2>{sender.name}</h2>
        <HeldBack id={sender.id} health={health} />
        {sender.provider === 'sandbox' ? <Chip who="decide" label="Sandbox" /> : <Chip who="ok" label="Mail server" />}
      </header>
      <dl className="card-body">
        <div className="fact">
          <dt>From</dt>
          <dd>{sender.from_name ? `${sender.from_name} <${sender.from_email}>` : sender.from_email}</dd>
        </div>
        <div className="fact">
          <dt>Leaves through</dt>
          <dd>{sender.smtp ? `${sender.smtp.host}:${sender.smtp.port}` : 'Nothing leaves: see Sandbox'}</dd>
        </div>
        <div className="fact">
          <dt>At most</dt>
          <dd className="numbers">{limitsInWords(sender, account.timezone, new Date())}</dd>
        </div>
        <HealthFacts id={sender.id} health={health} />
        <Mailbox id={sender.id} isTrial={sender.provider === 'sandbox'} mayChange={mayChange} />
      </dl>
      {(mayChange || may('messages:send')) && (
        <div className="card-body row">
          {may('messages:send') && <TrySender sender={sender} />}
          {mayChange && (
            <>
              <AskFirst
                title="Edit"
                submit="Save"
                small
                size="lg"
                onSubmit={async (values) =>
                  update.do({ params: { id: sender.id }, body: senderOf(values, sender) as never })
                }
              >
                {(errorOf) => <Fields errorOf={errorOf} sender={sender} />}
              </AskFirst>
              <Remove
                operation="deleteEmailSender"
                id={sender.id}
                name={sender.name}
                means="No more mails leave by it. What it sent stays."
              />
            </>
          )}
        </div>
      )}
    </section>
  );
}

function AddSender() {
  const create = useAct('createEmailSender');
  return (
    <AskFirst
      title="Add a sender"
      submit="Add"
      variant="filled"
      size="lg"
      icon={<Icon name="plus" size={16} />}
      onSubmit={async (values) => create.do({ body: senderOf(values) as never })}
    >
      {(errorOf) => <Fields errorOf={errorOf} />}
    </AskFirst>
  );
}

/** The addresses that mails come from, and the mailboxes that replies are read from. */
export function SendersPage() {
  const mayChange = useMay()('messaging:write');
  const senders = useAsk('listEmailSenders', { query: { limit: 200 } });
  const health = useHealth();
  return (
    <Page title="Channels" actions={mayChange && <AddSender />}>
      <ChannelTabs />
      <Asked asked={senders}>
        {({ email_senders: rows }) =>
          rows.length === 0 ? (
            <Empty title="No e-mail leaves yet">
              <p>
                Add the address that mails come from. Without a mail server they go to the sandbox, to be looked at.
              </p>
            </Empty>
          ) : (
            <div className="stack">
              {rows.map((sender) => (
                <SenderCard key={sender.id} sender={sender} health={health} mayChange={mayChange} />
              ))}
            </div>
          )
        }
      </Asked>
    </Page>
  );
}
