import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { useApi } from '../support/api.js';
import { npmPrograms, ROOT, runProgram, serve, workFolder } from '../support/conformance-tools.js';

const api = useApi();
let service: { url: string; close(): void };
beforeAll(async () => {
  service = await serve(api.app);
});
afterAll(() => service.close());

interface Run {
  run: { executions: { item: { name: string }; response?: { code: number } }[] };
}

describe('docs/postman-collection.json', () => {
  it('is run by Newman: a lead is created, and the lists are answered', async () => {
    const folder = workFolder('collection');
    const report = path.join(folder, 'report.json');
    rmSync(report, { force: true });
    const { apiKey } = await api.account();
    const collection = path.join(ROOT, 'docs/postman-collection.json');
    const names: string[] = JSON.parse(readFileSync(collection, 'utf8')).item.flatMap(
      ({
        item,
      }: {
        item: {
          name: string;
          request: { method: string; url: { variable?: unknown; query?: { disabled: boolean }[] } };
        }[];
      }) =>
        item
          .filter(
            ({ request: { method, url } }) =>
              method === 'GET' && !url.variable && !url.query?.some(({ disabled }) => !disabled),
          )
          .map(({ name }) => name),
    );
    const wanted = ['Create a lead, or up to 1,000 at once', ...names];
    const { output } = await runProgram(
      path.join(npmPrograms('newman', ['newman@6.2.2']), 'newman'),
      [
        ...['run', collection, '--env-var', `baseUrl=${service.url}`, '--env-var', `apiKey=${apiKey}`],
        ...['--reporters', 'json', '--reporter-json-export', report],
        ...wanted.flatMap((name) => ['--folder', name]),
      ],
      folder,
    );
    if (!existsSync(report)) throw new Error(output);
    const { executions } = (JSON.parse(readFileSync(report, 'utf8')) as Run).run;
    const codes = new Map(executions.map(({ item, response }) => [item.name, response?.code]));
    expect(wanted.length).toBeGreaterThan(20);
    expect(wanted.map((name) => [name, codes.get(name)])).toEqual(
      wanted.map((name, at) => [name, at === 0 ? 201 : 200]),
    );
  }, 300_000);
});
