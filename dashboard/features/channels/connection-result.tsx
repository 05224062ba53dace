import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { connectionName } from '../../words/connections.js';
import * as words from '../../words/en/connections.js';
import type { ConnectionSearch } from './connection-search.js';
import { AddSender } from './new-sender.js';
import type { Connection } from './use-connections.js';

const FAILURES: Readonly<Record<string, string>> = {
  missing: words.resultMissing,
  other_person: words.resultOtherPerson,
  denied: words.resultDenied,
  failed: words.resultFailed,
  provider_away: words.resultAway,
};

interface Props {
  search: ConnectionSearch;
  connections: readonly Connection[];
  mayChange: boolean;
}

/** Shows how the sign-in ended that this browser has returned from, and offers the next step. */
export function ConnectionResult({ search: { connection: id, result }, connections, mayChange }: Props) {
  const connection = connections.find((row) => row.id === id);
  if (!result || !connection) return null;
  if (result !== 'connected') {
    return (
      <p className="note-strip" role="alert">
        {FAILURES[result] ?? words.resultFailed}
      </p>
    );
  }
  if (connection.status !== 'connected') return null;
  const { purposes, used_by } = connection;
  const canSend = purposes.includes('send_mail') && !used_by.some(({ sends }) => sends);
  const hasNoHost = purposes.includes('calendars') && !used_by.some(({ host_id }) => host_id);
  return (
    <div className="note-strip row" role="status" style={{ background: 'var(--ok-soft)' }}>
      <span className="grow">{words.resultConnected(connectionName(connection))}</span>
      {mayChange && canSend && connection.email && <AddSender from={connection} isNext />}
      {mayChange && hasNoHost && (
        <Button component={Link} to="/meetings/hosts" size="compact-sm">
          {words.selectHost}
        </Button>
      )}
    </div>
  );
}
