import { Button } from '@mantine/core';
import { useAct } from '../api/act.js';
import { useAsk } from '../api/ask.js';
import { ProblemNote } from '../parts/problem-note.js';

/** Takes a chat of somebody who is no lead over from the agent, and gives it back. */
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
      {act.problem && <ProblemNote problem={act.problem} />}
    </>
  );
}
