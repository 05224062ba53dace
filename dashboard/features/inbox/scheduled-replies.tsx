import { Button } from '@mantine/core';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { Icon } from '../../components/icons.js';
import { ProblemNote } from '../../components/problem-note.js';
import { Timestamp } from '../../components/time/timestamp.js';
import * as labels from '../../words/en/inbox.js';

interface Props {
  conversationId: string;
  /** Gets the words that are not said any more. */
  onCancelled: (words: string) => void;
}

/** The scheduled messages of a chat, which the other side doesn't know yet. */
export function ScheduledReplies({ conversationId, onCancelled }: Props) {
  const { data } = useApiQuery('listConversationMessages', { params: { id: conversationId } });
  const cancel = useApiMutation('cancelConversationMessage');
  const planned = data?.planned ?? [];
  if (planned.length === 0) return cancel.problem ? <ProblemNote problem={cancel.problem} /> : null;
  const takeBack = ({ id, text }: { id: string; text: string | null }) =>
    cancel
      .mutateAsync({ params: { id: conversationId, message_id: id } })
      .then(() => onCancelled(text ?? ''))
      .catch(() => undefined);
  return (
    <>
      <ul className="planned" aria-label={labels.scheduled}>
        {planned.map((message) => (
          <li key={message.id} className="row">
            <Icon name="clock" size={16} />
            <span className="grow cut">{message.text}</span>
            {message.send_at && (
              <span className="faint">
                <Timestamp at={message.send_at} />
              </span>
            )}
            <Button
              variant="subtle"
              size="compact-sm"
              disabled={cancel.isPending}
              onClick={() => void takeBack(message)}
            >
              {labels.cancel}
            </Button>
          </li>
        ))}
      </ul>
      {cancel.problem && <ProblemNote problem={cancel.problem} />}
    </>
  );
}
