import { Button } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { usePermission } from '../../api/session.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { Chip } from '../../components/chip.js';
import { DeleteButton } from '../../components/delete-button.js';
import { Empty, Page } from '../../components/page.js';
import { ProblemNote } from '../../components/problem-note.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import { SecretOnce } from '../../components/secret-once.js';
import { Timestamp } from '../../components/time/timestamp.js';
import {
  CONNECTION_PROVIDERS,
  CONNECTION_PURPOSES,
  CONNECTION_STATES,
  connectionName,
} from '../../words/connections.js';
import * as words from '../../words/en/connections.js';
import { translated } from '../../words/sentences.js';
import { ChannelTabs } from './channel-tabs.js';
import { ConnectionLink, type SignInLink } from './connection-link.js';
import { ConnectionResult } from './connection-result.js';
import { AddSender } from './new-sender.js';
import { ConnectAnother, ReplaceSecret } from './own-client.js';
import { type Connection, type RegisteredProvider, useConnections, useSignIn } from './use-connections.js';

const SETTINGS = {
  google: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  microsoft: ['MICROSOFT_CLIENT_ID', 'MICROSOFT_CLIENT_SECRET'],
} as const satisfies Record<RegisteredProvider, readonly [string, string]>;
const PROVIDERS = Object.keys(SETTINGS) as RegisteredProvider[];

/** Says of a provider that no one can connect to it before an operator has registered the instance. */
const NotSetUp = ({ provider }: { provider: RegisteredProvider }) => (
  <p className="note-strip">
    {words.notSetUp(CONNECTION_PROVIDERS[provider])}. {words.theOperatorSets} <code>{SETTINGS[provider][0]}</code>{' '}
    {words.and} <code>{SETTINGS[provider][1]}</code>. <a href="docs/connections">{words.seeTheGuide}</a>.
  </p>
);

interface ConnectProps {
  configured: readonly RegisteredProvider[];
  isNext: boolean;
  /** True if a calendar is needed instead of a mailbox. */
  forCalendars: boolean;
}

function ConnectButtons({ configured, isNext, forCalendars }: ConnectProps) {
  const signIn = useSignIn();
  const purposes = forCalendars ? (['calendars'] as const) : (['send_mail', 'read_mail'] as const);
  return (
    <>
      {configured.map((provider) => (
        <Button
          key={provider}
          variant={isNext ? 'filled' : 'default'}
          loading={signIn.isPending}
          onClick={() => signIn.connect({ provider, purposes: [...purposes] }).catch(() => undefined)}
        >
          {words.connect(CONNECTION_PROVIDERS[provider])}
        </Button>
      ))}
      {signIn.problem && <ProblemNote problem={signIn.problem} />}
    </>
  );
}

const useInWords = ({ host_id, name, sends, receives }: Connection['used_by'][number]): string => {
  if (host_id) return words.calendarOf(name);
  if (sends && receives) return words.sendsAndReceives(name);
  return sends ? words.sends(name) : words.receives(name);
};

interface CardProps {
  connection: Connection;
  creator: string | undefined;
  mayChange: boolean;
  /** True if the page shows how its sign-in ended, with the next step. */
  isReturnedTo: boolean;
  onLink: (link: SignInLink) => void;
}

function ConnectionFacts({ connection, creator }: Pick<CardProps, 'connection' | 'creator'>) {
  const { purposes, used_by, connected_at, reconnect_needed_at, error } = connection;
  return (
    <dl className="card-body">
      <div className="fact">
        <dt>{words.purposes}</dt>
        <dd>{purposes.map((purpose) => CONNECTION_PURPOSES[purpose]).join(', ')}</dd>
      </div>
      <div className="fact">
        <dt>{words.usedBy}</dt>
        <dd>{used_by.map(useInWords).join(', ') || words.notUsedYet}</dd>
      </div>
      <div className="fact">
        <dt>{words.createdBy}</dt>
        <dd>{creator ?? words.anApiKey}</dd>
      </div>
      {connected_at && (
        <div className="fact">
          <dt>{words.connectedSince}</dt>
          <dd>
            <Timestamp at={connected_at} />
          </dd>
        </div>
      )}
      {reconnect_needed_at && (
        <div className="fact">
          <dt>{words.lostSince}</dt>
          <dd>
            <Timestamp at={reconnect_needed_at} /> {error && <span className="quiet">{translated(error)}</span>}
          </dd>
        </div>
      )}
    </dl>
  );
}

function ConnectionActions({ connection, isReturnedTo, onLink }: Omit<CardProps, 'creator' | 'mayChange'>) {
  const { id, provider, status, purposes, email, used_by } = connection;
  const signIn = useSignIn();
  const link = useApiMutation('reconnect');
  const name = connectionName(connection);
  const copyLink = async () => {
    const { authorize_url, expires_at } = await link.mutateAsync({ params: { id } });
    link.reset();
    onLink({ url: authorize_url, provider, expiresAt: expires_at });
  };
  const problem = signIn.problem ?? link.problem;
  return (
    <div className="card-body row">
      {status === 'connected' ? (
        email &&
        !isReturnedTo &&
        purposes.includes('send_mail') &&
        !used_by.some(({ sends }) => sends) && <AddSender from={connection} />
      ) : (
        <Button
          variant={status === 'reconnect_needed' ? 'filled' : 'default'}
          size="compact-sm"
          loading={signIn.isPending}
          onClick={() => signIn.reconnect(id).catch(() => undefined)}
        >
          {status === 'pending' ? words.signIn : words.reconnect}
        </Button>
      )}
      <Button
        variant="default"
        size="compact-sm"
        loading={link.isPending}
        onClick={() => void copyLink().catch(() => undefined)}
      >
        {words.newLink}
      </Button>
      {provider === 'oauth' && <ReplaceSecret id={id} />}
      <DeleteButton
        operation="deleteConnection"
        id={id}
        name={name}
        means={used_by.length > 0 ? words.inUseMeans(used_by.map(useInWords).join(', ')) : words.deleteMeans(name)}
      />
      {problem && <ProblemNote problem={problem} />}
    </div>
  );
}

const ConnectionCard = ({ connection, creator, mayChange, ...rest }: CardProps) => (
  <section className="card" aria-label={connectionName(connection)}>
    <header className="card-head">
      <h2>{connectionName(connection)}</h2>
      <span className="quiet">{CONNECTION_PROVIDERS[connection.provider]}</span>
      <Chip {...CONNECTION_STATES[connection.status]} />
    </header>
    <ConnectionFacts connection={connection} creator={creator} />
    {mayChange && <ConnectionActions connection={connection} {...rest} />}
  </section>
);

/** The accounts at providers that emails are sent and read through. */
export function ConnectionsPage() {
  const mayChange = usePermission()('messaging:write');
  const connections = useConnections();
  const users = useApiQuery('listUsers');
  const search = useSearch({ from: '/shell/channels/connections' });
  const [link, setLink] = useState<SignInLink>();
  const configured = PROVIDERS.filter((name) => connections.data?.configured_providers.includes(name));
  const creators = new Map(users.data?.users.map(({ id, name }) => [id, name]));
  return (
    <Page
      title={words.connections}
      create={
        mayChange && (
          <>
            <ConnectAnother />
            {configured.length > 0 && <ConnectionLink configured={configured} onLink={setLink} />}
            <ConnectButtons
              configured={configured}
              isNext={configured.length === 1 && !search.result}
              forCalendars={search.purpose === 'calendars'}
            />
          </>
        )
      }
    >
      <ChannelTabs />
      <QueryBoundary query={connections}>
        {({ connections: rows }) => (
          <div className="stack">
            <ConnectionResult search={search} connections={rows} mayChange={mayChange} />
            {PROVIDERS.filter((name) => !configured.includes(name)).map((name) => (
              <NotSetUp key={name} provider={name} />
            ))}
            {rows.length === 0 && (
              <Empty title={words.noConnectionsYet} first>
                <p>{words.connectAnAccountToSend}</p>
              </Empty>
            )}
            {rows.map((row) => (
              <ConnectionCard
                key={row.id}
                connection={row}
                creator={creators.get(row.created_by ?? '')}
                mayChange={mayChange}
                isReturnedTo={search.result !== undefined && search.connection === row.id}
                onLink={setLink}
              />
            ))}
          </div>
        )}
      </QueryBoundary>
      <SecretOnce title={words.newLink} secret={link?.url} onStored={() => setLink(undefined)}>
        {link && (
          <>
            {words.sendThisLink(CONNECTION_PROVIDERS[link.provider])} {words.expires}
            <Timestamp at={link.expiresAt} plain />.
          </>
        )}
      </SecretOnce>
    </Page>
  );
}
