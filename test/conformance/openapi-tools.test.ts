import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { useApi } from '../support/api.js';
import { npmPrograms, pythonPrograms, runProgram, serve, workFolder } from '../support/conformance-tools.js';

const api = useApi();
let service: { url: string; close(): void };

beforeAll(async () => {
  service = await serve(api.app);
});
afterAll(() => service.close());

const USE = `
import json, os
from api_client import AuthenticatedClient
from api_client.api.leads import create_lead, get_lead
from api_client.models import CreateLead

client = AuthenticatedClient(base_url=os.environ["URL_OF_API"], token=os.environ["KEY"])
lead = CreateLead.from_dict({"first_name": "Ana", "email": "ana@example.com", "metadata": {"budget": 9000}})
made = create_lead.sync(client=client, body=lead)
read = get_lead.sync(id=str(made.lead.id), client=client)
unknown = get_lead.sync(id="unknown", client=client)
print(json.dumps({
    "name": read.lead.first_name,
    "budget": read.lead.metadata["budget"],
    "consent": read.lead.consent.email.value,
    "code": unknown.code,
}))
`;

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
    const { totals, problems } = JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1));
    expect([code, totals.errors, totals.warnings, problems]).toEqual([0, 0, 0, []]);
  }, 300_000);

  it('makes a Python client that creates a lead and reads it back', async () => {
    const folder = workFolder('python');
    const programs = pythonPrograms('python-tools', ['openapi-python-client==0.29.1']);
    rmSync(path.join(folder, 'api_client'), { recursive: true, force: true });
    const made = await runProgram(
      path.join(programs, 'openapi-python-client'),
      ['generate', '--url', `${service.url}/openapi.json`, '--meta', 'none', '--output-path', 'api_client'],
      folder,
    );
    expect(made.code === 0 ? '' : made.output).toBe('');
    // The generator knows no CSV bodies, so the import of files isn't in its client; everything else is.
    const missing = made.output.match(/^(Unable to process|WARNING parsing).*$/gm) ?? [];
    expect(missing.filter((line) => !line.includes('POST /api/public/leads/import'))).toEqual([]);
    writeFileSync(path.join(folder, 'use.py'), USE);
    const { apiKey } = await api.account();
    const used = await runProgram(path.join(programs, 'python'), ['use.py'], folder, {
      KEY: apiKey,
      URL_OF_API: service.url,
    });
    expect(used.code === 0 ? '' : used.output).toBe('');
    expect(JSON.parse(used.output.trim().split('\n').at(-1) ?? '')).toEqual({
      name: 'Ana',
      budget: 9000,
      consent: 'unknown',
      code: 'LEAD_NOT_FOUND',
    });
  }, 300_000);
});
