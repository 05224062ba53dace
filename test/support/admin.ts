import { spawn } from 'node:child_process';
import path from 'node:path';
import { Writable } from 'node:stream';
import { administer } from '../../scripts/admin/administer.js';
import { TEST_SECRET } from './api.js';

const ROOT = path.resolve(import.meta.dirname, '../..');

export interface AdminAnswer {
  code: number | null;
  /** Everything it printed. */
  output: string;
  errors: string;
}

class Kept extends Writable {
  text = '';
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk;
    done();
  }
}

/** Runs `npm run admin -- ...` as a person does, without npm's own lines, on the test database. */
export function spawnAdmin(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<AdminAnswer> {
  const child = spawn(process.execPath, [path.join(ROOT, 'scripts', 'admin', 'admin.mjs'), ...args], {
    cwd: ROOT,
    env: { ...process.env, LAS_SECRET: TEST_SECRET, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors] = [new Kept(), new Kept()];
  child.stdout.pipe(output);
  child.stderr.pipe(errors);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output: output.text, errors: errors.text }));
  });
}

/** The same in this process, which spares the start of another. */
export async function admin(args: readonly string[], url = process.env.DATABASE_URL): Promise<AdminAnswer> {
  const [output, errors] = [new Kept(), new Kept()];
  const code = await administer(args, url, { output, errors });
  return { code, output: output.text, errors: errors.text };
}

/** The same with `--json`: what it printed has to be one JSON value and nothing else. */
export async function adminJson<T>(...args: string[]): Promise<T> {
  const { code, output, errors } = await admin([...args, '--json']);
  if (code !== 0) throw new Error(`admin ${args.join(' ')} ended with ${code}: ${errors}`);
  return JSON.parse(output) as T;
}
