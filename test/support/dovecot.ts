import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { freePort } from '../../scripts/lib/ports.mjs';
import { eventually } from './eventually.js';

/** Dovecot as Debian has it (`apt-get install dovecot-imapd`). */
const DOVECOT = '/usr/sbin/dovecot';

interface Options {
  /** The settings by which users log in. The folder is that of the server. */
  passdb(home: string): string;
  /** The settings of the mailboxes that each user has. */
  mailboxes: string;
  mechanism?: string;
  /** Files next to the settings, by name. */
  files?: Readonly<Record<string, string>>;
}

export interface Dovecot {
  port: number;
  stop(): Promise<void>;
}

/** The user that keeps the mails: the server doesn't take root for it. */
const owner = () =>
  userInfo().uid === 0 ? { user: 'nobody', group: 'nogroup' } : { user: userInfo().username, group: '' };

function settings(home: string, port: number, { passdb, mailboxes, mechanism = 'plain' }: Options): string {
  const { user, group } = owner();
  return `
    base_dir = ${home}/run
    state_dir = ${home}/state
    log_path = ${home}/log
    default_internal_user = ${user}
    ${group && `default_internal_group = ${group}`}
    default_login_user = ${user}
    protocols = imap
    listen = 127.0.0.1
    ssl = no
    disable_plaintext_auth = no
    first_valid_uid = 1
    auth_mechanisms = ${mechanism}
    mail_location = maildir:${home}/mail/%u
    passdb {
      ${passdb(home)}
    }
    userdb {
      driver = static
      args = uid=${user} ${group && `gid=${group}`} home=${home}/mail/%u
    }
    service imap-login {
      chroot =
      inet_listener imap {
        port = ${port}
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
      ${mailboxes}
    }
  `;
}

const greeting = (port: number): Promise<true | undefined> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('data', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(undefined));
  });

/** Starts a Dovecot in a folder of its own, and returns when it greets clients. */
export async function startDovecot(options: Options): Promise<Dovecot> {
  if (!existsSync(DOVECOT)) throw new Error('Dovecot is missing: apt-get install dovecot-imapd');
  const home = mkdtempSync(path.join(tmpdir(), 'dovecot-'));
  const port = await freePort();
  mkdirSync(path.join(home, 'mail'));
  chmodSync(home, 0o755);
  chmodSync(path.join(home, 'mail'), 0o777);
  const files = { ...options.files, 'dovecot.conf': settings(home, port, options) };
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(home, name), text);
  const server = spawn(DOVECOT, ['-F', '-c', path.join(home, 'dovecot.conf')], { stdio: 'ignore' });
  await eventually(() => greeting(port), 20_000);
  return {
    port,
    async stop() {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill();
      await ended;
      rmSync(home, { recursive: true, force: true });
    },
  };
}
