import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { imapSentFolder } from '../../providers/email/imap-sent.js';
import type { LoginTokens } from '../../providers/oauth/provider.js';
import { freePort } from '../../scripts/lib/ports.mjs';
import { eventually } from '../support/eventually.js';
import { startStandIn } from '../support/stand-in.js';

/** Dovecot as Debian has it (`apt-get install dovecot-imapd`). */
const DOVECOT = '/usr/sbin/dovecot';
const EMAIL = 'sales@example.com';
const home = mkdtempSync(path.join(tmpdir(), 'dovecot-'));
const valid = new Set<string>();
/** The token information of a sign-in server, which Dovecot asks about each token. */
const info = await startStandIn(({ response, url }) => {
  const isValid = valid.has(url.searchParams.get('access_token') ?? '');
  response.writeHead(isValid ? 200 : 401, { 'content-type': 'application/json' });
  response.end(JSON.stringify(isValid ? { email: EMAIL } : { error: 'invalid_token' }));
});
const MECHANISMS = ['xoauth2', 'oauthbearer'] as const;
const servers: ChildProcess[] = [];
const ports = { xoauth2: 0, oauthbearer: 0 };

const owner = () =>
  userInfo().uid === 0 ? { user: 'nobody', group: 'nogroup' } : { user: userInfo().username, group: '' };

function settings(mechanism: keyof typeof ports): string {
  const { user, group } = owner();
  const own = path.join(home, mechanism);
  return `
    base_dir = ${own}/run
    state_dir = ${own}/state
    log_path = ${own}/log
    default_internal_user = ${user}
    ${group && `default_internal_group = ${group}`}
    default_login_user = ${user}
    protocols = imap
    listen = 127.0.0.1
    ssl = no
    disable_plaintext_auth = no
    first_valid_uid = 1
    auth_mechanisms = ${mechanism}
    mail_location = maildir:${own}/mail/%u
    passdb {
      driver = oauth2
      mechanisms = ${mechanism}
      args = ${own}/oauth2.conf
    }
    userdb {
      driver = static
      args = uid=${user} ${group && `gid=${group}`} home=${own}/mail/%u
    }
    service imap-login {
      chroot =
      inet_listener imap {
        port = ${ports[mechanism]}
      }
      inet_listener imaps {
        port = 0
      }
    }
    service anvil {
      chroot =
    }
    namespace inbox {
      inbox = yes
      mailbox Sent {
        special_use = \\Sent
        auto = subscribe
      }
    }
  `;
}

const answers = (port: number): Promise<true | undefined> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('data', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(undefined));
  });

beforeAll(async () => {
  if (!existsSync(DOVECOT)) throw new Error('Dovecot is missing: apt-get install dovecot-imapd');
  chmodSync(home, 0o755);
  for (const mechanism of MECHANISMS) {
    ports[mechanism] = await freePort();
    const own = path.join(home, mechanism);
    mkdirSync(path.join(own, 'mail'), { recursive: true });
    chmodSync(path.join(own, 'mail'), 0o777);
    writeFileSync(
      path.join(own, 'oauth2.conf'),
      `tokeninfo_url = ${info.origin}/?access_token=\nusername_attribute = email\n`,
    );
    writeFileSync(path.join(own, 'dovecot.conf'), settings(mechanism));
    servers.push(spawn(DOVECOT, ['-F', '-c', path.join(own, 'dovecot.conf')], { stdio: 'ignore' }));
  }
  for (const mechanism of MECHANISMS) await eventually(() => answers(ports[mechanism]), 20_000);
});
afterAll(async () => {
  await Promise.all(
    servers.map((server) => {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill();
      return ended;
    }),
  );
  await info.stop();
  rmSync(home, { recursive: true, force: true });
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
    const config = { host: 'localhost', port: ports[mechanism], secure: false, user, password: '' };
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
