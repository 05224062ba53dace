import { fromJson } from '../../db/connection.js';
import { listEventTail, type TailEvent } from '../../db/events/event-tail.js';
import { lockReportCursor, moveReportCursor } from '../../db/operations/report-counts.js';
import { type ListeningWebhook, listActiveWebhooks, noteWantedEvents } from '../../db/webhooks/webhooks.js';
import { inWork, type WorkDependencies } from '../../db/work.js';
import { groupOf } from '../../domain/webhooks/event-choice.js';
import { wakeWebhook } from '../instructions/webhooks.js';

const AT_ONCE = 2_000;

/**
 * Reads the next events of all accounts, notes for each webhook up to which place it wants them, and starts the
 * workflows of those without one. Notes, starts and the reader's cursor commit together, and one process reads at a
 * time. Returns how many events there were.
 */
export const wakeWebhooks = (deps: WorkDependencies): Promise<number> =>
  inWork(deps, async (work) => {
    const { tx, now } = work;
    const cursor = await lockReportCursor(tx, 'webhooks');
    if (!cursor) return 0;
    const after = Number(cursor.seq);
    const tail = await listEventTail(deps.db, after, AT_ONCE);
    const end = tail.at(-1)?.seq;
    if (end === undefined) return 0;
    const accountIds = [...new Set(tail.map(({ account_id }) => account_id))];
    const wanted = Map.groupBy(await listActiveWebhooks(tx, accountIds), (webhook) => lastWanted(webhook, tail));
    for (const [upTo, webhooks] of wanted) {
      if (upTo === undefined) continue;
      const asleep = await noteWantedEvents(tx, now, { ids: webhooks.map(({ id }) => id), after, upTo });
      for (const webhook of asleep) await wakeWebhook(work, webhook, 'new events');
    }
    await moveReportCursor(tx, end, now, 'webhooks');
    return tail.length;
  });

/** Returns the place of the last event that a webhook wants. */
function lastWanted({ account_id, events }: ListeningWebhook, tail: readonly TailEvent[]): number | undefined {
  const choice = new Set(fromJson<string[]>(events));
  const isWanted = (type: string) => choice.has('*') || choice.has(type) || choice.has(groupOf(type));
  return tail.findLast((event) => event.account_id === account_id && isWanted(event.type))?.seq;
}
