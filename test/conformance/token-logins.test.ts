import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { imapSentFolder } from '../../providers/email/imap-sent.js';
import type { LoginTokens } from '../../providers/oauth/provider.js';
import { type Dovecot, startDovecot } from '../support/dovecot.js';
import { startStandIn } from '../support/stand-in.js';

const EMAIL = 'sales@example.com';
const valid = new Set<string>();
/** The token information of a sign-in server, which Dovecot asks about each token. */
const info = await startStandIn(({ response, url }) => {
  const isValid = valid.has(url.searchParams.get('access_token') ?? '');
  response.writeHead(isValid ? 200 : 401, { 'content-type': 'application/json' });
  response.end(JSON.stringify(isValid ? { email: EMAIL } : { error: 'invalid_token' }));
});
const MECHANISMS = ['xoauth2', 'oauthbearer'] as const;
const servers = new Map<string, Dovecot>();

beforeAll(async () => {
  for (const mechanism of MECHANISMS) {
    const server = await startDovecot({
      mechanism,
      passdb: (home) => `
      driver = oauth2
      mechanisms = ${mechanism}
      args = ${home}/oauth2.conf`,
      files: { 'oauth2.conf': `tokeninfo_url = ${info.origin}/?access_token=\nusername_attribute = email\n` },
      mailboxes: `
      mailbox Sent {
        special_use = \\Sent
        auto = subscribe
      }`,
    });
    servers.set(mechanism, server);
  }
});
afterAll(async () => {
  for (const server of servers.values()) await server.stop();
  await info.stop();
});

describe.each(MECHANISMS)('a login at Dovecot by %s', (mechanism) => {
  const refused: string[] = [];
  let given: string[];
  /** Gives the tokens in their order: the next one for one that was rejected. */
  const tokens: LoginTokens = {
    async tokenFor(_connectionId, rejected) {
      const token = String(given[rejected === undefined ? 0 : given.indexOf(rejected) + 1]);
      return { kind: 'token', token, email: EMAIL, scopes: [] };
    },
    async refused(_connectionId, token, reason) {
      refused.push(`${token}: ${reason}`);
    },
  };
  const find = (user = EMAIL) => {
    const config = { host: 'localhost', port: servers.get(mechanism)?.port ?? 0, secure: false, user, password: '' };
    const folder = imapSentFolder({ ...config, connectionId: 'one', tokens, privateHosts: ['localhost:*'] });
    return folder.findSent('<a@example.com>');
  };

  beforeEach(() => {
    refused.length = 0;
    valid.clear();
  });

  it('takes a valid token', async () => {
    given = ['a-valid-token'];
    valid.add('a-valid-token');
    expect(await find()).toEqual({ kind: 'absent' });
    expect(refused).toEqual([]);
  });

  it('takes the new token after it has refused an old one', async () => {
    given = ['an-old-token', 'a-new-token'];
    valid.add('a-new-token');
    expect(await find()).toEqual({ kind: 'absent' });
    expect(refused).toEqual([]);
  });

  it('refuses a new token of another person, and its reason is noted', async () => {
    given = ['an-old-token', 'a-new-token'];
    valid.add('a-new-token');
    expect(await find('eva@example.com')).toMatchObject({ kind: 'unavailable', code: 'RECONNECT_NEEDED' });
    expect(refused).toEqual([expect.stringMatching(/^a-new-token: The mail server refused the access token: ./)]);
  });
});
