import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { freePort } from '../../scripts/lib/ports.mjs';
import { eventually } from './eventually.js';
import { aptInstall, inTurn } from './installs.js';

/** Dovecot as Debian has it. */
const DOVECOT = '/usr/sbin/dovecot';
const PROGRAMS = {
  imap: ['/usr/lib/dovecot/imap', 'dovecot-imapd'],
  submission: ['/usr/lib/dovecot/submission', 'dovecot-submissiond'],
} as const;

interface Options {
  /** How clients reach it: IMAP unless it is a mail server for sending, which passes mails on to the relay's port. */
  protocol?: 'imap' | 'submission';
  relayPort?: number;
  /** The settings by which users log in. The folder is that of the server. */
  passdb(home: string): string;
  /** The settings of the mailboxes that each user has. */
  mailboxes?: string;
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

function settings(home: string, port: number, options: Options): string {
  const { passdb, mailboxes = '', mechanism = 'plain', protocol = 'imap', relayPort } = options;
  const { user, group } = owner();
  return `
    base_dir = ${home}/run
    state_dir = ${home}/state
    log_path = ${home}/log
    default_internal_user = ${user}
    ${group && `default_internal_group = ${group}`}
    default_login_user = ${user}
    protocols = ${protocol}
    ${relayPort ? `submission_relay_host = 127.0.0.1\n    submission_relay_port = ${relayPort}` : ''}
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
    service ${protocol}-login {
      chroot =
      inet_listener ${protocol} {
        port = ${port}
      }
      ${protocol === 'imap' ? 'inet_listener imaps {\n        port = 0\n      }' : ''}
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
  const [program, name] = PROGRAMS[options.protocol ?? 'imap'];
  inTurn(() => existsSync(program) || aptInstall(name));
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
