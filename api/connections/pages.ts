import { meaningOf } from '../../domain/connections/permissions.js';
import { escapeHtml } from '../../domain/messages/escape-html.js';
import type { SignInOutcome } from '../../services/connections/sign-in.js';
import { pageShell } from '../docs/page-shell.js';

const STYLE = `
  :root { color-scheme: light dark; font: 1.0625rem/1.5 system-ui, sans-serif; }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; }
  main { max-width: 32rem; padding: 2rem; }
  h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 1rem; }
  button { font: inherit; font-weight: 600; padding: .75rem 1.5rem; border: 0; border-radius: .5rem; background: #1f4fd8; color: #fff; cursor: pointer; }
  button:hover { background: #173fb0; }
  button:focus-visible { outline: 3px solid #f5a623; outline-offset: 3px; }
`;

const { page, headers } = pageShell(STYLE);

/** The headers of the pages. */
export const CONNECT_HEADERS = headers;

const listed = (permissions: readonly string[]): string =>
  `<ul>${permissions.map((permission) => `<li>${escapeHtml(permission)}</li>`).join('')}</ul>`;

/** Renders the confirmation before the sign-in, with the product that gets the access. */
export function askToConnectPage(accountName: string, provider: string, permissions: readonly string[]): string {
  const name = escapeHtml(provider);
  return page(
    `Connect your ${provider} account?`,
    `<p>${escapeHtml(accountName)} asks for access to your ${name} account. You sign in with ${name}, and your password stays there. The access allows ${escapeHtml(accountName)} to:</p>
${listed(permissions)}
<p>Continue only if you expected this. You can withdraw the access at any time in your ${name} account.</p>
<form method="post"><button type="submit">Continue to ${name}</button></form>`,
  );
}

/** Leads on to the provider. */
export const leadingPage = ({ url, provider }: { url: string; provider: string }): string =>
  page(
    `Continue to ${provider}`,
    `<p><a href="${escapeHtml(url)}" rel="noreferrer">Sign in with ${escapeHtml(provider)}</a></p>`,
  );

const TRY_AGAIN = 'Ask for a new link, or try again with the same one if it still works.';

/** The page that tells how a sign-in ended. */
export function finishedPage(finished: SignInOutcome): string {
  switch (finished.kind) {
    case 'connected': {
      const who = finished.email === null ? '' : ` (<strong>${escapeHtml(finished.email)}</strong>)`;
      return page(
        'Your account is connected',
        `<p role="status">Your ${escapeHtml(finished.provider)} account${who} is connected. You can close this page.</p>`,
      );
    }
    case 'missing':
      return page(
        'Permissions are missing',
        `<p>The account wasn't connected, because these permissions weren't granted:</p>${listed(finished.scopes.map(meaningOf))}<p>Sign in again and leave all permissions selected. If your company restricts them, ask its administrator to approve the app.</p>`,
      );
    case 'other_person':
      return page(
        'Another person connected this account',
        '<p>Nothing has changed. Sign in with the account that was connected before, or ask for a link to a new connection.</p>',
      );
    case 'denied':
      return page('Access was declined', `<p>Nothing was connected. ${TRY_AGAIN}</p>`);
    case 'failed':
      return page(
        'The sign-in failed',
        `<p>The provider answered: ${escapeHtml(finished.message)}</p><p>Nothing was connected. ${TRY_AGAIN}</p>`,
      );
    case 'other_browser':
      return otherBrowserPage();
    case 'provider_away':
      return providerAwayPage();
    case 'dead_link':
      return deadConnectPage();
  }
}

export const otherBrowserPage = (): string =>
  page(
    'Open the link in one browser',
    '<p>The sign-in started in another browser or window, or its cookies are blocked. Open the link again in the browser that you sign in with, or ask for a new link.</p>',
  );

export const providerAwayPage = (): string =>
  page(
    "The provider isn't reachable",
    '<p>The sign-in page of the provider is currently unreachable. Nothing has changed. Open the link again in a few minutes.</p>',
  );

export const deadConnectPage = (): string =>
  page(
    'This link does not work',
    '<p>It may have been used, replaced by a newer one, have expired, or have been cut off. Nothing has changed. Ask for a new link.</p>',
  );
