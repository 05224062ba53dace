/** Rows of lists and tables, wherever on a page they stand. */
const ROWS = 'main :is(.card ul, ul.card, .card ol) > li, main table tbody > tr';
const LEADS_ON = 'a[href], button:not(:disabled)';

const rowsDrawn = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>(ROWS)].filter(
    (row) => row.querySelector(LEADS_ON) !== null && row.offsetParent !== null,
  );

/** Moves the focus to the row below the one that has it, or above; to the first one where none has. */
export function moveRow(by: 1 | -1): void {
  const rows = rowsDrawn();
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const next = at < 0 ? 0 : Math.min(Math.max(at + by, 0), rows.length - 1);
  rows[next]?.querySelector<HTMLElement>(LEADS_ON)?.focus();
}

/** Ticks the row that has the focus, or takes its tick away; with all from the one that was ticked last, as a range. */
export function toggleRow(isRange: boolean): void {
  const row = rowsDrawn().find((each) => each.contains(document.activeElement));
  row
    ?.querySelector('input[type="checkbox"]:not(:disabled)')
    ?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey: isRange }));
}

/** Goes to where the page is searched or filtered. */
export function goToFilter(): void {
  document.querySelector<HTMLElement>('main search input, main .filters input, main input[type="search"]')?.focus();
}
