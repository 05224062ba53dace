import { Button } from '@mantine/core';
import { useAct } from '../api/act.js';
import { useAsk } from '../api/ask.js';
import type { Problem } from '../api/problem.js';
import { ProblemNote } from '../parts/problem-note.js';

/** Takes a chat of somebody who is no lead over from the agent, gives it back, and closes it. */
export function VisitorControl({ id }: { id: string }) {
  const { data } = useAsk('getConversation', { params: { id } });
  const takeOver = useAct('takeOverConversation');
  const giveBack = useAct('giveBackConversation');
  const close = useAct('closeConversation');
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
      {data.conversation.status === 'open' && (
        <Button
          variant="default"
          size="xs"
          loading={close.busy}
          onClick={() => void close.do({ params: { id } } as never).catch(() => undefined)}
        >
          Close the chat
        </Button>
      )}
      {(act.problem ?? close.problem) && <ProblemNote problem={(act.problem ?? close.problem) as Problem} />}
    </>
  );
}
