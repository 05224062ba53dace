import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { useApi } from '../support/api.js';
import { clientGenerators, type GeneratedClient, prepareClient } from '../support/client-generators.js';
import { serve } from '../support/conformance-tools.js';
import { eventually } from '../support/eventually.js';
import { createMeetingFixture } from '../support/meetings.js';

const api = useApi();
/** Generators by what runs at the same time as the others. */
const LANES = [
  ['openapi-typescript', 'hey-api', 'orval'],
  ['openapi-generator', 'openapi-python-client'],
  ['oapi-codegen'],
];
const FOUND = {
  budget: 9000,
  made: 2,
  names: ['Ana', 'Ben', 'Cleo'],
  unknown: 'LEAD_NOT_FOUND',
  field: '/email',
  meeting: 'scheduled',
  alternatives: 3,
};
/** Additional results of single programs. */
const FOUND_TOO: Record<string, object> = {
  orval: { rows: 1 },
  'openapi-python-client': { cycle: 'queued', run: ['success', 9000, ['add_tag']] },
};

let service: { url: string; close(): void };
const found: Record<string, Promise<unknown>> = {};

/** Uses a client in an account of its own, with a slot that can be booked. */
async function use(client: GeneratedClient): Promise<unknown> {
  const account = await api.account();
  const { lead_id: _, ...booking } = (await createMeetingFixture(api, account)).request();
  return client.use({ KEY: account.apiKey, URL_OF_API: service.url, BOOKING: JSON.stringify(booking) });
}

beforeAll(async () => {
  service = await serve(api.app);
  const document = await (await fetch(`${service.url}/openapi.json`)).text();
  const clients = Object.entries(clientGenerators(service.url)).map(
    ([name, generator]) => [name, prepareClient(generator, document)] as const,
  );
  // Installing blocks this process: connections end, and requests are refused until its event loop is in time again.
  const isReady = () =>
    fetch(`${service.url}/openapi.json`).then(
      ({ ok }) => ok,
      () => false,
    );
  await eventually(async () => (await isReady()) || undefined);
  const byName = new Map(clients);
  for (const lane of LANES) {
    let before: Promise<unknown> = Promise.resolve();
    for (const name of lane) {
      const client = byName.get(name) as GeneratedClient;
      before = before.then(
        () => use(client),
        () => use(client),
      );
      found[name] = before;
    }
  }
}, 600_000);
afterAll(() => service.close());

describe('a client generated from /openapi.json', () => {
  it.each(LANES.flat())(
    'by %s compiles, creates and lists leads, books a meeting and reads errors',
    async (name) => {
      expect(await found[name]).toEqual({ ...FOUND, ...FOUND_TOO[name] });
    },
    300_000,
  );
});
