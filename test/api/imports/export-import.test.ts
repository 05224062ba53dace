import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { useApi } from '../../support/api.js';
import { imported, leadsOf, sendCsv } from '../../support/imports.js';

const api = useApi();

/** Texts that spreadsheets, CSV and tags find hard; a letter in front keeps names from being empty. */
const text = fc
  .string({
    unit: fc.constantFrom(
      ...['a', 'Ñ', '漢', '"', ',', ';', '\t', "'", '=', '+', '-', '@', '|', '<', '0', ' ', '😀', ':'],
    ),
    minLength: 1,
    maxLength: 12,
  })
  .map((parts) => `${parts}x`);
const lead = fc.record(
  {
    first_name: text,
    last_name: fc.oneof(text, fc.constantFrom('NULL', 'N/A', "'=1+1", '-', 'null', 'García, PhD')),
    email: fc.integer({ min: 1, max: 9_999 }).map((n) => `L.${n}@example.com`),
    phone: fc.integer({ min: 100_000, max: 999_999 }).map((n) => `+34600${n}`),
    company: text,
    title: text,
    source: text,
    timezone: fc.constantFrom('Europe/Madrid', 'America/New_York'),
    country: fc.constantFrom('ES', 'DE', 'MX'),
    external_id: fc.oneof(text, fc.constantFrom('crm-77', '0012', 'a\nb')),
    tags: fc.uniqueArray(fc.constantFrom('VIP', 'Fair 2026, Berlin', 'a;b|c', 'the "best"', "it's"), { maxLength: 3 }),
    consent: fc.record(
      { email: fc.constantFrom('opted_in', 'opted_out', 'unknown'), sms: fc.constantFrom('opted_in', 'opted_out') },
      { requiredKeys: [] },
    ),
    metadata: fc.dictionary(
      fc.constantFrom('plan', 'seats', 'Nested key', 'metadata', 'created_at', 'a.b'),
      fc.oneof(
        fc.integer(),
        fc.boolean(),
        text,
        fc.array(text, { maxLength: 2 }),
        fc.dictionary(text, fc.constantFrom(null, 1.5)),
      ),
    ),
  },
  { requiredKeys: ['first_name'] },
);

describe('a file of leads that was exported', () => {
  it('comes back without changing a lead, its version or its history', async () => {
    const account = await api.account();
    const leads = fc.sample(lead, 80);
    const made = await account.request('post', '/leads').send({ leads });
    expect([made.status, made.body.message]).toEqual([201, undefined]);
    const before = await leadsOf(account);
    expect(before).toHaveLength(80);
    const events = () =>
      api.db('events').where({ account_id: account.accountId }).whereNot({ type: 'import.completed' });
    const known = await events();

    const file = await account.request('get', '/leads').set('Accept', 'text/csv');
    const preview = (await sendCsv(account, file.text, { dry_run: 'true' })).body.preview;
    expect(preview).toMatchObject({ rows: 80, updated: 80, failed: 0, warnings: 0 });
    const done = await imported(api, account, file.text);
    expect(done).toMatchObject({ rows: 80, updated: 80, created: 0, failed: 0, warnings: 0 });
    expect(await leadsOf(account)).toEqual(before);
    expect(await events()).toHaveLength(known.length);
  });

  it('changes what was changed in it, of the lead that its id names', async () => {
    const account = await api.account();
    for (const first_name of ['Ana', 'Twin']) {
      await account.request('post', '/leads').send({ first_name, email: 'same@example.com', external_id: first_name });
    }
    const { text: file } = await account.request('get', '/leads').set('Accept', 'text/csv');
    const done = await imported(api, account, file.replace('Twin', 'Tess'));
    expect(done).toMatchObject({ updated: 2, created: 0, warnings: 0 });
    expect((await leadsOf(account)).map((one: Record<string, unknown>) => [one.first_name, one.external_id])).toEqual([
      ['Ana', 'Ana'],
      ['Tess', 'Twin'],
    ]);
  });

  it('makes new leads in another account, without our ids and read-only columns', async () => {
    const account = await api.account();
    const sent = {
      first_name: 'Ana',
      external_id: 'crm-77',
      tags: ['Fair 2026, VIP'],
      metadata: { seats: 12, plan: 'gold' },
    };
    await account.request('post', '/leads').send(sent);
    const { text: file } = await account.request('get', '/leads').set('Accept', 'text/csv');
    const other = await api.account();
    await imported(api, other, file);
    const [lead] = await leadsOf(other);
    expect(lead).toMatchObject({ first_name: 'Ana', external_id: 'crm-77', metadata: { seats: 12, plan: 'gold' } });
    expect(lead.metadata).toEqual(sent.metadata);
    expect(lead.tags.map(({ name }: { name: string }) => name)).toEqual(sent.tags);
  });

  it('of the problems of an import comes back without the columns that say what is wrong', async () => {
    const account = await api.account();
    const done = await imported(api, account, 'First Name,Email\nAna,nope\n');
    const { text: file } = await account.request('get', `/imports/${done.id}/errors`).set('Accept', 'text/csv');
    await imported(api, account, file.replace('nope', 'ana@example.com'));
    expect(await leadsOf(account)).toMatchObject([{ first_name: 'Ana', email: 'ana@example.com', metadata: {} }]);
  });
});
