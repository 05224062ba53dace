import type { Knex } from 'knex';
import type { PushChannelRow } from '../../db/tables.js';
import { newId } from '../../runtime/ids.js';

const HOUR_MS = 3_600_000;

/** Adds a channel by which a provider reports changes; by default an open one of the calendars of a host at Microsoft. */
export async function addPushChannel(db: Knex, channel: Partial<PushChannelRow> & { account_id: string }) {
  const now = new Date();
  const later = new Date(now.getTime() + HOUR_MS);
  const row: PushChannelRow = {
    id: newId(),
    connection_id: newId(),
    provider: 'microsoft',
    kind: 'calendar',
    subject_id: newId(),
    resource: '',
    channel_id: newId(),
    channel_resource: null,
    expires_at: later,
    next_at: later,
    failures: 0,
    last_error: null,
    noticed_at: null,
    removed_at: null,
    claimed_until: null,
    created_at: now,
    ...channel,
  };
  await db('push_channels').insert(row);
  return row;
}
