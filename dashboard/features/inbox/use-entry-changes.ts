import type { InboxEntry } from '../../../schemas/conversations/inbox.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { offerUndo } from '../../components/undo-toast.js';
import * as words from '../../words/en/inbox.js';
import { nameOfEntry } from './entry-row.js';

/** Returns the changes to entries. Each can be undone for a while. */
export function useEntryChanges() {
  const update = useApiMutation('updateInboxEntry');
  const set = (id: string, body: object) => update.mutateAsync({ params: { id }, body: body });
  const change = (id: string, body: object, text: string, back: object) =>
    void set(id, body)
      .then(() => offerUndo(text, () => set(id, back)))
      .catch(() => undefined);
  return {
    done: (entry: InboxEntry) =>
      change(entry.id, { status: 'done' }, words.markedAsDone(nameOfEntry(entry)), { status: 'open' }),
    reopen: (entry: InboxEntry) => change(entry.id, { status: 'open' }, words.reopened, { status: 'done' }),
    snooze: (entry: InboxEntry, until: Date) =>
      change(entry.id, { status: 'snoozed', snoozed_until: until.toISOString() }, words.snoozed(nameOfEntry(entry)), {
        status: 'open',
      }),
    assign: (entry: InboxEntry, userId: string | null) => {
      if ((entry.assignee?.id ?? null) === userId) return;
      change(entry.id, { assignee_id: userId }, userId ? words.assigned : words.unassigned, {
        assignee_id: entry.assignee?.id ?? null,
      });
    },
    unread: (entry: InboxEntry) =>
      change(entry.id, { seen_message_id: null }, words.markedAsUnread, {
        seen_message_id: entry.last_message?.id ?? null,
      }),
    see: (entry: InboxEntry) => {
      const { last_message: last } = entry;
      if (entry.unread && last) void set(entry.id, { seen_message_id: last.id }).catch(() => undefined);
    },
    problem: update.problem,
    isPending: update.isPending,
  };
}
