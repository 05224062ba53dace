import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { until } from './load.js';

/** A child process of the measurement. */
export interface Program {
  pid: number;
  /** Ends it: by SIGTERM and, when that takes too long or `signal` says so, by SIGKILL. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  /** Its resident memory in bytes. */
  memory(): number;
}

const running = new Set<Program>();
const STOP_MS = 20_000;

/** Finds a free port of the loopback interface. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

/** Starts one of the compiled programs; its output goes to `<folder>/logs/<name>.log`. */
export function startProgram(
  script: string,
  {
    name,
    flags = [],
    env,
    folder,
    profile,
  }: { name: string; flags?: string[]; env: NodeJS.ProcessEnv; folder: string; profile: boolean },
): Program {
  const logs = path.join(folder, 'logs');
  mkdirSync(logs, { recursive: true });
  const log = openSync(path.join(logs, `${name}.log`), 'a', 0o600);
  const profiling = profile ? ['--cpu-prof', `--cpu-prof-dir=${path.join(folder, 'profiles', name)}`] : [];
  const child = spawn(process.execPath, [...profiling, '--enable-source-maps', ...flags, script], {
    env: { ...process.env, ...env },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const program = asProgram(child);
  running.add(program);
  return program;
}

function asProgram(child: ChildProcess): Program {
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const program: Program = {
    pid: child.pid ?? -1,
    async stop(signal = 'SIGTERM') {
      running.delete(program);
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill(signal);
      const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
      await exited;
      clearTimeout(late);
    },
    memory() {
      const line = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'));
      return Number(line?.[1] ?? Number.NaN) * 1024;
    },
  };
  return program;
}

/** Ends everything that still runs. */
export const stopPrograms = () => Promise.all([...running].map((program) => program.stop()));

/** Waits until a program answers 200 at this address. */
export const ready = (what: string, url: string, everyMs = 20) =>
  until(
    what,
    () =>
      fetch(url).then(
        ({ ok }) => ok,
        () => false,
      ),
    60_000,
    everyMs,
  );
