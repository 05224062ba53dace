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
    // Runs of a function are next to the functions. No function can have the ID "runs", so its paths are unambiguous.
    const unexplained = (problems as { ruleId: string; message: string }[]).filter(
      ({ ruleId, message }) => ruleId !== 'no-ambiguous-paths' || !message.includes('/cloud-functions/runs/{run_id}`'),
    );
    expect([code, unexplained]).toEqual([0, []]);
  }, 300_000);
});
