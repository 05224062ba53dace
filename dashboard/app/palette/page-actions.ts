/** The actions of the open page: the buttons and links of its header and of its bulk toolbar. */
const ACTS = '#page > header :is(button, a[href]), #page .bulk button';

/** Something that can be done on the page. */
export interface PageAction {
  name: string;
  go: () => void;
}

/** Lists what is drawn there now and can be pressed; each does what pressing it does. */
export const pageActions = (): PageAction[] =>
  [...document.querySelectorAll<HTMLElement>(ACTS)]
    .filter((drawn) => drawn.offsetParent !== null && !drawn.matches(':disabled'))
    .map((drawn) => ({ name: (drawn.ariaLabel ?? drawn.textContent).trim(), go: () => drawn.click() }))
    .filter(({ name }) => name !== '');

/** Lists those that are called by all words that were typed. */
export function matchingActions(typed: string, acts: readonly PageAction[]): PageAction[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return acts.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)));
}
