import { Button, Textarea } from '@mantine/core';
import { useAct } from '../api/act.js';
import { AskFirst } from './ask-first.js';
import { ProblemNote } from './problem-note.js';
import { offerUndo } from './undo.js';

/** Does as the lead whom the sandbox delivered a message to: answers it, reads it, or lets it bounce. */
export function AsLead({ messageId, channel }: { messageId: string; channel: string }) {
  const act = useAct('replyInSandbox');
  const tell = async (body: { kind: 'reply'; text: string } | { kind: 'read' | 'bounce' }, told: string) => {
    await act.do({ body: { message_id: messageId, ...body } as never });
    offerUndo(told);
  };
  return (
    <>
      <div className="row">
        <AskFirst
          title="Reply as the lead"
          submit="Reply"
          small
          onSubmit={({ text = '' }) => tell({ kind: 'reply', text }, 'The reply comes in.')}
        >
          {(errorOf) => (
            <Textarea name="text" label="What the lead writes" autosize minRows={3} required error={errorOf('text')} />
          )}
        </AskFirst>
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => void tell({ kind: 'read' }, 'The lead has read it.').catch(() => undefined)}
        >
          Read
        </Button>
        {channel === 'email' && (
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => void tell({ kind: 'bounce' }, 'It bounces.').catch(() => undefined)}
          >
            Bounce
          </Button>
        )}
      </div>
      {act.problem && <ProblemNote problem={act.problem} />}
    </>
  );
}
