import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { request } from 'undici';
import { freePort } from '../../scripts/lib/ports.mjs';
import { eventually } from './eventually.js';
import { inTurn, must } from './installs.js';

const HOME = path.resolve(import.meta.dirname, '../../.data/radicale');
const PACKAGES = ['radicale==3.9.0', 'icalendar==7.3.2', 'recurring-ical-events==3.8.2'];

/** Returns the Python that has a CalDAV server and readers of iCalendar, installed on first use. */
export function pythonWithCalendars(): string {
  const python = path.join(HOME, 'bin/python');
  inTurn(() => {
    const installed = path.join(HOME, 'installed');
    const packages = PACKAGES.join('\n');
    if (existsSync(installed) && readFileSync(installed, 'utf8') === packages) return;
    mkdirSync(path.dirname(HOME), { recursive: true });
    must('python3', ['-m', 'venv', HOME]);
    must(path.join(HOME, 'bin/pip'), ['install', '-q', ...PACKAGES]);
    writeFileSync(installed, packages);
  });
  return python;
}

/** A running CalDAV server with one user and one calendar. */
export interface Radicale {
  url: string;
  calendarUrl: string;
  user: string;
  password: string;
  /** A request of the calendar's owner, past the product. */
  ask(method: string, path: string, body?: string): Promise<{ status: number; text: string }>;
  /** Ends the server; `start` brings it back with what it held. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** Starts Radicale, a CalDAV server of others, on a port and a folder of its own. */
export async function startRadicale(): Promise<Radicale> {
  const python = pythonWithCalendars();
  const folder = mkdtempSync(path.join(tmpdir(), 'radicale-'));
  const port = await freePort();
  const [user, password] = ['hugo', 'a password: with colon and ñ'];
  writeFileSync(path.join(folder, 'users'), `${user}:${password}\n`);
  const settings = path.join(folder, 'config');
  writeFileSync(
    settings,
    [
      `[server]\nhosts = 127.0.0.1:${port}`,
      `[auth]\ntype = htpasswd\nhtpasswd_filename = ${folder}/users\nhtpasswd_encryption = plain\ndelay = 0`,
      `[storage]\nfilesystem_folder = ${folder}/data`,
      '[logging]\nlevel = error\n',
    ].join('\n'),
  );
  let child: ChildProcess | undefined;
  const url = `http://127.0.0.1:${port}`;
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  const ask: Radicale['ask'] = async (method, target, body) => {
    const answer = await request(new URL(target, url), {
      method: method as 'GET',
      headers: { authorization, 'content-type': body?.startsWith('BEGIN') ? 'text/calendar' : 'application/xml' },
      body: body ?? null,
    });
    return { status: answer.statusCode, text: await answer.body.text() };
  };
  const start = async () => {
    child = spawn(python, ['-m', 'radicale', '--config', settings], { stdio: 'ignore' });
    await eventually(() => ask('GET', '/.web/').catch(() => undefined));
  };
  await start();
  const made = await ask('MKCALENDAR', `/${user}/diary/`);
  if (made.status !== 201) throw new Error(`MKCALENDAR answered ${made.status}`);
  return {
    url,
    calendarUrl: `${url}/${user}/diary/`,
    user,
    password,
    ask,
    start,
    async stop() {
      const running = child;
      child = undefined;
      if (!running || running.exitCode !== null) return;
      await new Promise((resolve) => {
        running.once('exit', resolve);
        running.kill();
      });
    },
  };
}
