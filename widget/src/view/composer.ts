import { el, icon } from '../dom.js';
import type { Language } from '../language.js';

const PLANE =
  'M3.4 20.4 21 12.7a.8.8 0 0 0 0-1.4L3.4 3.6a.8.8 0 0 0-1.1.9L4 10.6l9 1.4-9 1.4-1.7 6.1a.8.8 0 0 0 1.1.9z';
const MOST_LINES_PX = 132;

export interface Composer {
  element: HTMLElement;
  focus(): void;
}

interface Wiring {
  language: Language;
  limit: number;
  draft: string;
  onDraft(text: string): void;
  onFocus(): void;
  onSend(text: string): void;
}

/** Makes the place to write in: Enter sends, Shift and Enter begins a line, and the keyboard of a phone stays. */
export function createComposer({ language: { words }, limit, draft, onDraft, onFocus, onSend }: Wiring): Composer {
  const input = el('textarea', {
    rows: 1,
    maxlength: limit,
    'aria-label': words.write,
    placeholder: words.write,
    enterkeyhint: 'send',
    autocomplete: 'off',
    focus: onFocus,
  });
  const button = el('button', { type: 'submit', class: 'send', 'aria-label': words.send }, icon(PLANE, 22));
  const fit = () => {
    input.style.height = 'auto';
    input.style.height = `${Math.min(input.scrollHeight, MOST_LINES_PX)}px`;
    button.disabled = input.value.trim() === '';
    // Empty, it has the direction of what it asks for; then that of what is written.
    input.dir = input.value === '' ? '' : 'auto';
  };
  const submit = (event: Event) => {
    event.preventDefault();
    const text = input.value.trim();
    if (text === '') return;
    onSend(text);
    input.value = '';
    onDraft('');
    fit();
    input.focus();
  };
  input.addEventListener('input', () => {
    onDraft(input.value);
    fit();
  });
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) submit(event);
  });
  input.value = draft;
  button.disabled = draft.trim() === '';
  return { element: el('form', { class: 'composer', submit }, input, button), focus: () => input.focus() };
}
