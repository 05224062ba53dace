import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { Answer } from '../../api/operation-types.js';
import { usePermission, useSession } from '../../api/session.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { Chip } from '../../components/chip.js';
import { ConfirmForm } from '../../components/confirm-form.js';
import { DeleteButton } from '../../components/delete-button.js';
import { Empty, Page } from '../../components/page.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import { connectionName } from '../../words/connections.js';
import * as words from '../../words/en/channels.js';
import * as connecting from '../../words/en/connections.js';
import { ChannelTabs } from './channel-tabs.js';
import { Mailbox } from './mailbox.js';
import { AddSender } from './new-sender.js';
import { SenderFields } from './sender-fields.js';
import { HealthFacts, type SenderHealth, SenderHealthNote, useSenderHealth } from './sender-health.js';
import { senderValues } from './sender-values.js';
import { TestSender } from './test-sender.js';
import { useConnections } from './use-connections.js';
import { limitsInWords } from './warm-up.js';

const SendingHealth = lazy(async () => ({ default: (await import('./sending-health.js')).SendingHealth }));

type Sender = Answer<'getEmailSender'>['email_sender'];

function SentThrough({ sender: { smtp, connection_id, shared_mailbox } }: { sender: Sender }) {
  const connections = useConnections(connection_id !== null);
  if (smtp) return `${smtp.host}:${smtp.port}`;
  if (connection_id === null) return words.sandboxOnly;
  const connection = connections.data?.connections.find(({ id }) => id === connection_id);
  return (
    <Link to="/channels/connections">
      {shared_mailbox ?? (connection ? connectionName(connection) : connecting.connectedAccount)}
    </Link>
  );
}

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
          <Chip who="ok" label={sender.connection_id === null ? words.smtpServer : connecting.connectedAccount} />
        )}
      </header>
      <dl className="card-body">
        <div className="fact">
          <dt>{words.fromLabel}</dt>
          <dd>{sender.from_name ? `${sender.from_name} <${sender.from_email}>` : sender.from_email}</dd>
        </div>
        <div className="fact">
          <dt>{words.sentThrough}</dt>
          <dd>
            <SentThrough sender={sender} />
          </dd>
        </div>
        <div className="fact">
          <dt>{words.limits}</dt>
          <dd className="numbers">{limitsInWords(sender, account.timezone, new Date())}</dd>
        </div>
        <HealthFacts id={sender.id} health={health} />
        <Mailbox id={sender.id} isTrial={sender.provider === 'sandbox'} mayChange={mayChange} />
      </dl>
      <Suspense>
        <SendingHealth id={sender.id} isTrial={sender.provider === 'sandbox'} mayChange={mayChange} />
      </Suspense>
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
                {(errorOf) => <SenderFields errorOf={errorOf} sender={sender} />}
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

/** The addresses that mails come from, and the mailboxes that replies are read from. */
export function SendersPage() {
  const mayChange = usePermission()('messaging:write');
  const senders = useApiQuery('listEmailSenders', { query: { limit: 200 } });
  const health = useSenderHealth();
  return (
    <Page title={words.channels} create={mayChange && <AddSender />}>
      <ChannelTabs />
      <QueryBoundary query={senders}>
        {({ email_senders: rows }) =>
          rows.length === 0 ? (
            <Empty title={words.noEmailSendersYet} first>
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
