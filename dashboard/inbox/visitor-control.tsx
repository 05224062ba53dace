import { Button } from '@mantine/core';
import { useAct } from '../api/act.js';
import { useAsk } from '../api/ask.js';
import { ProblemNote } from '../parts/problem-note.js';
import { useLeadConversations } from './turns.js';

function CloseChat({ id }: { id: string }) {
  const close = useAct('closeConversation');
  return (
    <>
      <Button
        variant="default"
        size="xs"
        loading={close.busy}
        onClick={() => void close.do({ params: { id } } as never).catch(() => undefined)}
      >
        Close the chat
      </Button>
      {close.problem && <ProblemNote problem={close.problem} />}
    </>
  );
}

/** Closes the chat with a lead, while there is one. */
export function LeadChatControl({ leadId }: { leadId: string }) {
  const chat = useLeadConversations(leadId).data?.conversations.find(
    ({ channel, status }) => channel === 'chat' && status === 'open',
  );
  return chat ? <CloseChat id={chat.id} /> : null;
}

/** Takes a chat of somebody who is no lead over from the agent, gives it back, and closes it. */
export function VisitorControl({ id }: { id: string }) {
  const { data } = useAsk('getConversation', { params: { id } });
  const takeOver = useAct('takeOverConversation');
  const giveBack = useAct('giveBackConversation');
  if (!data) return null;
  const isOurs = data.conversation.handler === 'person';
  const act = isOurs ? giveBack : takeOver;
  return (
    <>
      <Button
        size="xs"
        loading={act.busy}
        onClick={() => void act.do({ params: { id } } as never).catch(() => undefined)}
      >
        {isOurs ? 'Give back' : 'Take over'}
      </Button>
      {data.conversation.status === 'open' && <CloseChat id={id} />}
      {act.problem && <ProblemNote problem={act.problem} />}
    </>
  );
}
