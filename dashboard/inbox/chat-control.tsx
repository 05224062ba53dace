import { Button } from '@mantine/core';
import { useAct } from '../api/act.js';
import { useAsk } from '../api/ask.js';
import { ProblemNote } from '../parts/problem-note.js';
import { useLeadConversations } from './turns.js';

/** Closes a chat, or opens it again where it stood. */
function ChatDoor({ id, isOpen }: { id: string; isOpen: boolean }) {
  const close = useAct('closeConversation');
  const reopen = useAct('reopenConversation');
  const { do: act, busy, problem } = isOpen ? close : reopen;
  return (
    <>
      <Button
        variant="default"
        size="xs"
        loading={busy}
        onClick={() => void act({ params: { id } } as never).catch(() => undefined)}
      >
        {isOpen ? 'Close the chat' : 'Open the chat again'}
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
  return isEnrolled ? <ChatDoor id={chat.id} isOpen={chat.status === 'open'} /> : <ChatControl id={chat.id} />;
}

/** Takes a chat over from the agent, gives it back, closes it and opens it again. */
export function ChatControl({ id }: { id: string }) {
  const { data } = useAsk('getConversation', { params: { id } });
  const takeOver = useAct('takeOverConversation');
  const giveBack = useAct('giveBackConversation');
  if (!data) return null;
  const isOurs = data.conversation.handler === 'person';
  const isOpen = data.conversation.status === 'open';
  const act = isOurs ? giveBack : takeOver;
  return (
    <>
      {isOpen && (
        <Button
          size="xs"
          loading={act.busy}
          data-key={isOurs ? 'T' : 't'}
          onClick={() => void act.do({ params: { id } } as never).catch(() => undefined)}
        >
          {isOurs ? 'Give back' : 'Take over'}
        </Button>
      )}
      <ChatDoor id={id} isOpen={isOpen} />
      {act.problem && <ProblemNote problem={act.problem} />}
    </>
  );
}
