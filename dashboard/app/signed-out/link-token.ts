/**
 * The token after the `#` of the page's URL. It is removed from the URL before the first page is drawn, so that it
 * appears in no history and no screenshot.
 */
const opened = location.hash.slice(1);
if (opened) history.replaceState(history.state, '', location.pathname + location.search);

/** Returns the token of the one-time link by which the page was opened, or nothing. */
export const linkToken = (): string => opened;
