import type { Context } from '../context.js';
import { el, icon } from '../dom.js';
import { fill, type Language, timeText } from '../language.js';
import { mobileModal } from '../mobile-modal.js';
import { PANEL_STYLE } from '../styles.js';
import { link } from './text.js';

const CROSS =
  'M6.2 4.8a1 1 0 0 0-1.4 1.4l5.8 5.8-5.8 5.8a1 1 0 1 0 1.4 1.4l5.8-5.8 5.8 5.8a1 1 0 0 0 1.4-1.4L13.4 12l5.8-5.8a1 1 0 0 0-1.4-1.4L12 10.6z';
const NEAR_END_PX = 120;
const ABOVE_LAST_PX = 12;

export interface PanelView {
  show(takesFocus: boolean): void;
  hide(): void;
  isShown(): boolean;
  /** Moves the focus to the next input, without opening the keyboard on a phone. */
  focus(): void;
  /** Describes who has the conversation. */
  setHuman(isHuman: boolean): void;
  note(text: string): void;
  /** Scrolls to the end, unless the visitor reads further up. */
  follow(always?: boolean): void;
  remove(): void;
}

const setText = (element: HTMLElement, text: string) => {
  if (element.textContent !== text) element.textContent = text;
};

/** Builds the line at the top: who one talks with, and the way out. */
function headOf({ setup, close }: Context, { words }: Language, sub: HTMLElement): HTMLElement {
  const { agent } = setup.config;
  const picture = agent.avatar_url
    ? el('img', { class: 'face', src: agent.avatar_url, alt: '', referrerpolicy: 'no-referrer' })
    : el('span', { class: 'face', 'aria-hidden': 'true' }, [...agent.name][0] ?? '');
  const closing = el(
    'button',
    { type: 'button', class: 'close', 'aria-label': words.close, click: close },
    icon(CROSS, 20),
  );
  const title = el('h2', { id: 'title' }, agent.name);
  return el('header', {}, picture, el('div', { class: 'who' }, title, sub), closing);
}

/** Returns when people are available again, or an empty text while they are. */
function awayText({ setup }: Context, language: Language): string {
  const { open_now, next_open_at: at } = setup.config.business_hours;
  if (open_now || !at) return '';
  const time = timeText(language, at, { weekday: 'long', hour: 'numeric', minute: '2-digit' });
  return `. ${fill(language.words.away, { time })}`;
}

/** Creates a scroller to the end, which stays in place while the visitor reads further up. */
function createFollower(scroll: HTMLElement): PanelView['follow'] {
  let isNear = true;
  scroll.onscroll = () => {
    isNear = scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < NEAR_END_PX;
  };
  return (always = false) => {
    isNear ||= always;
    const last = scroll.querySelector<HTMLElement>('.list .row:last-child');
    if (last && isNear)
      requestAnimationFrame(() => {
        // The options below a long answer must not push its beginning away.
        scroll.scrollTop += last.getBoundingClientRect().top - scroll.getBoundingClientRect().top - ABOVE_LAST_PX;
      });
  };
}

/** Keeps what is read in sight when a keyboard, or a text of more lines, takes room below it. */
function keepInSight(scroll: HTMLElement): void {
  let height = 0;
  new ResizeObserver(() => {
    const taken = height - scroll.clientHeight;
    // If more room becomes available, the browser itself stays at the end.
    if (taken > 0) scroll.scrollTop += taken;
    height -= taken;
  }).observe(scroll);
}

/** Builds the window of the chat around its parts. */
export function createPanel(
  shell: Context,
  language: Language,
  parts: { inside: HTMLElement[]; below: HTMLElement[]; focus(): void },
): PanelView {
  const { words } = language;
  const { ai_notice, privacy_url } = shell.setup.config;
  const sub = el('p', { class: 'sub', role: 'status' }, ai_notice);
  const note = el('p', { class: 'note', role: 'status', hidden: true });
  const scroll = el(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': words.messages },
    ...parts.inside,
    note,
  );
  const follow = createFollower(scroll);
  keepInSight(scroll);
  const privacy = privacy_url && el('p', { class: 'legal' }, link(privacy_url, words.privacy));
  const panel = el(
    'section',
    {
      class: `panel${shell.isFrame ? ' whole' : ''}`,
      role: 'dialog',
      'aria-labelledby': 'title',
      tabindex: -1,
      hidden: true,
    },
    ...[headOf(shell, language, sub), scroll, ...parts.below, privacy],
  );
  panel.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.isComposing) shell.close();
    // Keys typed here don't trigger the page's shortcuts.
    event.stopPropagation();
  });
  shell.host.style(PANEL_STYLE);
  shell.place.append(panel);
  const cover = shell.isFrame ? undefined : mobileModal(shell.host.element, panel);
  const focus = () => {
    if (matchMedia('(pointer: fine)').matches) parts.focus();
    else panel.focus({ preventScroll: true });
  };
  return {
    focus,
    show(takesFocus) {
      panel.hidden = false;
      cover?.show();
      follow(true);
      if (takesFocus) focus();
    },
    hide() {
      panel.hidden = true;
      cover?.hide();
    },
    isShown: () => !panel.hidden,
    setHuman(isHuman) {
      panel.classList.toggle('human', isHuman);
      setText(sub, isHuman ? words.human + awayText(shell, language) : (ai_notice ?? ''));
    },
    note(text) {
      note.hidden = text === '';
      setText(note, text);
    },
    follow,
    remove() {
      cover?.hide();
      panel.remove();
    },
  };
}
