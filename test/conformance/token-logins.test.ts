import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { imapSentFolder } from '../../providers/email/imap-sent.js';
import { smtpEmail } from '../../providers/email/smtp.js';
import type { LoginTokens } from '../../providers/oauth/provider.js';
import { newId } from '../../runtime/ids.js';
import { type Dovecot, startDovecot } from '../support/dovecot.js';
import { SmtpSink } from '../support/smtp-server.js';
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
/** The next mail server, which gets the mails that Dovecot has accepted. */
const relay = await SmtpSink.start();
let submission: Dovecot;

const withTokens = (mechanism: (typeof MECHANISMS)[number]) => ({
  mechanism,
  passdb: (home: string) => `
      driver = oauth2
      mechanisms = ${mechanism}
      args = ${home}/oauth2.conf`,
  files: { 'oauth2.conf': `tokeninfo_url = ${info.origin}/?access_token=\nusername_attribute = email\n` },
});

beforeAll(async () => {
  submission = await startDovecot({ ...withTokens('xoauth2'), protocol: 'submission', relayPort: relay.port });
  for (const mechanism of MECHANISMS) {
    const server = await startDovecot({
      ...withTokens(mechanism),
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
  for (const server of [submission, ...servers.values()]) await server.stop();
  await relay.stop();
  await info.stop();
});

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

beforeEach(() => {
  refused.length = 0;
  valid.clear();
});

describe.each(MECHANISMS)('a login at Dovecot by %s', (mechanism) => {
  const find = (user = EMAIL) => {
    const config = { host: 'localhost', port: servers.get(mechanism)?.port ?? 0, secure: false, user, password: '' };
    const folder = imapSentFolder({ ...config, connectionId: 'one', tokens, privateHosts: ['localhost:*'] });
    return folder.findSent('<a@example.com>');
  };

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

describe('an email that Dovecot gets over SMTP by xoauth2', () => {
  const send = async (user = EMAIL) => {
    const server = { host: 'localhost', port: submission.port, secure: false, user, password: '' };
    const provider = smtpEmail({ ...server, connectionId: 'one', tokens, privateHosts: ['localhost:*'] });
    const email = {
      messageId: newId(),
      accountId: newId(),
      from: { address: EMAIL },
      to: { address: `${newId()}@example.net` },
      subject: 'Hello',
      text: 'Hi',
    };
    const outcome = await provider.send(email, Date.now() + 30_000);
    await provider.close();
    return { outcome, mails: relay.to(email.to.address) };
  };

  it('is sent once with a valid token', async () => {
    given = ['a-valid-token'];
    valid.add('a-valid-token');
    const { outcome, mails } = await send();
    expect(outcome).toMatchObject({ kind: 'accepted' });
    expect(mails).toHaveLength(1);
  });

  it('is sent once with the new token after the server has refused an old one', async () => {
    given = ['an-old-token', 'a-new-token'];
    valid.add('a-new-token');
    const { outcome, mails } = await send();
    expect(outcome).toMatchObject({ kind: 'accepted' });
    expect(mails).toHaveLength(1);
    expect(refused).toEqual([]);
  });

  it('is held if the server refuses a new token as well, and the reason is noted', async () => {
    given = ['an-old-token', 'a-new-token'];
    const { outcome, mails } = await send();
    expect(outcome).toMatchObject({ kind: 'refused_retry', hold: 'reconnect_needed' });
    expect(mails).toEqual([]);
    expect(refused).toEqual([expect.stringMatching(/^a-new-token: The mail server refused the access token: 535 /)]);
  });
});
