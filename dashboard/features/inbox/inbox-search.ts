import type { InboxFolder } from '../../../schemas/conversations/inbox.js';
import { oneOf, type SearchOf, searchParams, text, uuid } from '../../components/search-params.js';

/** Reads the URL of the inbox: the filters of the list, and the open entry. */
export const readInboxSearch = searchParams({
  folder: oneOf<InboxFolder>('all', 'mine', 'unassigned', 'waiting', 'snoozed', 'done'),
  channel: oneOf('email', 'whatsapp', 'chat', 'call'),
  q: text(200),
  entry: uuid,
});
export type InboxSearch = SearchOf<typeof readInboxSearch>;
