import * as channels from '../../db/inbound/push-channels.js';
import type { Work } from '../../db/work.js';
import { wakeCalendarSync } from '../instructions/meetings.js';

/** A report of a provider about a channel. */
export type PushReport =
  | { kind: 'changed' | 'renewal_due'; id: string }
  /** The provider closed its channel with an ID, and changes since then may not have been reported. */
  | { kind: 'closed'; id: string; channelId: string };

/**
 * Records what providers report: mailboxes are read within seconds, calendars right after the commit. Reports about
 * channels that are unknown or not needed any more have no effect.
 */
export async function receiveReports(work: Work, reports: readonly PushReport[]): Promise<void> {
  const { tx, now } = work;
  const idsOf = (...kinds: PushReport['kind'][]) => [
    ...new Set(reports.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id)),
  ];
  await channels.renewChannels(tx, now, idsOf('renewal_due'));
  for (const id of idsOf('closed')) {
    const channelIds = reports.flatMap((each) => (each.kind === 'closed' && each.id === id ? [each.channelId] : []));
    await channels.loseChannel(tx, now, id, [...new Set(channelIds)]);
  }
  const changed = await channels.noticeChannels(tx, now, idsOf('changed', 'closed'));
  const calendars = new Map(
    changed.filter(({ kind }) => kind === 'calendar').map(({ subject_id, account_id }) => [subject_id, account_id]),
  );
  for (const [host_id, account_id] of calendars) {
    await wakeCalendarSync(work, { host_id, account_id }, 'the calendar changed');
  }
}
