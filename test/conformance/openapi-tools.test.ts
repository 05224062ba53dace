import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { useApi } from '../support/api.js';
import { npmPrograms, runProgram, serve, workFolder } from '../support/conformance-tools.js';

const api = useApi();
let service: { url: string; close(): void };

beforeAll(async () => {
  service = await serve(api.app);
});
afterAll(() => service.close());

describe('/openapi.json in the hands of others', () => {
  it('has nothing that Redocly warns of', async () => {
    const folder = workFolder('openapi');
    const document = await fetch(`${service.url}/openapi.json`);
    writeFileSync(path.join(folder, 'openapi.json'), await document.text());
    const { code, output } = await runProgram(
      path.join(npmPrograms('redocly', ['@redocly/cli@2.77.0']), 'redocly'),
      ['lint', 'openapi.json', '--format', 'json', '--max-problems', '50'],
      folder,
    );
    const { problems } = JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1));
    // Runs are next to functions, and deliveries next to webhooks. IDs are UUIDs, so their paths are unambiguous.
    const known = ['/cloud-functions/runs/{run_id}`', '/webhooks/deliveries/{id}`'];
    const unexplained = (problems as { ruleId: string; message: string }[]).filter(
      ({ ruleId, message }) => ruleId !== 'no-ambiguous-paths' || !known.some((path) => message.includes(path)),
    );
    expect([code, unexplained]).toEqual([0, []]);
  }, 300_000);
});
