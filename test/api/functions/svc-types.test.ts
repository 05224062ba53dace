import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { createSandboxPool, type SandboxPool } from '../../../functions/sandbox.js';
import { SVC_METHODS } from '../../../functions/svc.js';
import { useApi } from '../../support/api.js';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const WORKED = path.join(ROOT, 'docs/functions');
const api = useApi();
let folder = '';
let pool: SandboxPool;

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'svc-types-'));
  pool = createSandboxPool({ size: 1 });
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await pool.close();
});

/** Compiles functions against the served types, each as a project of its own would; answers what the compiler says. */
async function compile(name: string, sources: Record<string, string>): Promise<string> {
  const place = path.join(folder, name);
  mkdirSync(place);
  const types = await supertest(api.app).get('/functions/svc.d.ts').expect(200);
  writeFileSync(path.join(place, 'svc.d.ts'), types.text);
  for (const [file, source] of Object.entries(sources)) writeFileSync(path.join(place, file), source);
  const options = {
    target: 'es2023',
    lib: ['es2023'],
    module: 'es2022',
    moduleDetection: 'force',
    strict: true,
    noEmit: true,
    useUnknownInCatchVariables: false,
    types: [],
  };
  writeFileSync(path.join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include: ['*.ts'] }));
  const compiler = path.join(ROOT, 'node_modules/typescript/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [compiler, '-p', place], { encoding: 'utf8' });
  return stdout;
}

describe('GET /functions/svc.d.ts', () => {
  it('is served without a key, as text', async () => {
    const answer = await supertest(api.app).get('/functions/svc.d.ts').expect(200);
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(answer.text).toContain('interface Svc {');
  });

  it('fits the worked functions', async () => {
    const files = readdirSync(WORKED).filter((name) => name.endsWith('.ts'));
    expect(files.length).toBeGreaterThanOrEqual(10);
    const sources = Object.fromEntries(files.map((name) => [name, readFileSync(path.join(WORKED, name), 'utf8')]));
    expect(await compile('worked', sources)).toBe('');
  });

  it('tells an editor of what svc does not have', async () => {
    const body = (line: string) => `export default async function (ctx: FunctionContext, svc: Svc) {\n  ${line}\n}\n`;
    const said = await compile('wrong', {
      'name.ts': body("await svc.leads.delete('x');"),
      'value.ts': body("await svc.messages.send(ctx.lead_id, { channel: 'fax' });"),
      'frozen.ts': body('svc.leads = svc.leads;'),
      'right.ts': body("await svc.tags.add(ctx.lead_id, 'hot');"),
    });
    for (const file of ['name.ts', 'value.ts', 'frozen.ts']) expect(said).toContain(`${file}(2,`);
    expect(said).not.toContain('right.ts');
  });

  it('names what the sandbox gives to functions, no more and no less', async () => {
    const code = `export default (ctx, svc) => Object.entries(svc).flatMap(([noun, verbs]) =>
      typeof verbs === 'function' ? [] : Object.keys(verbs).map((verb) => noun + '.' + verb))`;
    const { result } = await pool.run({ code, entry: 'default' }, {}, { call: async () => undefined });
    expect(result).toEqual(Object.keys(SVC_METHODS));
  });
});
