import { Button } from '@mantine/core';
import { useAct } from '../api/act.js';
import { useAsk } from '../api/ask.js';
import { Icon } from '../parts/icons.js';
import { ProblemNote } from '../parts/problem-note.js';
import { When } from '../parts/when.js';

interface Props {
  conversationId: string;
  /** Gets the words that are not said any more. */
  onCancelled: (words: string) => void;
}

/** What people have planned to say in a chat, of which the other side knows nothing until then. */
export function Planned({ conversationId, onCancelled }: Props) {
  const { data } = useAsk('listConversationMessages', { params: { id: conversationId } });
  const cancel = useAct('cancelConversationMessage');
  const planned = data?.planned ?? [];
  if (planned.length === 0) return cancel.problem ? <ProblemNote problem={cancel.problem} /> : null;
  const takeBack = ({ id, text }: { id: string; text: string | null }) =>
    cancel
      .do({ params: { id: conversationId, message_id: id } })
      .then(() => onCancelled(text ?? ''))
      .catch(() => undefined);
  return (
    <>
      <ul className="planned" aria-label="Planned">
        {planned.map((message) => (
          <li key={message.id} className="row">
            <Icon name="clock" size={16} />
            <span className="grow cut">{message.text}</span>
            {message.send_at && (
              <span className="faint">
                <When at={message.send_at} />
              </span>
            )}
            <Button variant="subtle" size="compact-sm" disabled={cancel.busy} onClick={() => void takeBack(message)}>
              Cancel
            </Button>
          </li>
        ))}
      </ul>
      {cancel.problem && <ProblemNote problem={cancel.problem} />}
    </>
  );
}
