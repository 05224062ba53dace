import { Button } from '@mantine/core';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { ProblemNote } from '../../components/problem-note.js';
import * as words from '../../words/en/inbox.js';
import { useLeadConversations } from '../turns/use-turns.js';

/** Closes a chat, or opens it again where it stood. */
function ChatBlockControl({ id, isOpen }: { id: string; isOpen: boolean }) {
  const close = useApiMutation('closeConversation');
  const reopen = useApiMutation('reopenConversation');
  const { mutateAsync: act, isPending, problem } = isOpen ? close : reopen;
  return (
    <>
      <Button
        variant="default"
        size="xs"
        loading={isPending}
        onClick={() => void act({ params: { id } }).catch(() => undefined)}
      >
        {isOpen ? words.closeChat : words.reopenChat}
      </Button>
      {problem && <ProblemNote problem={problem} />}
    </>
  );
}

/** Closes the chat with a lead, or opens the last one again; where no enrolment says who has the lead, the chat does. */
export function LeadChatControl({ leadId, isEnrolled }: { leadId: string; isEnrolled: boolean }) {
  const chats = useLeadConversations(leadId).data?.conversations.filter(({ channel }) => channel === 'chat') ?? [];
  const chat = chats.find(({ status }) => status === 'open') ?? chats[0];
  if (!chat) return null;
  return isEnrolled ? <ChatBlockControl id={chat.id} isOpen={chat.status === 'open'} /> : <ChatControl id={chat.id} />;
}

/** Takes a chat over from the agent, gives it back, closes it and opens it again. */
export function ChatControl({ id }: { id: string }) {
  const { data } = useApiQuery('getConversation', { params: { id } });
  const takeOver = useApiMutation('takeOverConversation');
  const giveBack = useApiMutation('giveBackConversation');
  if (!data) return null;
  const isOurs = data.conversation.handler === 'person';
  const isOpen = data.conversation.status === 'open';
  const act = isOurs ? giveBack : takeOver;
  return (
    <>
      {isOpen && (
        <Button
          size="xs"
          loading={act.isPending}
          data-key={isOurs ? 'T' : 't'}
          onClick={() => void act.mutateAsync({ params: { id } }).catch(() => undefined)}
        >
          {isOurs ? words.handBackToAgent : words.takeOver}
        </Button>
      )}
      <ChatBlockControl id={id} isOpen={isOpen} />
      {act.problem && <ProblemNote problem={act.problem} />}
    </>
  );
}
