import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { InboxEntry } from '../../../schemas/conversations/inbox.js';
import type { Body } from '../../api/operation-types.js';
import { asProblem } from '../../api/problem.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { useApiQuery } from '../../api/use-api-query.js';
import type { ChosenTemplate } from '../../components/template-select.js';
import { offerUndo } from '../../components/undo-toast.js';
import * as words from '../../words/en/inbox.js';
import { type Attachment, allowsCaption } from './attachments.js';
import type { ReplyChannel } from './reply-channels.js';

/** The delay of a message, so that it can be undone. */
const GRACE_MS = 5_000;

interface Reply {
  text: string;
  /** The subject of an email. Without one, the reply keeps the subject of the email that it answers. */
  subject: string;
  /** A template that is sent instead of the text. */
  template?: ChosenTemplate | undefined;
  /** A file that is sent with the text. */
  file?: Attachment | undefined;
  /** Not before then. */
  at?: Date | undefined;
  /** Puts a text that was taken back into the box again. */
  restore: (text: string) => void;
}

/** Sends after the messages that are known: the page's, and the user's own, even before the page has loaded them. */
function useOwnMessages() {
  const sent = useRef(new Set<string>()).current;
  return {
    noteSent: (id: string) => void sent.add(id),
    sendAfter: async <T>(after: string | undefined, send: (known: { after_message_id?: string }) => Promise<T>) => {
      const attempt = (id: string | undefined) => send(id ? { after_message_id: id } : {});
      try {
        return await attempt(after);
      } catch (error) {
        const { code, body } = asProblem(error);
        const newer = code === 'CONVERSATION_MOVED_ON' ? (body.message_ids as string[]) : [];
        if (newer.length === 0 || !newer.every((id) => sent.has(id))) throw error;
        return attempt(newer.at(-1));
      }
    },
  };
}

/** Replies to an entry on a channel. A new message of another user stops it, because it has to be read first. */
export function useReply(entry: InboxEntry, way: ReplyChannel | undefined) {
  const write = useApiMutation('writeInConversation');
  const single = useApiMutation('sendMessage');
  const cancel = useApiMutation('cancelMessage');
  const cancelScheduledReply = useApiMutation('cancelConversationMessage');
  const client = useQueryClient();
  const conversationId = way?.conversationId;
  const conversationsQuery = useApiQuery(
    'listConversationMessages',
    { params: { id: conversationId ?? '' } },
    { enabled: conversationId !== undefined },
  );
  const mails = useApiQuery(
    'listMessages',
    { query: { lead_id: entry.lead?.id ?? '', channel: 'email', direction: 'inbound', limit: 1 } },
    { enabled: way?.channel === 'email' && conversationId === undefined },
  );
  const answered = way?.channel === 'email' ? mails.data?.messages[0] : undefined;
  const { sendAfter, noteSent } = useOwnMessages();
  const leavesAt = (at: Date | undefined) => (at ?? new Date(Date.now() + GRACE_MS)).toISOString();
  const offer = ({ text, at, restore }: Reply, takeBack: () => Promise<unknown>) =>
    offerUndo(at ? words.scheduled2 : words.sending, async () => {
      await takeBack();
      restore(text);
    });
  const inConversation = async (id: string, reply: Reply) => {
    const body = { text: reply.text, send_at: leavesAt(reply.at) };
    const { message } = await sendAfter(conversationsQuery.data?.messages.at(-1)?.id, (known) =>
      write.mutateAsync({ params: { id }, body: { ...body, ...known } }),
    );
    noteSent(message.id);
    offer(reply, () => cancelScheduledReply.mutateAsync({ params: { id, message_id: message.id } }));
  };
  const alone = async (reply: Reply, { channel }: ReplyChannel) => {
    const { text, subject, template, file, at } = reply;
    const media = file && { ...file, ...(text.trim() && allowsCaption(file) ? { caption: text } : {}) };
    const after = entry.last_message?.channel === 'chat' ? undefined : entry.last_message?.id;
    const body = {
      lead_id: entry.lead?.id,
      channel,
      send_at: leavesAt(at),
      ...(template ?? (media ? { media } : { content: text })),
      ...(channel === 'email' && subject ? { subject } : {}),
      ...(answered ? { in_reply_to: answered.id } : {}),
    };
    const { message_id } = await sendAfter(after, (known) =>
      single.mutateAsync({ body: { ...body, ...known } as Body<'sendMessage'> }),
    );
    noteSent(message_id);
    offer(reply, () => cancel.mutateAsync({ params: { id: message_id } }));
  };
  return {
    /** The mail that an email would answer. */
    answered,
    /** Returns whether it was sent. */
    send: async (reply: Reply): Promise<boolean> => {
      if (!way) return false;
      write.reset();
      single.reset();
      const isText = conversationId !== undefined && !reply.template && !reply.file;
      const sending = isText ? inConversation(conversationId, reply) : alone(reply, way);
      return sending.then(
        () => true,
        () => {
          // The other user's message has to be visible before a retry.
          const shows = new Set(['listConversationMessages', 'getLeadHistory', 'listInbox']);
          void client.invalidateQueries({ predicate: ({ queryKey }) => shows.has(String(queryKey[0])) });
          return false;
        },
      );
    },
    isPending: write.isPending || single.isPending,
    problem: write.problem ?? single.problem,
  };
}
