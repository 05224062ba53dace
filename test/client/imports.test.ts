import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type FileContent, LeadAutomationClient, LeadAutomationError } from '../../client/src/index.js';
import { type TestAccount, useApi } from '../support/api.js';
import { answer, cutOff, useFaultyServer } from '../support/faulty-server.js';
import { importsOf, leadsOf, workAll } from '../support/imports.js';

const api = useApi();
const faulty = useFaultyServer();
let server: Server;
beforeAll(() => {
  server = api.app.listen(0, '127.0.0.1');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const clientOf = ({ apiKey }: TestAccount) =>
  new LeadAutomationClient({ apiKey, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });

const CSV = 'Nombre,Email,Phone\nBegoña,begona@example.com,\nBo,bo@example.com,600111222\n,nameless@example.com,\n';
const BYTES = new TextEncoder().encode(CSV);
const inPieces = (bytes: Uint8Array) => [bytes.slice(0, 30), bytes.slice(30, 31), bytes.slice(31)];

/** The same file in every form that a program may have it. */
const CONTENTS: Record<string, () => FileContent> = {
  'a text': () => CSV,
  'a Uint8Array': () => BYTES,
  'a Buffer': () => Buffer.from(CSV),
  'an ArrayBuffer': () => BYTES.slice().buffer,
  'a Blob': () => new Blob([CSV]),
  'a Node stream': () => Readable.from(inPieces(BYTES)),
  'a web stream': () => new Blob([CSV]).stream() as unknown as AsyncIterable<Uint8Array>,
  'a stream of text': () => Readable.from([CSV.slice(0, 9), CSV.slice(9)]),
};

describe('importing a file with the client', () => {
  it.each(Object.entries(CONTENTS))('previews and imports %s', async (_name, content) => {
    const account = await api.account();
    const client = clientOf(account);
    const { preview } = await client.previewImport({ file: content(), on_duplicate: 'reuse' });
    expect(preview).toMatchObject({ rows: 3, created: 2, failed: 1 });
    const begun = await client.importLeads({ file: content(), file_name: 'fair.csv' });
    expect(begun.import).toMatchObject({ rows: 3, file_name: 'fair.csv', skip_first_message: true });
    await workAll(api, begun.import.id);
    expect((await leadsOf(account)).map((lead: { first_name: string }) => lead.first_name)).toEqual(['Begoña', 'Bo']);
  });

  it('sends every option, those that decide how the file is read before it', async () => {
    const account = await api.account();
    const client = clientOf(account);
    const { import: begun } = await client.importLeads({
      file: Buffer.from('Exported on 1.2.\nWho,Mail,When\nBego\xf1a,begona@example.com,03/04/2026\n', 'latin1'),
      encoding: 'windows-1252',
      header_line: 2,
      date_order: 'month_first',
      mapping: { Who: 'first_name', Mail: 'email', When: { to: 'metadata.when', type: 'date' } },
      defaults: { source: 'Fair', tags: ['fair'], metadata: { year: 2026 }, country: 'ES' },
      on_duplicate: 'reject',
    });
    await workAll(api, begun.id);
    const { import: ended } = await client.getImport({ import_id: begun.id });
    expect(ended).toMatchObject({ status: 'completed', created: 1, on_duplicate: 'reject', skip_first_message: true });
    expect(await leadsOf(account)).toMatchObject([
      { first_name: 'Begoña', source: 'Fair', country: 'ES', metadata: { when: '2026-03-04', year: 2026 } },
    ]);
  });

  it('lists the rows that failed, through all pages', async () => {
    const account = await api.account();
    const client = clientOf(account);
    const rows = Array.from({ length: 5 }, (_, at) => `,nameless-${at}@example.com`);
    const { import: begun } = await client.importLeads({ file: ['First name,Email', ...rows].join('\n') });
    await workAll(api, begun.id);
    const found: unknown[] = [];
    for await (const { row, problems } of client.listImportErrors({ import_id: begun.id, severity: 'error', limit: 2 }))
      found.push([row, problems[0]?.code]);
    expect(found).toEqual([1, 2, 3, 4, 5].map((row) => [row, 'FIRST_NAME_MISSING']));
  });

  it('makes one import of one call that was sent twice', async () => {
    const account = await api.account();
    const client = clientOf(account);
    const input = () => ({ file: Readable.from(inPieces(BYTES)), defaults: { source: 'Fair' } });
    const first = await client.importLeads(input(), { idempotencyKey: 'fair-list' });
    const second = await client.importLeads(input(), { idempotencyKey: 'fair-list' });
    expect(second.import.id).toBe(first.import.id);
    expect(await importsOf(account)).toHaveLength(1);
  });

  it('sends the same bytes of a stream and the same idempotency key again after a failure', async () => {
    const client = new LeadAutomationClient({ apiKey: 'svc_live_test', baseUrl: faulty.url });
    faulty.plan = [cutOff, answer(202, { success: true, import: { id: '1' } })];
    await expect(client.importLeads({ file: Readable.from(inPieces(BYTES)) })).resolves.toMatchObject({
      success: true,
    });
    const [first, second] = faulty.seen;
    expect(second).toMatchObject({ method: 'POST', url: '/api/public/leads/import', body: first?.body });
    expect(first?.body).toContain(CSV);
    expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
  });

  it.each([
    ['no file', undefined],
    ['a number', 7],
    ['an object', { path: 'leads.csv' }],
    ['more than 50 MiB', endless()],
  ])('refuses %s before anything is sent', async (_name, file) => {
    const client = new LeadAutomationClient({ apiKey: 'svc_live_test', baseUrl: faulty.url });
    await expect(client.importLeads({ file: file as FileContent })).rejects.toThrow(LeadAutomationError);
    await expect(client.importLeads({ file: CSV, workflow_id: ' ' })).rejects.toThrow(/^workflow_id must be/);
    await expect(client.importLeads({ file: CSV, defaults: { campaign_id: '' } })).rejects.toThrow(/^campaign_id must/);
    await expect(client.getImport({ import_id: '' })).rejects.toThrow(/^import_id must be/);
    expect(faulty.seen).toEqual([]);
  });
});

async function* endless(): AsyncGenerator<Uint8Array> {
  const chunk = new Uint8Array(8 * 1024 * 1024);
  for (;;) yield chunk;
}
