import { el } from '../dom.js';
import { fill, type Language, timeText } from '../language.js';
import type { Item } from '../thread.js';
import { link, richText } from './text.js';

/** A source as it is named: its title, and the page where it has pages. */
const sourceOf = ({ n, title, page, url }: Item['citations'][number]): Node => {
  const label = `[${n}] ${title}${page === null ? '' : ` · ${page}`}`;
  return el('li', { dir: 'auto' }, url === null ? label : link(url, label));
};

/** The messages. What is added is read out; what was there is not read again. */
export interface List {
  element: HTMLElement;
  show(items: readonly Item[]): void;
  /** From now on what is added is said to those who listen. */
  announce(): void;
}

interface Wiring {
  language: Language;
  botName: string;
  onRetry(turnId: string): void;
}

const clock: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit' };

/** Makes the list of messages. */
export function createList({ language, botName, onRetry }: Wiring): List {
  const { words } = language;
  const senders: Record<Item['role'], string | null> = {
    user: words.you,
    bot: botName,
    agent: words.person,
    system: null,
  };
  const element = el('div', { class: 'list', role: 'log', 'aria-live': 'off', 'aria-label': words.messages });
  const shown = new Map<string, { row: HTMLElement; state: string }>();

  function rowOf(item: Item): HTMLElement {
    if (item.role === 'system') return el('div', { class: 'row system' }, el('p', { dir: 'auto' }, item.text));
    const links = item.actions.flatMap((action) =>
      action.type === 'link' ? [link(action.url, action.label, 'button')] : [],
    );
    const sources = item.citations.length > 0 && el('ul', { class: 'sources' }, ...item.citations.map(sourceOf));
    const bubble = el('div', { class: 'bubble' }, ...richText(item.text), sources, ...links);
    return el(
      'div',
      { class: `row ${item.role}` },
      sender(senders[item.role] ?? ''),
      bubble,
      el('div', { class: 'foot' }),
    );
  }

  function footOf({ delivery, createdAt, turnId, role }: Item): Node[] {
    if (delivery === 'sending') return [el('span', {}, words.sending)];
    if (delivery === 'failed')
      return [
        el('span', { class: 'failed' }, words.failed),
        el('button', { type: 'button', click: () => turnId && onRetry(turnId) }, words.retry),
      ];
    const person = role === 'agent' ? [el('span', {}, words.person)] : [];
    return [...person, el('time', { datetime: createdAt }, timeText(language, createdAt, clock))];
  }

  return {
    element,
    announce: () => element.setAttribute('aria-live', 'polite'),
    show(items) {
      const kept = new Set(items.map(({ key }) => key));
      for (const [key, { row }] of shown) {
        if (!kept.has(key)) {
          row.remove();
          shown.delete(key);
        }
      }
      let before: Element | null = null;
      items.forEach((item, index) => {
        const known = shown.get(item.key);
        const row = known?.row ?? rowOf(item);
        const state = `${item.delivery} ${item.createdAt}`;
        if (known?.state !== state) row.querySelector('.foot')?.replaceChildren(...footOf(item));
        shown.set(item.key, { row, state });
        const next = items[index + 1];
        row.classList.toggle('last', next?.role !== item.role || item.delivery === 'failed');
        // Moved only if needed, because screen readers don't repeat an element that stays in place.
        const place: ChildNode | null = (before as Element | null)?.nextSibling ?? (before ? null : element.firstChild);
        if (place !== row) element.insertBefore(row, place);
        before = row;
      });
    },
  };
}

/** Makes what the chat says first. It is part of the set-up and no message. */
export function createOpening(name: string): { element: HTMLElement; set(text: string | null): void } {
  const element = el('div', { class: 'row bot last' });
  return {
    element,
    set(text) {
      element.hidden = !text;
      element.replaceChildren(sender(name), el('div', { class: 'bubble' }, ...richText(text ?? '')));
    },
  };
}

const sender = (name: string) => el('span', { class: 'hidden' }, `${name}: `);

/** Creates the typing indicator of three dots, with one announcement in words. */
export function createTyping(
  { words }: Language,
  name: string,
): { element: HTMLElement; show(isTyping: boolean): void } {
  const said = el('span', { class: 'hidden' });
  const dots = el('div', { class: 'dots', 'aria-hidden': 'true', hidden: true }, ...[1, 2, 3].map(() => el('i')));
  const element = el('div', { class: 'typing', role: 'status' }, said, dots);
  return {
    element,
    show(isTyping) {
      dots.hidden = !isTyping;
      const text = isTyping ? fill(words.typing, { name }) : '';
      if (said.textContent !== text) said.textContent = text;
    },
  };
}
