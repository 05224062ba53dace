import type { InboxEntry } from '../../schemas/conversations/inbox.js';
import { useAct } from '../api/act.js';
import { offerUndo } from '../parts/undo.js';
import { nameOfEntry } from './entry-row.js';

/** What people make of entries; each can be taken back for a while. */
export function useEntryChanges() {
  const update = useAct('updateInboxEntry');
  const set = (id: string, body: object) => update.do({ params: { id }, body: body as never });
  const change = (id: string, body: object, text: string, back: object) =>
    void set(id, body)
      .then(() => offerUndo(text, () => set(id, back)))
      .catch(() => undefined);
  return {
    done: (entry: InboxEntry) =>
      change(entry.id, { status: 'done' }, `${nameOfEntry(entry)} is done.`, { status: 'open' }),
    reopen: (entry: InboxEntry) => change(entry.id, { status: 'open' }, 'It is open again.', { status: 'done' }),
    snooze: (entry: InboxEntry, until: Date) =>
      change(
        entry.id,
        { status: 'snoozed', snoozed_until: until.toISOString() },
        `${nameOfEntry(entry)} comes back later.`,
        { status: 'open' },
      ),
    assign: (entry: InboxEntry, userId: string | null) => {
      if ((entry.assignee?.id ?? null) === userId) return;
      change(entry.id, { assignee_id: userId }, userId ? 'It is assigned.' : 'It is nobody’s.', {
        assignee_id: entry.assignee?.id ?? null,
      });
    },
    unread: (entry: InboxEntry) =>
      change(entry.id, { seen_message_id: null }, 'It is unread again.', {
        seen_message_id: entry.last_message?.id ?? null,
      }),
    see: (entry: InboxEntry) => {
      const { last_message: last } = entry;
      if (entry.unread && last) void set(entry.id, { seen_message_id: last.id }).catch(() => undefined);
    },
    problem: update.problem,
    busy: update.busy,
  };
}
