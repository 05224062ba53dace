import type { Knex } from 'knex';
import { findConnectionById } from '../../db/connections/connections.js';
import * as channels from '../../db/inbound/push-channels.js';
import type { PushChannelRow } from '../../db/tables.js';
import type { PushProviders } from '../../providers/push/index.js';
import type { OpenChannel, PushProvider, Watched } from '../../providers/push/provider.js';
import type { Clock } from '../../runtime/clock.js';
import { newId } from '../../runtime/ids.js';
import type { Logger } from '../../runtime/logger.js';
import { pushPath } from '../../schemas/inbound/push.js';
import { mailboxSettingsOf } from '../channels/mailbox-settings.js';
import { calendarsRead } from '../meetings/connect-calendar.js';
import type { PushTokens } from './push-tokens.js';

export interface PushDependencies {
  db: Knex;
  clock: Clock;
  logger: Logger;
  providers: PushProviders;
  tokens: PushTokens;
  /** The address under which providers reach the API. */
  baseUrl: string;
}

/** How far the mailboxes and calendars were compared with their channels. */
export interface PushCursor {
  mailboxes: string;
  calendars: string;
}

const COMPARED_AT_ONCE = 200;
const ADVANCED_AT_ONCE = 10;
/** Longer than the calls of a channel may take. */
const CLAIM_MS = 2 * 60_000;
const FIRST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 6 * 3_600_000;
/** A channel whose connection lost its access. The next sign-in schedules it for now. */
const RECONNECT_PAUSE_MS = 24 * 3_600_000;
/** Column size, in characters. */
const LONGEST_RESOURCE = 255;

type Wanted = Pick<PushChannelRow, 'account_id' | 'connection_id' | 'provider' | 'kind' | 'subject_id' | 'resource'>;

/**
 * Compares the next mailboxes and calendars with their channels: adds the missing ones, and marks those that aren't
 * needed any more. Returns the cursor for the next call.
 */
export async function compareChannels(
  { db, clock, providers }: Pick<PushDependencies, 'db' | 'clock' | 'providers'>,
  after: PushCursor,
): Promise<PushCursor> {
  const now = clock.now();
  const mailboxes = await channels.listConnectedMailboxes(db, after.mailboxes, COMPARED_AT_ONCE);
  const calendars = await channels.listConnectedCalendars(db, after.calendars, COMPARED_AT_ONCE);
  const wanted = [...mailboxes.flatMap(watchedOfMailbox), ...calendars.flatMap(watchedOfCalendars)].filter(
    (each) => each.resource.length <= LONGEST_RESOURCE && providers(each) !== undefined,
  );
  const subjects = [...mailboxes.map(({ sender_id }) => sender_id), ...calendars.map(({ host_id }) => host_id)];
  const existing = new Map((await channels.listChannelsOf(db, subjects)).map((row) => [keyOf(row), row]));
  for (const each of wanted) {
    if (!existing.has(keyOf(each))) await channels.addChannel(db, now, { id: newId(), ...each });
  }
  const keys = new Set(wanted.map(keyOf));
  const changed = (isRemoved: boolean) =>
    [...existing.values()]
      .filter((row) => keys.has(keyOf(row)) !== isRemoved && (row.removed_at !== null) !== isRemoved)
      .map(({ id }) => id);
  const orphans = await channels.listOrphanedChannels(db, COMPARED_AT_ONCE);
  await channels.setRemoved(db, now, [...new Set([...changed(true), ...orphans])], true);
  await channels.setRemoved(db, now, changed(false), false);
  return {
    mailboxes: mailboxes[COMPARED_AT_ONCE - 1]?.sender_id ?? '',
    calendars: calendars[COMPARED_AT_ONCE - 1]?.host_id ?? '',
  };
}

const keyOf = ({ subject_id, kind, connection_id, resource }: Wanted): string =>
  JSON.stringify([subject_id, kind, connection_id, resource]);

/** Microsoft doesn't report changes of shared mailboxes to the people who use them. Gmail reports sent mails as well. */
function watchedOfMailbox({ sender_id: subject_id, settings, ...row }: channels.ConnectedMailbox): Wanted[] {
  const stored = mailboxSettingsOf({ settings });
  if (stored.by !== 'api' || stored.shared_mailbox !== null) return [];
  const kinds = row.provider === 'microsoft' ? (['mail', 'sent_mail'] as const) : (['mail'] as const);
  return kinds.map((kind) => ({ ...row, kind, subject_id, resource: '' }));
}

/** Google watches each calendar on its own, Microsoft all of a person at once. */
function watchedOfCalendars({
  host_id: subject_id,
  calendar_url,
  read_from,
  ...row
}: channels.ConnectedCalendars): Wanted[] {
  if (calendar_url === null) return [];
  const resources = row.provider === 'microsoft' ? [''] : calendarsRead({ read_from }, calendar_url);
  return resources.map((resource) => ({ ...row, kind: 'calendar' as const, subject_id, resource }));
}

/** Opens, renews and closes the channels that are due. Returns how many. */
export async function advanceDueChannels(deps: PushDependencies): Promise<number> {
  const { db, clock } = deps;
  const now = clock.now();
  const until = new Date(now.getTime() + CLAIM_MS);
  const claimed = await channels.claimDueChannels(db, now, until, ADVANCED_AT_ONCE);
  await Promise.all(claimed.map((channel) => advance(deps, channel)));
  return claimed.length;
}

async function advance(deps: PushDependencies, channel: channels.ClaimedChannel): Promise<void> {
  const { db, clock, logger, providers } = deps;
  const provider = providers(channel);
  const connection = await findConnectionById(db, channel.connection_id);
  const isReachable = provider !== undefined && connection?.status === 'connected';
  if (channel.removed_at !== null && !(isReachable && openIn(channel))) return channels.deleteChannel(db, channel);
  if (!isReachable) {
    const next_at = new Date(clock.now().getTime() + RECONNECT_PAUSE_MS);
    await channels.saveChannel(db, channel, { next_at });
    return;
  }
  try {
    if (channel.removed_at !== null) await close(deps, provider, channel);
    else await open(deps, provider, channel);
  } catch (error) {
    const { message, retryAfterSeconds = 0 } = error as Partial<PushFaultLike> & Error;
    logger.warn({ err: error, connection_id: channel.connection_id }, 'Changes of a connection are not reported');
    const failures = channel.failures + 1;
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS);
    await channels.saveChannel(db, channel, {
      failures,
      last_error: message.slice(0, 500),
      next_at: new Date(clock.now().getTime() + Math.max(pause, retryAfterSeconds * 1000)),
    });
  }
}

interface PushFaultLike {
  retryAfterSeconds: number;
}

const watchedBy = ({ provider, kind, connection_id, resource }: PushChannelRow): Watched => ({
  provider,
  kind,
  connectionId: connection_id,
  resource,
});

/** Returns the channel as its provider knows it; null if none is open. */
const openIn = ({ channel_id, channel_resource, expires_at }: PushChannelRow): OpenChannel | null =>
  channel_id === null || expires_at === null
    ? null
    : { id: channel_id, resource: channel_resource, expiresAt: expires_at };

/** Renews a channel, or opens it where it is missing or can't be renewed. */
async function open(
  { db, clock, tokens, baseUrl }: PushDependencies,
  provider: PushProvider,
  channel: channels.ClaimedChannel,
): Promise<void> {
  const watched = watchedBy(channel);
  const before = openIn(channel);
  const address = { url: `${baseUrl}${pushPath(provider.source)}`, token: tokens.sign(channel.id) };
  const opened = (before && (await provider.renew(watched, before))) ?? (await provider.open(watched, address));
  const now = clock.now();
  await channels.saveChannel(db, channel, {
    channel_id: opened.id,
    channel_resource: opened.resource,
    expires_at: opened.expiresAt,
    failures: 0,
    last_error: null,
    // Halfway, so that there is as much time again to renew it while a provider fails.
    next_at: new Date(now.getTime() + (opened.expiresAt.getTime() - now.getTime()) / 2),
  });
  // A channel that was replaced would report each change twice until it expires.
  if (before && before.id !== opened.id) await provider.close(watched, before).catch(() => undefined);
}

async function close(
  { db, clock }: PushDependencies,
  provider: PushProvider,
  channel: channels.ClaimedChannel,
): Promise<void> {
  const opened = openIn(channel);
  const isOpen = opened !== null && opened.expiresAt > clock.now();
  const isShared = provider.isPerPerson === true && (await channels.isSharedChannel(db, channel));
  if (isOpen && !isShared) await provider.close(watchedBy(channel), opened);
  await channels.deleteChannel(db, channel);
}
