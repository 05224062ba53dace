import { Link } from '@tanstack/react-router';
import { TextField } from '../../components/form-field.js';
import { Select } from '../../components/select.js';
import { connectionName } from '../../words/connections.js';
import * as words from '../../words/en/connections.js';
import type { Connection } from './use-connections.js';

/** The transport of a form's emails: a mail server or a connection. */
export type SignInMethod = 'server' | 'connection';

interface WayProps {
  label: string;
  server: string;
  value: SignInMethod;
  onChange: (way: SignInMethod) => void;
}

/** A choice between a mail server and a connected account. */
export const SignInMethodSelect = ({ label, server, value, onChange }: WayProps) => (
  <Select<SignInMethod>
    label={label}
    data={[
      { value: 'server', label: server },
      { value: 'connection', label: words.connectedAccount },
    ]}
    value={value}
    onChange={(way) => way && onChange(way)}
  />
);

interface Props {
  connections: readonly Connection[];
  purpose: Connection['purposes'][number];
  value: string | null;
  onChange: (id: string | null) => void;
  sharedMailbox: string | null | undefined;
  errorOf: (name: string) => string | undefined;
}

/** Returns the connections that serve a purpose, and the one that is chosen. */
export const usableConnections = (
  connections: readonly Connection[],
  { purpose, value }: Pick<Props, 'purpose' | 'value'>,
): Connection[] =>
  connections.filter(
    ({ status, purposes, id }) => (status === 'connected' && purposes.includes(purpose)) || id === value,
  );

/** A choice of one of the connections that serve a purpose, and of a shared mailbox where its connection may use one. */
export function ConnectionField({ connections, purpose, value, onChange, sharedMailbox, errorOf }: Props) {
  const usable = usableConnections(connections, { purpose, value });
  const chosen = usable.find(({ id }) => id === value);
  if (usable.length === 0) {
    return (
      <p className="quiet">
        {words.noAccountConnected}{' '}
        <Link to="/channels/connections" search={purpose === 'calendars' ? { purpose } : {}}>
          {words.connectAnAccount}
        </Link>
        .
      </p>
    );
  }
  return (
    <>
      <Select
        name="connection_id"
        label={words.account}
        data={usable.map((row) => ({ value: row.id, label: connectionName(row) }))}
        value={value}
        onChange={onChange}
        required
        withAsterisk={false}
        error={errorOf('connection_id')}
      />
      {chosen?.purposes.includes('shared_mailboxes') && (
        <TextField
          name="shared_mailbox"
          label={words.sharedMailbox}
          type="email"
          value={sharedMailbox}
          errorOf={errorOf}
        />
      )}
    </>
  );
}
