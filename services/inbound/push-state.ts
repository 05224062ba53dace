import type { Db } from '../../db/connection.js';
import { listChannelsOf } from '../../db/inbound/push-channels.js';
import type { PushChannelRow } from '../../db/tables.js';
import type { Static } from '../../schemas/common.js';
import type { PUSH_STATUSES, PushState } from '../../schemas/connections/push-state.js';

type State = Static<typeof PushState>;

/**
 * Returns whether the provider reports changes of a mailbox or calendar, by the ID of its sender or host. Of several
 * channels the worst one counts. Null if there is none, so that it is polled only.
 */
export async function pushStateOf(db: Db, now: Date, subjectId: string): Promise<State | null> {
  const channels = (await listChannelsOf(db, [subjectId])).filter(({ removed_at }) => removed_at === null);
  const [first] = channels;
  if (!first) return null;
  const statuses = channels.map((channel) => statusOf(channel, now));
  const times = (pick: (channel: PushChannelRow) => Date | null) =>
    channels.flatMap((channel) => pick(channel)?.getTime() ?? []);
  const expiries = times(({ expires_at }) => expires_at);
  const reports = times(({ noticed_at }) => noticed_at);
  const isoOf = (ms: number | undefined) => (ms === undefined ? null : new Date(ms).toISOString());
  return {
    status: WORST_FIRST.find((status) => statuses.includes(status)) ?? 'pending',
    error: channels.find(({ last_error }) => last_error !== null)?.last_error ?? null,
    expires_at: isoOf(expiries.length > 0 ? Math.min(...expiries) : undefined),
    last_reported_at: isoOf(reports.length > 0 ? Math.max(...reports) : undefined),
  };
}

const WORST_FIRST: readonly (typeof PUSH_STATUSES)[number][] = ['failed', 'pending', 'active'];

function statusOf({ expires_at, last_error }: PushChannelRow, now: Date): (typeof PUSH_STATUSES)[number] {
  if (expires_at !== null && expires_at > now) return 'active';
  return last_error === null ? 'pending' : 'failed';
}
