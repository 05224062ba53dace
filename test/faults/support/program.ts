import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { until } from './random.js';

const ROOT = path.resolve(import.meta.dirname, '../../..');
/** The compiled service; another folder than `dist` may be tried. */
export const DIST = path.resolve(ROOT, process.env.FAULTS_DIST || 'dist');
const RESTART_MS = 300;

export interface ProgramOptions {
  name: string;
  /** Below the compiled sources, such as `api/main.js`. */
  script: string;
  port: number;
  logFile: string;
  env: NodeJS.ProcessEnv;
}

/** The start of a process: another build than the default, or through another command. */
export interface Start {
  dist?: string;
  through?: string[];
}

/** One process of the service, started again when it ends, as the supervisor of a deployment does. */
export class Program {
  readonly name: string;
  readonly url: string;
  readonly #options: ProgramOptions;
  #child: ChildProcess | undefined;
  #wanted = false;
  #start: Start = {};

  constructor(options: ProgramOptions) {
    this.#options = options;
    this.name = options.name;
    this.url = `http://127.0.0.1:${options.port}`;
  }

  get pid(): number | undefined {
    return this.#child?.exitCode === null && this.#child.signalCode === null ? this.#child.pid : undefined;
  }

  /** Returns its output so far. */
  get log(): string {
    return readFileSync(this.#options.logFile, 'utf8');
  }

  /** Starts it; `how` stays for its restarts. */
  start(how: Start = {}): void {
    this.#start = how;
    this.#wanted = true;
    this.#spawn();
  }

  /** Resolves once it is ready. */
  async ready(timeoutMs = 60_000): Promise<void> {
    await until(
      `${this.name} is ready; its log ends: ${this.log.slice(-2000)}`,
      async () => {
        const answer = await fetch(`${this.url}/readyz`, { signal: AbortSignal.timeout(2_500) });
        await answer.arrayBuffer();
        return answer.ok ? true : undefined;
      },
      timeoutMs,
    );
  }

  /** Sends a signal; a process that ends by it is started again. */
  signal(name: NodeJS.Signals): void {
    if (this.pid !== undefined) this.#child?.kill(name);
  }

  /** Kills it at once and resolves when it is gone; it is started again. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (!child || this.pid === undefined) return;
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.kill('SIGKILL');
    await ended;
  }

  /** Ends it for good, or until `start`; answers how long that took and how it ended. */
  async stop(name: NodeJS.Signals = 'SIGTERM'): Promise<{ ms: number; code: number | null }> {
    this.#wanted = false;
    const child = this.#child;
    if (!child || this.pid === undefined) return { ms: 0, code: child?.exitCode ?? null };
    const begun = performance.now();
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.kill('SIGCONT');
    child.kill(name);
    const impatience = setTimeout(() => child.kill('SIGKILL'), 25_000);
    await ended;
    clearTimeout(impatience);
    return { ms: performance.now() - begun, code: child.exitCode };
  }

  #spawn(): void {
    const log = openSync(this.#options.logFile, 'a');
    const { dist = DIST, through = [] } = this.#start;
    const command = [...through, process.execPath, '--enable-source-maps', path.join(dist, this.#options.script)];
    const child = spawn(command[0] as string, command.slice(1), {
      cwd: ROOT,
      env: this.#options.env,
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    this.#child = child;
    child.once('exit', () => {
      if (this.#wanted) setTimeout(() => this.#wanted && this.#child === child && this.#spawn(), RESTART_MS);
    });
  }
}

/** Runs one of the compiled scripts to its end. */
export async function runScript(script: string, env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(process.execPath, [path.join(DIST, script)], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  const code = await new Promise((resolve) => child.once('exit', resolve));
  if (code !== 0) throw new Error(`${script} failed: ${said}`);
}
