import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { useApi } from '../support/api.js';
import { npmPrograms, ROOT, runProgram, serve, workFolder } from '../support/conformance-tools.js';

const api = useApi();
const TOOLS = ['publint@0.3.25', '@arethetypeswrong/cli@0.18.5'];
const NODES = ['18.20.8', '20.20.2', '22.23.3', '24.21.0'];
const MAX_PACKED = 40_000;
const MAX_UNPACKED = 200_000;
const MAX_HEAP = 2_000_000;

const USE = `
const run = async () => {
  const client = new LeadAutomationClient({ apiKey: process.env.KEY, baseUrl: process.env.URL_OF_API });
  const { lead } = await client.createLead({ first_name: 'Ana', email: 'ana@example.com' });
  const read = await client.getLead({ lead_id: lead.id });
  const seen = [];
  for await (const item of client.getLeadHistory({ lead_id: lead.id })) seen.push(item.type);
  const refused = await client.getLead({ lead_id: 'unknown' }).catch((error) => error);
  const { Readable } = await import('node:stream');
  const { preview } = await client.previewImport({ file: Readable.from([Buffer.from('First name,Email\\nBo,bo@example.com\\n')]), encoding: 'utf-8' });
  const isNotFound = refused instanceof NotFoundError;
  console.log(JSON.stringify({ node: process.versions.node, name: read.lead.first_name, seen, rows: preview.rows, isNotFound, code: refused.code }));
};
run();
`;
const PROGRAMS = {
  'use.mjs': `import { LeadAutomationClient, NotFoundError } from 'lead-automation-client';\n${USE}`,
  'use.cjs': `const { LeadAutomationClient, NotFoundError } = require('lead-automation-client');\n${USE}`,
};

let service: { url: string; close(): void };
let folder: string;
let tarball: string;

beforeAll(async () => {
  service = await serve(api.app);
  folder = workFolder('client');
  for (const name of readdirSync(folder)) rmSync(path.join(folder, name), { recursive: true });
  const source = path.join(ROOT, 'client');
  const built = await runProgram(process.execPath, ['scripts/build.mjs', path.join(folder, 'dist')], source);
  if (built.code !== 0) throw new Error(built.output);
  for (const name of ['package.json', 'README.md']) copyFileSync(path.join(source, name), path.join(folder, name));
  const packed = await runProgram('npm', ['pack', '--ignore-scripts', '--silent'], folder);
  tarball = path.join(folder, packed.output.trim().split('\n').at(-1) ?? '');
  const user = workFolder('client/user');
  writeFileSync(path.join(user, 'package.json'), '{"private":true}\n');
  const installed = await runProgram('npm', ['install', '--no-audit', '--no-fund', '--offline', tarball], user);
  if (installed.code !== 0) throw new Error(installed.output);
  for (const [name, text] of Object.entries(PROGRAMS)) writeFileSync(path.join(user, name), text);
}, 120_000);
afterAll(() => service.close());

describe('the client package', () => {
  it('has no fault that publint knows', async () => {
    const { code, output } = await runProgram(
      path.join(npmPrograms('package-tools', TOOLS), 'publint'),
      ['run', tarball, '--strict'],
      folder,
    );
    expect([code, code === 0 ? '' : output]).toEqual([0, '']);
  }, 300_000);

  it('has types that fit what is loaded, however it is resolved', async () => {
    const { code, output } = await runProgram(
      path.join(npmPrograms('package-tools', TOOLS), 'attw'),
      [tarball, '--no-emoji', '--format', 'ascii'],
      folder,
    );
    expect([code, code === 0 ? '' : output]).toEqual([0, '']);
  }, 300_000);

  it('is small, and depends on nothing', () => {
    const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    expect(manifest.version).toBe('0.1.44');
    expect([manifest.dependencies, manifest.peerDependencies]).toEqual([undefined, undefined]);
    const installed = path.join(folder, 'user/node_modules/lead-automation-client');
    const files = readdirSync(installed, { recursive: true, encoding: 'utf8' }).filter((name) =>
      statSync(path.join(installed, name)).isFile(),
    );
    const size = files.reduce((sum, name) => sum + statSync(path.join(installed, name)).size, 0);
    process.stdout.write(`lead-automation-client: ${statSync(tarball).size} bytes packed, ${size} unpacked\n`);
    expect(statSync(tarball).size).toBeLessThan(MAX_PACKED);
    expect(size).toBeLessThan(MAX_UNPACKED);
    expect(readdirSync(path.join(folder, 'user/node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
      'lead-automation-client',
    ]);
  });

  it('takes little memory when it is loaded', async () => {
    const { output } = await runProgram(
      process.execPath,
      [
        '--expose-gc',
        '--input-type=module',
        '-e',
        `gc(); const before = process.memoryUsage().heapUsed;
        await import('lead-automation-client');
        gc(); console.log(process.memoryUsage().heapUsed - before);`,
      ],
      path.join(folder, 'user'),
    );
    process.stdout.write(`lead-automation-client: ${output.trim()} bytes of heap when loaded\n`);
    expect(Number(output)).toBeLessThan(MAX_HEAP);
  });

  describe.each(NODES)('on Node %s', (version) => {
    it.each(Object.keys(PROGRAMS))(
      'works as %s',
      async (program) => {
        const node = path.join(npmPrograms(`node-${version}`, [`node@${version}`]), 'node');
        expect(existsSync(node)).toBe(true);
        const { apiKey } = await api.account();
        const { output } = await runProgram(node, [program], path.join(folder, 'user'), {
          KEY: apiKey,
          URL_OF_API: service.url,
        });
        expect(JSON.parse(output.trim().split('\n').at(-1) ?? '')).toEqual({
          node: version,
          name: 'Ana',
          seen: ['activity'],
          rows: 1,
          isNotFound: true,
          code: 'LEAD_NOT_FOUND',
        });
      },
      300_000,
    );
  });
});
