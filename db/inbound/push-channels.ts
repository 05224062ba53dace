import type { Knex } from 'knex';
import type { ConnectionProvider } from '../../schemas/connections/connections.js';
import type { MailboxRow } from '../channels/tables.js';
import { type Claimed, claimDue } from '../claim-due.js';
import type { Db } from '../connection.js';
import { insertIfNew } from '../insert-rows.js';
import type { CalendarConnectionRow } from '../meetings/tables.js';
import type { PushChannelRow } from './tables.js';

/** A mailbox that is read through a connection. */
export type ConnectedMailbox = Pick<MailboxRow, 'sender_id' | 'account_id' | 'settings'> & {
  connection_id: string;
  provider: ConnectionProvider;
};

/** Lists mailboxes of all accounts that are read through connections, in the order of their senders. */
export const listConnectedMailboxes = (db: Db, after: string, limit: number): Promise<ConnectedMailbox[]> =>
  db('mailboxes as m')
    .join('connections as c', 'c.id', 'm.connection_id')
    .where('m.sender_id', '>', after)
    .orderBy('m.sender_id')
    .limit(limit)
    .select('m.sender_id', 'm.account_id', 'm.settings', 'm.connection_id', 'c.provider');

/** The calendars of a host that are read through a connection. */
export type ConnectedCalendars = Pick<
  CalendarConnectionRow,
  'host_id' | 'account_id' | 'calendar_url' | 'read_from'
> & {
  connection_id: string;
  provider: ConnectionProvider;
};

/** Lists hosts of all accounts whose calendars are read through connections, in the order of the hosts. */
export const listConnectedCalendars = (db: Db, after: string, limit: number): Promise<ConnectedCalendars[]> =>
  db('calendar_connections as k')
    .join('connections as c', 'c.id', 'k.connection_id')
    .where('k.host_id', '>', after)
    .orderBy('k.host_id')
    .limit(limit)
    .select('k.host_id', 'k.account_id', 'k.calendar_url', 'k.read_from', 'k.connection_id', 'c.provider');

/** Lists the channels of mailboxes and calendars, by the IDs of their senders and hosts. */
export const listChannelsOf = async (db: Db, subjectIds: readonly string[]): Promise<PushChannelRow[]> =>
  subjectIds.length === 0
    ? []
    : db('push_channels')
        .whereIn('subject_id', [...subjectIds])
        .orderBy('id');

/** Lists the IDs of channels whose mailbox or calendar was deleted or uses another connection. */
export const listOrphanedChannels = (db: Db, limit: number): Promise<string[]> =>
  db('push_channels as p')
    .leftJoin('mailboxes as m', (on) =>
      on.on('m.sender_id', 'p.subject_id').andOn('m.connection_id', 'p.connection_id'),
    )
    .leftJoin('calendar_connections as k', (on) =>
      on.on('k.host_id', 'p.subject_id').andOn('k.connection_id', 'p.connection_id'),
    )
    .whereNull('p.removed_at')
    .whereNull('m.sender_id')
    .whereNull('k.host_id')
    .limit(limit)
    .pluck('p.id');

/** Adds a channel that is opened next. One that exists stays as it is. */
export const addChannel = (
  db: Db,
  now: Date,
  channel: Pick<
    PushChannelRow,
    'id' | 'account_id' | 'connection_id' | 'provider' | 'kind' | 'subject_id' | 'resource'
  >,
): Promise<boolean> =>
  insertIfNew(db, 'push_channels', {
    ...channel,
    channel_id: null,
    channel_resource: null,
    expires_at: null,
    next_at: now,
    failures: 0,
    last_error: null,
    noticed_at: null,
    removed_at: null,
    claimed_until: null,
    created_at: now,
  } satisfies PushChannelRow);

/** Marks channels to be closed next, or no longer to be closed. */
export async function setRemoved(db: Db, now: Date, ids: readonly string[], isRemoved: boolean): Promise<void> {
  if (ids.length === 0) return;
  await db('push_channels')
    .whereIn('id', [...ids])
    .update({ removed_at: isRemoved ? now : null, next_at: now, failures: 0 });
}

/** A channel that a process has to itself. */
export type ClaimedChannel = Claimed<PushChannelRow>;

/** Claims channels that are due until a time. No other process claims them before it, or before they are saved. */
export const claimDueChannels = (db: Knex, now: Date, until: Date, limit: number): Promise<ClaimedChannel[]> =>
  claimDue<PushChannelRow>(db, { table: 'push_channels', key: 'id' }, { now, until, limit });

/**
 * Saves a channel under a claim and ends it. Returns false if the claim was replaced, and nothing changes. A channel that
 * became due in between stays due.
 */
export const saveChannel = async (
  db: Db,
  { id, claimed_until, next_at }: ClaimedChannel,
  { next_at: next, ...changes }: Partial<PushChannelRow> & Pick<PushChannelRow, 'next_at'>,
): Promise<boolean> =>
  (await db('push_channels')
    .where({ id, claimed_until })
    .update({
      ...changes,
      next_at: db.raw('IF(next_at = ?, ?, next_at)', [next_at, next]),
      claimed_until: null,
    })) > 0;

/** Deletes a channel under a claim, unless it is needed again. */
export async function deleteChannel(db: Db, { id, claimed_until }: ClaimedChannel): Promise<void> {
  await db('push_channels').where({ id, claimed_until }).whereNotNull('removed_at').delete();
}

/** Returns whether another mailbox needs the reports for the person of a connection. */
export const isSharedChannel = async (
  db: Db,
  { id, connection_id, kind }: Pick<PushChannelRow, 'id' | 'connection_id' | 'kind'>,
): Promise<boolean> => {
  const connection = await db('connections').where({ id: connection_id }).first('provider', 'subject');
  if (!connection || connection.subject === null) return false;
  const other = await db('push_channels as p')
    .join('connections as c', 'c.id', 'p.connection_id')
    .where({ 'p.kind': kind, 'c.provider': connection.provider, 'c.subject': connection.subject })
    .whereNull('p.removed_at')
    .whereNot('p.id', id)
    .first('p.id');
  return other !== undefined;
};

/** Lists the IDs of the channels of mailboxes at Google, by the address of the mailbox. */
export const listMailChannels = (db: Db, email: string): Promise<string[]> =>
  db('push_channels as p')
    .join('connections as c', 'c.id', 'p.connection_id')
    .where({ 'c.provider': 'google', 'c.email': email, 'p.kind': 'mail' })
    .pluck('p.id');

/** Records a reported change of what channels watch. Returns those that are still needed. */
export async function noticeChannels(tx: Db, now: Date, ids: readonly string[]): Promise<PushChannelRow[]> {
  if (ids.length === 0) return [];
  const needed = () =>
    tx('push_channels')
      .whereIn('id', [...ids])
      .whereNull('removed_at');
  await needed().update({ noticed_at: now });
  return needed().orderBy('id');
}

/** Schedules channels for now: the provider asks for a renewal. */
export async function renewChannels(tx: Db, now: Date, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await tx('push_channels')
      .whereIn('id', [...ids])
      .update({ next_at: now });
}

/** Records that the provider has closed a channel under one of its IDs. One that was opened since then stays. */
export async function loseChannel(tx: Db, now: Date, id: string, channelIds: readonly string[]): Promise<void> {
  await tx('push_channels')
    .where({ id })
    .whereIn('channel_id', [...channelIds])
    .update({ next_at: now, channel_id: null, channel_resource: null, expires_at: null });
}

/** A channel that has reported a change. */
export type Noticed = Pick<PushChannelRow, 'id' | 'subject_id' | 'kind'> & { noticed_at: Date };

/** Lists the channels of mailboxes that have reported a change, by the IDs of the senders. */
export const listNoticed = async (db: Db, senderIds: readonly string[]): Promise<Noticed[]> =>
  senderIds.length === 0
    ? []
    : db('push_channels')
        .whereIn('subject_id', [...senderIds])
        .whereNotNull('noticed_at')
        .whereNull('removed_at')
        .select('id', 'subject_id', 'kind', 'noticed_at');
