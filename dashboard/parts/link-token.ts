/**
 * What stood behind the `#` when the page was opened. It is taken out of the address before the first page is drawn, so
 * that it stands in no history and no screenshot.
 */
const opened = location.hash.slice(1);
if (opened) history.replaceState(history.state, '', location.pathname + location.search);

/** Returns the token of the one-time link by which the page was opened, or nothing. */
export const linkToken = (): string => opened;
