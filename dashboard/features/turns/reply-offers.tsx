import type { ConversationMessage, MessageAction } from '../../../schemas/conversations/messages.js';
import { Icon } from '../../components/icons.js';
import * as words from '../../words/en/turn.js';

const labelsOf = (action: MessageAction): string[] =>
  action.type === 'book_meeting'
    ? action.slots.map(({ label }) => label)
    : action.type === 'form'
      ? action.fields.map(({ label }) => label)
      : [action.label];

interface Props {
  message: ConversationMessage;
  /** Takes what is clicked of an offer; where there is none it is only shown. */
  onPick?: ((pick: { text: string } | { slot: number }) => void) | undefined;
}

/** The buttons that a reply offers, and its source documents. */
export function ReplyOffers({ message, onPick }: Props) {
  const { actions, citations } = message;
  return (
    <>
      {actions.map((action) => (
        <div className="row offers" key={JSON.stringify(action)}>
          {labelsOf(action).map((label, index) =>
            onPick && (action.type === 'quick_reply' || action.type === 'book_meeting') ? (
              <button
                type="button"
                className="offer"
                key={label}
                onClick={() => onPick(action.type === 'quick_reply' ? { text: label } : { slot: index })}
              >
                {label}
              </button>
            ) : (
              <span className="offer" key={label}>
                {label}
              </span>
            ),
          )}
        </div>
      ))}
      {citations.length > 0 && (
        <ul className="cited faint" aria-label={words.sources}>
          {citations.map(({ n, title, page }) => (
            <li key={n} className="row">
              <Icon name="book" size={14} /> [{n}] {title}
              {page !== null && words.page(page)}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
