import type { Slots } from '../api-types.js';
import { el } from '../dom.js';
import { fill, type Language, timeText } from '../language.js';
import type { Item } from '../thread.js';
import type { Choice } from '../turns.js';
import { createForm } from './form.js';

export interface Offers {
  element: HTMLElement;
  /** Shows the options of the last message, or none after a newer message. */
  show(last: Item | undefined): void;
}

type Pick = (choice: Choice, shown: string) => void;

const DAY: Intl.DateTimeFormatOptions = { weekday: 'short', day: 'numeric', month: 'short' };
const TIME: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit' };

/** Creates the area below the last message: quick replies, times to book, and forms. */
export function createOffers(language: Language, quickReplies: readonly string[], onPick: Pick): Offers {
  const element = el('div', { class: 'offers' });
  let key: string | undefined;
  return {
    element,
    show(last) {
      const now = last?.key ?? 'opening';
      if (now === key) return;
      key = now;
      // A visitor's message offers nothing.
      const offered = last?.actions ?? [];
      const replies = last
        ? offered.flatMap((action) => (action.type === 'quick_reply' ? [action.label] : []))
        : quickReplies;
      element.replaceChildren(
        ...offered.flatMap((action) => {
          if (action.type === 'form') {
            const form: HTMLFormElement = createForm({
              language,
              fields: action.fields,
              onSkip: () => form.remove(),
              async onSend({ fields }) {
                onPick({ type: 'form', fields }, Object.values(fields).join('\n'));
                return { ok: true };
              },
            });
            return [form];
          }
          return action.type === 'book_meeting' && isStanding(action) ? [slotForm(language, action, onPick)] : [];
        }),
        ...(replies.length > 0 ? [repliesOf(replies, onPick)] : []),
      );
    },
  };
}

const isStanding = ({ expires_at }: Slots) => Date.parse(expires_at) > Date.now();

const repliesOf = (labels: readonly string[], onPick: Pick) =>
  el(
    'div',
    { class: 'replies' },
    ...labels.map((label) =>
      el('button', { type: 'button', dir: 'auto', click: () => onPick({ type: 'quick_reply', label }, label) }, label),
    ),
  );

/** Returns the times as a group of radio buttons, in the zone that the agent speaks of, and in the visitor’s own. */
function slotForm(language: Language, { slots, timezone }: Slots, onPick: Pick): HTMLFormElement {
  const { words } = language;
  const title = el('legend', {}, words.slotsTitle);
  const button = el('button', { type: 'submit', class: 'main', disabled: true }, words.book);
  const timeOf = ({ slot_id, starts_at, label }: Slots['slots'][number]) => {
    const day = timeText(language, starts_at, { ...DAY, timeZone: timezone });
    const time = timeText(language, starts_at, { ...TIME, timeZone: timezone });
    const yours = timeText(language, starts_at, TIME);
    const change = () => {
      button.disabled = false;
    };
    return el(
      'label',
      {},
      el('input', { type: 'radio', name: 'slot', value: slot_id, 'data-label': label, change }),
      el(
        'span',
        {},
        el('b', {}, day),
        el('b', { class: 'time' }, time),
        yours !== time && el('small', {}, fill(words.slotsYours, { time: yours })),
      ),
    );
  };
  const submit = (event: Event) => {
    event.preventDefault();
    const picked = (event.currentTarget as HTMLFormElement).querySelector<HTMLInputElement>('input:checked');
    if (picked) onPick({ type: 'book_meeting', slot_id: picked.value }, picked.dataset.label ?? '');
  };
  const zone = fill(words.slotsZone, { zone: timezone.replaceAll('_', ' ') });
  return el(
    'form',
    { class: 'card slots', submit },
    el('fieldset', {}, title, ...slots.map(timeOf), el('p', { class: 'small' }, zone)),
    button,
  );
}
