import type { Config } from './api-types.js';
import { el, icon } from './dom.js';
import type { RootElement } from './root-element.js';
import { readable } from './theme.js';

const CHAT =
  'M12 3C6.8 3 2.6 6.6 2.6 11.1c0 2.3 1.1 4.4 2.9 5.9-.1 1.3-.6 2.5-1.5 3.5-.2.3 0 .7.4.7 1.9-.1 3.6-.8 5-1.9.8.2 1.7.3 2.6.3 5.2 0 9.4-3.8 9.4-8.5S17.2 3 12 3z';
const DOWN = 'M6.3 8.8a1.1 1.1 0 0 0-1.6 1.6l6.5 6.5c.4.4 1.1.4 1.6 0l6.5-6.5a1.1 1.1 0 0 0-1.6-1.6L12 14.5z';

const LABELS: Record<string, string> = {
  en: 'Open the chat',
  es: 'Abrir el chat',
  pt: 'Abrir o chat',
  de: 'Chat öffnen',
  fr: 'Ouvrir le chat',
  ar: 'فتح الدردشة',
};
const RIGHT_TO_LEFT = /^(ar|fa|he|ur)\b/;

export const STYLE = `
:host{all:initial!important;position:static!important;display:block!important;width:0!important;height:0!important}
:host([hidden]){display:none!important}
*{box-sizing:border-box}
.launcher{position:fixed;z-index:2147483000;bottom:max(20px,env(safe-area-inset-bottom));right:20px;display:inline-flex;align-items:center;justify-content:center;gap:10px;min-width:60px;height:60px;padding:0 16px;border:0;border-radius:30px;background:var(--main);color:#fff;font:600 16px/1.2 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;cursor:pointer;box-shadow:0 1px 6px rgb(0 0 0/.1),0 8px 28px rgb(0 0 0/.24);transition:transform .16s ease,box-shadow .16s ease;-webkit-tap-highlight-color:transparent}
.launcher:hover{transform:scale(1.05)}
.launcher:focus-visible{outline:3px solid var(--main);outline-offset:3px;box-shadow:0 0 0 3px #fff}
.launcher svg{fill:currentColor;flex:none}
.down,[aria-expanded=true] :is(.chat,.said){display:none}
[aria-expanded=true] .down{display:block}
.left .launcher{right:auto;left:20px}
.badge{position:absolute;top:-3px;right:-3px;min-width:22px;height:22px;padding:0 6px;border-radius:11px;background:#c81e3a;color:#fff;font:700 12px/22px system-ui,sans-serif;text-align:center;box-shadow:0 0 0 2px #fff}
.launcher:has(~[aria-modal]){display:none}
@media (prefers-reduced-motion:reduce){.launcher{transition:none}.launcher:hover{transform:none}}
@media (forced-colors:active){.launcher{border:2px solid ButtonText}.launcher svg{fill:ButtonText}.badge{border:1px solid CanvasText}}
`;

/** The button in the corner. */
export interface Launcher {
  button: HTMLButtonElement;
  /** Below it the panel is put. */
  frame: HTMLElement;
  setOpen(isOpen: boolean): void;
  setUnread(count: number): void;
}

/** Shows the button in its colour and corner, in the language of the chat. */
export function showLauncher(host: RootElement, { theme, locale }: Config, onClick: () => void): Launcher {
  const [language = ''] = locale.split('-');
  const label = theme.launcher_text ?? LABELS[language] ?? (LABELS.en as string);
  const badge = el('span', { class: 'badge', hidden: true, 'aria-hidden': 'true' });
  const pictures = [CHAT, DOWN].map((path, at) => {
    const picture = icon(path, 28);
    picture.classList.add(at ? 'down' : 'chat');
    return picture;
  });
  const said = theme.launcher_text === null ? null : el('span', { class: 'said' }, theme.launcher_text);
  const button = el(
    'button',
    {
      type: 'button',
      class: 'launcher',
      'aria-expanded': 'false',
      'aria-haspopup': 'dialog',
      'aria-label': label,
      click: onClick,
    },
    ...[...pictures, said, badge],
  );
  const isLeft = theme.position === 'bottom_left';
  const frame = el(
    'div',
    { class: isLeft ? 'left' : 'right', lang: locale, dir: RIGHT_TO_LEFT.test(locale) ? 'rtl' : 'ltr' },
    button,
  );
  host.style(STYLE);
  host.element.style.setProperty('--main', readable(theme.primary_color, '#ffffff'));
  host.element.style.setProperty('--main-dark', readable(theme.primary_color, '#1b1d22'));
  host.root.append(frame);
  return {
    button,
    frame,
    setOpen: (isOpen) => button.setAttribute('aria-expanded', String(isOpen)),
    setUnread(count) {
      badge.hidden = count === 0;
      badge.textContent = count > 9 ? '9+' : String(count);
      button.setAttribute('aria-label', count === 0 ? label : `${label} (${count})`);
    },
  };
}
