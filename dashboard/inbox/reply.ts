import { useQueryClient } from '@tanstack/react-query';
import type { InboxEntry } from '../../schemas/conversations/inbox.js';
import { useAct } from '../api/act.js';
import { useAsk } from '../api/ask.js';
import { offerUndo } from '../parts/undo.js';
import { type Attached, takesWords } from './attached.js';
import type { ChosenTemplate } from './template-choice.js';
import type { Way } from './ways.js';

/** How long a message waits, so that it can be taken back. */
const GRACE_MS = 5_000;

interface Reply {
  text: string;
  /** Of an e-mail; none: that of the mail it answers. */
  subject: string;
  /** A template that is sent instead of the text. */
  template?: ChosenTemplate | undefined;
  /** A file that is sent with the text. */
  file?: Attached | undefined;
  /** Not before then. */
  at?: Date | undefined;
  /** Puts a text that was taken back into the box again. */
  restore: (text: string) => void;
}

/** Answers an entry by a way. What somebody else wrote meanwhile stops it: then it has to be read first. */
export function useReply(entry: InboxEntry, way: Way | undefined) {
  const write = useAct('writeInConversation');
  const single = useAct('sendMessage');
  const cancel = useAct('cancelMessage');
  const cancelSaid = useAct('cancelConversationMessage');
  const client = useQueryClient();
  const conversationId = way?.conversationId;
  const talk = useAsk(
    'listConversationMessages',
    { params: { id: conversationId ?? '' } },
    { when: conversationId !== undefined },
  );
  const mails = useAsk(
    'listMessages',
    { query: { lead_id: entry.lead?.id ?? '', channel: 'email', direction: 'inbound', limit: 1 } },
    { when: way?.channel === 'email' && conversationId === undefined },
  );
  const answered = way?.channel === 'email' ? mails.data?.messages[0] : undefined;
  const leavesAt = (at: Date | undefined) => (at ?? new Date(Date.now() + GRACE_MS)).toISOString();
  const offer = ({ text, at, restore }: Reply, takeBack: () => Promise<unknown>) =>
    offerUndo(at ? 'It is sent later.' : 'It is being sent.', async () => {
      await takeBack();
      restore(text);
    });
  const inConversation = async (id: string, reply: Reply) => {
    const after = talk.data?.messages.at(-1)?.id;
    const body = { text: reply.text, send_at: leavesAt(reply.at), ...(after ? { after_message_id: after } : {}) };
    const { message } = await write.do({ params: { id }, body });
    offer(reply, () => cancelSaid.do({ params: { id, message_id: message.id } }));
  };
  const alone = async (reply: Reply, { channel }: Way) => {
    const { text, subject, template, file, at } = reply;
    const media = file && { ...file, ...(text.trim() && takesWords(file) ? { caption: text } : {}) };
    const after = entry.last_message?.channel === 'chat' ? undefined : entry.last_message?.id;
    const body = {
      ...{ lead_id: entry.lead?.id, channel, send_at: leavesAt(at) },
      ...(template ?? (media ? { media } : { content: text })),
      ...(channel === 'email' && subject ? { subject } : {}),
      ...(answered ? { in_reply_to: answered.id } : {}),
      ...(after ? { after_message_id: after } : {}),
    };
    const { message_id } = await single.do({ body: body as never });
    offer(reply, () => cancel.do({ params: { id: message_id } }));
  };
  return {
    /** The mail that an e-mail would answer. */
    answered,
    /** Tells whether it was sent. */
    send: async (reply: Reply): Promise<boolean> => {
      if (!way) return false;
      write.forget();
      single.forget();
      const isText = conversationId !== undefined && !reply.template && !reply.file;
      const sending = isText ? inConversation(conversationId, reply) : alone(reply, way);
      return sending.then(
        () => true,
        () => {
          // What somebody else wrote meanwhile has to be seen before it is sent again.
          const shows = new Set(['listConversationMessages', 'getLeadHistory', 'listInbox']);
          void client.invalidateQueries({ predicate: ({ queryKey }) => shows.has(String(queryKey[0])) });
          return false;
        },
      );
    },
    busy: write.busy || single.busy,
    problem: write.problem ?? single.problem,
  };
}
