import { randomBytes } from 'node:crypto';
import type { Request } from 'express';
import { findAccount } from '../../db/accounts/accounts.js';
import { permissionsOf } from '../../domain/connections/permissions.js';
import { secretsOf } from '../../runtime/config.js';
import { createSecretBox } from '../../runtime/secret-box.js';
import {
  finishConnectContract,
  showConnectContract,
  startConnectContract,
} from '../../schemas/connections/connect-pages.js';
import { providerName } from '../../services/connections/own-clients.js';
import { purposesOf } from '../../services/connections/settings.js';
import {
  beginSignIn,
  finishSignIn,
  openLink,
  type SignInDependencies,
  type SignInOutcome,
} from '../../services/connections/sign-in.js';
import { cookieIn, cookieWith } from '../http/auth/cookies.js';
import { networkAddress } from '../http/request/network-address.js';
import { route } from '../http/route.js';
import type { ConnectionDependencies } from './connections.js';
import {
  askToConnectPage,
  CONNECT_HEADERS,
  deadConnectPage,
  finishedPage,
  leadingPage,
  otherBrowserPage,
  providerAwayPage,
} from './pages.js';

const COOKIE = 'las_connect';
const LASTS_SECONDS = 3_600;
const BROWSER = /^[A-Za-z0-9_-]{43}$/;

const signInDependencies = (deps: ConnectionDependencies): SignInDependencies => ({
  ...deps,
  box: createSecretBox(secretsOf(deps.config)),
});

/** Returns the secret that this browser is known by. */
function browserOf(req: Request, config: ConnectionDependencies['config']): string | undefined {
  const value = cookieIn(req, config, COOKIE);
  return value !== undefined && BROWSER.test(value) ? value : undefined;
}

/**
 * Shows the page that asks. It also gives the browser the cookie that the button needs: no other site can press the
 * button for a person, since browsers send the cookie with this site's own forms only.
 */
export const showConnectRoute = (deps: ConnectionDependencies) => {
  const { config } = deps;
  return route(showConnectContract).handle(async ({ params, db, req }) => {
    const opened = await openLink(deps, params.token);
    if (!opened) return { status: 404, body: deadConnectPage(), headers: CONNECT_HEADERS };
    const { connection } = opened;
    const account = await findAccount(db, connection.account_id);
    const browser = browserOf(req, config) ?? randomBytes(32).toString('base64url');
    const cookie = cookieWith(browser, { config, req, name: COOKIE, lastsSeconds: LASTS_SECONDS, sameSite: 'Lax' });
    const permissions = permissionsOf(connection.provider, purposesOf(connection));
    return {
      status: 200,
      body: askToConnectPage(account.name, providerName(connection), permissions),
      headers: { ...CONNECT_HEADERS, 'Set-Cookie': cookie },
    };
  });
};

export const startConnectRoute = (deps: ConnectionDependencies) => {
  const signIns = signInDependencies(deps);
  return route(startConnectContract).handle(async ({ params, req }) => {
    const browser = browserOf(req, deps.config);
    if (browser === undefined) return { status: 400, body: otherBrowserPage(), headers: CONNECT_HEADERS };
    const begun = await beginSignIn(signIns, { token: params.token, browser });
    switch (begun.kind) {
      case 'url':
        // No redirect: browsers would hold the provider's own redirects against this page's `form-action`.
        return {
          status: 200,
          body: leadingPage(begun),
          headers: { ...CONNECT_HEADERS, Refresh: `0; url=${begun.url}` },
        };
      case 'dead_link':
        return { status: 404, body: deadConnectPage(), headers: CONNECT_HEADERS };
      case 'other_browser':
        return { status: 400, body: otherBrowserPage(), headers: CONNECT_HEADERS };
      case 'provider_away':
        return { status: 502, body: providerAwayPage(), headers: CONNECT_HEADERS };
    }
  });
};

const STATUSES: Readonly<Record<SignInOutcome['kind'], 200 | 400 | 502>> = {
  connected: 200,
  provider_away: 502,
  ...({ missing: 400, other_person: 400, denied: 400, failed: 400, dead_link: 400, other_browser: 400 } as const),
};

export const finishConnectRoute = (deps: ConnectionDependencies) => {
  const signIns = signInDependencies(deps);
  return route(finishConnectContract).handle(async ({ query, req }) => {
    const { searchParams } = new URL(req.originalUrl, 'http://localhost');
    const { finished, returnsTo } = await finishSignIn(signIns, {
      state: query.state ?? '',
      browser: browserOf(req, deps.config),
      query: searchParams,
      address: networkAddress(req),
    });
    const body = finishedPage(finished);
    if (returnsTo === null) return { status: STATUSES[finished.kind], body, headers: CONNECT_HEADERS };
    // No redirect: a browser that comes from the provider's site would not send the session's cookie along.
    const search = new URLSearchParams({ connection: returnsTo, result: finished.kind });
    return { status: 200, body, headers: { ...CONNECT_HEADERS, Refresh: `0; url=../channels/connections?${search}` } };
  });
};
