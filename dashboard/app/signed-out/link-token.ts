/**
 * The token after the `#` of the page's URL. It is removed from the URL before the first page is drawn, so that it
 * appears in no history and no screenshot. A shared report keeps it, because its readers reload and bookmark the page.
 */
const opened = location.hash.slice(1);
const isOneTime = !location.pathname.startsWith(new URL('shared', document.baseURI).pathname);
if (opened && isOneTime) history.replaceState(history.state, '', location.pathname + location.search);

/** Returns the token of the link by which the page was opened, or nothing. */
export const linkToken = (): string => opened;
