import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { freePort } from '../../scripts/lib/ports.mjs';
import { TEST_SECRET } from '../support/api.js';
import { ROOT, runProgram, workFolder } from '../support/conformance-tools.js';
import { eventually } from '../support/eventually.js';

/** The Dockerfile as stages of instructions, with continued lines joined. */
function readStages(text: string): { instruction: string; rest: string }[][] {
  const lines = text
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const stages: { instruction: string; rest: string }[][] = [];
  for (const line of lines) {
    const [instruction = '', ...rest] = line.split(' ');
    if (instruction === 'FROM') stages.push([]);
    else stages.at(-1)?.push({ instruction, rest: rest.join(' ') });
  }
  return stages;
}

describe('the Dockerfile', () => {
  it('builds, by its own steps in a clean folder, an API that answers with nothing but what it copied', async () => {
    const [build = [], image = []] = readStages(readFileSync(path.join(ROOT, 'Dockerfile'), 'utf8'));
    const [app, run] = [workFolder('image/build'), workFolder('image/run')];
    for (const folder of [app, run]) {
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder);
    }
    const tracked = await runProgram('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], ROOT);
    for (const { instruction, rest } of build) {
      if (instruction === 'COPY') {
        const names = rest === '. .' ? tracked.output.split('\0').filter(Boolean) : rest.split(' ').slice(0, -1);
        for (const name of names) cpSync(path.join(ROOT, name), path.join(app, name));
      }
      if (instruction !== 'RUN') continue;
      const { code, output } = await runProgram('sh', ['-ec', rest], app);
      expect([rest, code, code === 0 ? '' : output.slice(-2_000)]).toEqual([rest, 0, '']);
    }
    for (const { instruction, rest } of image) {
      const [from, source = '', target = ''] = rest.split(' ');
      if (instruction !== 'COPY' || from !== '--from=build') continue;
      const into = target.endsWith('./') ? path.join(target, path.basename(source)) : target;
      cpSync(source.replace('/app', app), path.join(run, into), { recursive: true });
    }
    const start: string[] = JSON.parse(image.find(({ instruction }) => instruction === 'CMD')?.rest ?? '[]');
    const port = await freePort();
    const env = {
      ...process.env,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      // Rejections by a busy process aren't part of this proof, and this machine may be busy.
      OVERLOAD_LAG_MS: '20000',
      LAS_SECRET: TEST_SECRET,
    };
    const api = spawn(start[0] === 'node' ? process.execPath : String(start[0]), start.slice(1), { cwd: run, env });
    let said = '';
    for (const stream of [api.stdout, api.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text));
    const ended = new Promise<void>((resolve) => api.once('exit', () => resolve()));
    try {
      const get = (where: string) => fetch(`http://127.0.0.1:${port}${where}`).then(({ status }) => status);
      await eventually(async () => {
        if (api.exitCode !== null) throw new Error(said);
        return (await get('/readyz').catch(() => undefined)) === 200 ? true : undefined;
      });
      for (const where of ['/docs', '/docs/quick-start', '/docs/assets/standalone.esm.js', '/openapi.json'])
        expect([where, await get(where)]).toEqual([where, 200]);
    } finally {
      api.kill('SIGTERM');
      await ended;
    }
    const worker = await runProgram(process.execPath, ['-e', "await import('./dist/worker/create-worker.js')"], run);
    expect([worker.code, worker.output]).toEqual([0, '']);
    rmSync(app, { recursive: true, force: true });
    rmSync(run, { recursive: true, force: true });
  }, 900_000);
});
