import { createHash } from 'node:crypto';
import * as openid from 'openid-client';
import { isPrivateHost, portOf } from '../../runtime/private-hosts.js';
import { createSafeFetch } from '../../runtime/safe-fetch.js';
import { authenticationWith } from './client-authentication.js';
import type { OwnClient } from './provider.js';
import { fetchThrough } from './reach.js';

/** How the clients of accounts reach their servers. */
export interface OwnClients {
  describe(client: OwnClient): Promise<openid.Configuration>;
  /** Returns whether a browser may be sent to an address that the account's server has named. */
  mayLeadTo(client: OwnClient, url: URL): boolean;
  close(): Promise<void>;
}

const MAX_KEPT = 500;
/** The time that a server's description is used before it is read again. */
const DESCRIBED_MS = 3_600_000;

/**
 * Describes the servers of accounts' own clients. An account can't lead requests to the operator's servers or into our
 * network: only the servers in `privateHosts` may have a private address, or no TLS.
 */
export function createOwnClients(privateHosts: readonly string[], timeoutMs: number): OwnClients {
  const http = createSafeFetch({ privateHosts });
  const kept = new Map<string, { config: Promise<openid.Configuration>; readAt: number }>();
  const read = async (client: OwnClient): Promise<openid.Configuration> => {
    const { accountId, server, clientId, clientSecret } = client;
    const authentication = authenticationWith(clientSecret);
    const reached: openid.CustomFetch = (url, options) => fetchThrough(http, url, options, timeoutMs, accountId);
    if ('issuer' in server) {
      return openid.discovery(new URL(server.issuer), clientId, undefined, authentication, {
        timeout: timeoutMs / 1000,
        [openid.customFetch]: reached,
        // The fetch itself refuses servers without TLS that the operator hasn't opened.
        execute: [openid.allowInsecureRequests],
      });
    }
    const { authorizationUrl, tokenUrl } = server;
    const metadata = {
      issuer: new URL(tokenUrl).origin,
      authorization_endpoint: authorizationUrl,
      token_endpoint: tokenUrl,
    };
    const config = new openid.Configuration(metadata, clientId, undefined, authentication);
    config.timeout = timeoutMs / 1000;
    config[openid.customFetch] = reached;
    openid.allowInsecureRequests(config);
    return config;
  };
  return {
    describe(client) {
      const key = createHash('sha256').update(JSON.stringify(client)).digest('hex');
      const known = kept.get(key);
      const now = Date.now();
      const entry = known && now - known.readAt < DESCRIBED_MS ? known : { config: read(client), readAt: now };
      kept.delete(key);
      kept.set(key, entry);
      // A failed read is repeated by the next caller.
      if (entry !== known) entry.config.catch(() => kept.get(key) === entry && kept.delete(key));
      const [oldest] = kept.keys();
      if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
      return entry.config;
    },
    mayLeadTo: ({ accountId }, url) =>
      url.protocol === 'https:' ||
      (url.protocol === 'http:' && isPrivateHost(privateHosts, { host: url.hostname, port: portOf(url), accountId })),
    close: () => http.close(),
  };
}
