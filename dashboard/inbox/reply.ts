import { useQueryClient } from '@tanstack/react-query';
import type { InboxEntry } from '../../schemas/conversations/inbox.js';
import { useAct } from '../api/act.js';
import { useAsk } from '../api/ask.js';
import { offerUndo } from '../parts/undo.js';
import type { ChosenTemplate } from './template-choice.js';
import type { Way } from './ways.js';

/** How long a single message waits, so that it can be taken back. */
const GRACE_MS = 5_000;

interface Reply {
  text: string;
  /** Of an e-mail; none: that of the mail it answers. */
  subject: string;
  /** A template that is sent instead of the text. */
  template?: ChosenTemplate | undefined;
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
  const inConversation = async (id: string, text: string) => {
    const after = talk.data?.messages.at(-1)?.id;
    const body = { text, ...(after ? { after_message_id: after } : {}) };
    await write.do({ params: { id }, body });
  };
  const alone = async ({ text, subject, template, at, restore }: Reply, { channel }: Way) => {
    const send_at = (at ?? new Date(Date.now() + GRACE_MS)).toISOString();
    const after = entry.last_message?.channel === 'chat' ? undefined : entry.last_message?.id;
    const body = {
      ...{ lead_id: entry.lead?.id, channel, send_at },
      ...(template ?? { content: text }),
      ...(channel === 'email' && subject ? { subject } : {}),
      ...(answered ? { in_reply_to: answered.id } : {}),
      ...(after ? { after_message_id: after } : {}),
    };
    const { message_id } = await single.do({ body: body as never });
    offerUndo(at ? 'It is sent later.' : 'It is being sent.', async () => {
      await cancel.do({ params: { id: message_id } });
      restore(text);
    });
  };
  return {
    /** The mail that an e-mail would answer. */
    answered,
    /** Tells whether it was sent. */
    send: async (reply: Reply): Promise<boolean> => {
      if (!way) return false;
      write.forget();
      single.forget();
      const isText = conversationId !== undefined && reply.template === undefined;
      const sending = isText ? inConversation(conversationId, reply.text) : alone(reply, way);
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
