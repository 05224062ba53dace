import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { Express } from 'express';
import { answerClientErrors } from '../../api/client-errors.js';
import { useApi } from '../support/api.js';

const api = useApi();
const broken = useApi(
  {},
  {
    keys: {
      find: () => Promise.reject(new Error('The key ring is broken.')),
      count: async () => undefined,
    },
  },
);
const HOME = path.resolve(import.meta.dirname, '../../.data/conformance');
const VERSION = '4.32.5';
const SECONDS = Number(process.env.SCHEMATHESIS_SECONDS ?? 150);
const SEED = process.env.SCHEMATHESIS_SEED ?? '1';

/**
 * What the checks leave out: a request that fits its schema may still be refused for what no schema can say (a cursor
 * of another list, an unknown time zone, an erased lead, a used idempotency key), so `positive_data_acceptance` is no
 * fault here; a body over the size limit answers 413, which `negative_data_rejection` doesn't count as a refusal; and a
 * function that can't be deployed answers 500 by contract, so our own check stands in for `not_a_server_error`.
 */
const LEFT_OUT = 'positive_data_acceptance,negative_data_rejection,not_a_server_error';
const OWN_CHECKS = path.join(import.meta.dirname, 'server_errors.py');

function install(): string {
  const program = path.join(HOME, 'bin/schemathesis');
  if (!existsSync(program)) {
    for (const [command, ...args] of [
      ['python3', '-m', 'venv', HOME],
      [path.join(HOME, 'bin/pip'), 'install', '-q', `schemathesis==${VERSION}`],
    ] as [string, ...string[]][]) {
      const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
      if (status !== 0) throw new Error(`${command} failed: ${stderr}`);
    }
  }
  return program;
}

/** The failures with the requests that show them; the progress before them says nothing. */
function failuresIn(output: string): string {
  const start = output.search(/^=+ (FAILURES|ERRORS) =+$/m);
  return (start === -1 ? output.slice(-8_000) : output.slice(start)).slice(0, 8_000);
}

/** Runs Schemathesis against an app, and answers what it found and how many requests it made. */
async function examine(app: Express, apiKey: string, ...more: string[]) {
  const program = install();
  const server = app.listen(0, '127.0.0.1');
  answerClientErrors(server);
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const args = ['run', `http://127.0.0.1:${port}/openapi.json`, '--header', `X-API-Key: ${apiKey}`];
  args.push('--checks', 'all', '--exclude-checks', LEFT_OUT, '--seed', SEED, '--continue-on-failure', '--no-color');
  const env = { ...process.env, SCHEMATHESIS_HOOKS: OWN_CHECKS };
  const run = spawn(program, [...args, ...more], { cwd: HOME, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [run.stdout, run.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const code = await new Promise((resolve) => run.once('close', resolve));
  server.closeAllConnections();
  server.close();
  const generated = Number(/([\d,]+) generated/.exec(output)?.[1]?.replaceAll(',', '') ?? 0);
  return { faults: code === 0 ? '' : failuresIn(output), generated };
}

describe('the API against its own description', () => {
  it('never answers a 5xx it doesn’t promise and never contradicts /openapi.json', async () => {
    const { apiKey } = await api.account();
    const found = await examine(api.app, apiKey, '--max-examples', '25', '--max-time', String(SECONDS));
    expect(found.faults).toBe('');
    expect(found.generated).toBeGreaterThanOrEqual(1_000);
  }, 600_000);

  it('is found out where it answers an error of its own', async () => {
    const { apiKey } = await broken.account();
    const one = ['--include-operation-id', 'whoAmI', '--phases', 'examples,coverage', '--max-examples', '1'];
    expect((await examine(broken.app, apiKey, ...one)).faults).toContain('no_unpromised_server_error');
  }, 120_000);
});
