import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Api } from '../../demo/api.js';
import { judgeRenewals, playRenewals } from '../../demo/renewal.js';
import { eventually, useService } from '../support/service.js';

const service = useService();
const CSV = readFileSync(path.resolve(import.meta.dirname, '../../demo/leads.csv'), 'utf8');
let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer(service.app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

/** Lets a schedule fire in a second instead of at the next full minute. */
async function hasten(jobId: string): Promise<void> {
  const handle = service.client.schedule.getHandle(`background-job/${jobId}`);
  await eventually(() => handle.describe().catch(() => undefined));
  await handle.update(({ action, policies, state }) => ({
    spec: { intervals: [{ every: '2 seconds' }] },
    action: action as never,
    policies,
    state,
  }));
}

describe('the renewals of the demo’s leads', () => {
  it('are written to once each: in no preview and no dry run, but by request, by schedule and by events', async () => {
    const account = await service.account({ timezone: 'Europe/Madrid', country: 'ES' });
    const evidence = await playRenewals(new Api(url, account.apiKey), { csv: CSV, note: () => undefined, hasten });
    expect(judgeRenewals(evidence).filter(({ broken }) => broken.length > 0)).toEqual([]);
    expect(evidence.due.length).toBeGreaterThan(50);
    expect(evidence.moved).toHaveLength(10);
  }, 300_000);
});
