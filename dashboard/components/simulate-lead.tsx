import { Button, Textarea } from '@mantine/core';
import { useApiMutation } from '../api/use-api-mutation.js';
import * as words from '../words/en/parts.js';
import { ConfirmForm } from './confirm-form.js';
import { ProblemNote } from './problem-note.js';
import { offerUndo } from './undo-toast.js';

/** Does as the lead whom the sandbox delivered a message to: answers it, reads it, or lets it bounce. */
export function SimulateLead({ messageId, channel }: { messageId: string; channel: string }) {
  const act = useApiMutation('replyInSandbox');
  const tell = async (body: { kind: 'reply'; text: string } | { kind: 'read' | 'bounce' }, confirmation: string) => {
    await act.mutateAsync({ body: { message_id: messageId, ...body } });
    offerUndo(confirmation);
  };
  return (
    <>
      <div className="row">
        <ConfirmForm
          title={words.replyAsLead}
          submit={words.sendReply}
          small
          onSubmit={({ text = '' }) => tell({ kind: 'reply', text }, words.replySentAsTheLead)}
        >
          {(errorOf) => (
            <Textarea name="text" label={words.replyText} autosize minRows={3} required error={errorOf('text')} />
          )}
        </ConfirmForm>
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => void tell({ kind: 'read' }, words.markedAsReadByTheLead).catch(() => undefined)}
        >
          {words.markAsRead}
        </Button>
        {channel === 'email' && (
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => void tell({ kind: 'bounce' }, words.bounceSimulated).catch(() => undefined)}
          >
            {words.simulateBounce}
          </Button>
        )}
      </div>
      {act.problem && <ProblemNote problem={act.problem} />}
    </>
  );
}
