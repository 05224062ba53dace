import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { OutboxItem } from '../../../db/outbox.js';
import { newId } from '../../../runtime/ids.js';
import { failAbandonedUploads } from '../../../services/imports/upload.js';
import { type TestAccount, useApi } from '../../support/api.js';
import { eventually } from '../../support/eventually.js';
import { FILE, imported, importsOf, leadsOf, sendCsv, workAll } from '../../support/imports.js';

const api = useApi();

let server: Server;
beforeAll(() => {
  server = api.app.listen(0, '127.0.0.1');
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const PART = '--cut\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n';
const leftOvers = async (account: TestAccount) => ({
  imports: Number((await api.db('imports').where({ account_id: account.accountId }).count({ n: '*' }))[0]?.n),
  rows: Number((await api.db('import_rows').where({ account_id: account.accountId }).count({ n: '*' }))[0]?.n),
});

/** A connection on which an upload was announced, its body still to come. */
async function openUpload(account: TestAccount, type: string, length: number): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  const headers = [
    'POST /api/public/leads/import HTTP/1.1',
    'Host: las.test',
    `X-API-Key: ${account.apiKey}`,
    `Content-Type: ${type}`,
    `Content-Length: ${length}`,
  ];
  socket.write(`${headers.join('\r\n')}\r\n\r\n`);
  return socket;
}

describe('POST /leads/import', () => {
  describe('202', () => {
    it('stores a text/csv body and hands it over to a workflow in the same transaction', async () => {
      const account = await api.account();
      const answer = await sendCsv(account, FILE, { file_name: 'fair.csv' });
      expect(answer.status).toBe(202);
      expect(answer.body).toMatchObject({
        success: true,
        import: {
          status: 'queued',
          file_name: 'fair.csv',
          rows: 2,
          remaining: 2,
          progress: 0,
          on_duplicate: 'update',
          undo: null,
        },
      });
      const { id } = answer.body.import;
      const asked = api.dispatched.filter(({ workflowId }) => workflowId === `import/${id}`);
      expect(asked.map(({ kind, args }: OutboxItem) => [kind, args.workflow, args.kind, args.input])).toEqual([
        ['workflow', 'importWorkflow', 'import', { importId: id }],
      ]);
      expect(await leadsOf(account)).toEqual([]);
    });

    it('takes a form, its options before or after the file', async () => {
      const account = await api.account();
      const before = await account
        .request('post', '/leads/import')
        .field('on_duplicate', 'reuse')
        .field('mapping', '{"Phone": "ignore"}')
        .attach('file', Buffer.from(FILE), { filename: 'año.csv', contentType: 'text/csv' });
      const after = await account
        .request('post', '/leads/import')
        .attach('file', Buffer.from(FILE), 'b.csv')
        .field('on_duplicate', 'reuse')
        .field('defaults', '{"source": "Fair", "tags": ["fair"], "metadata": {"stand": 4}}');
      expect([before.status, after.status]).toEqual([202, 202]);
      expect(before.body.import).toMatchObject({ file_name: 'año.csv', on_duplicate: 'reuse' });
      expect(before.body.import.columns.map((column: { to: string }) => column.to)).toEqual([
        'first_name',
        'email',
        'ignore',
      ]);
      await workAll(api, after.body.import.id);
      const leads = await leadsOf(account);
      expect(leads).toHaveLength(2);
      expect(leads[0]).toMatchObject({ source: 'Fair', metadata: { stand: 4 }, tags: [{ name: 'fair' }] });
    });

    it('ends every row as created, updated, reused or failed, and repetitions in the file change the first', async () => {
      const account = await api.account({ country: 'ES' });
      const file = [
        'First Name,Email,Phone,Tags,budget',
        'Ana,ana@example.com,600 111 222,a;b,9k',
        'Anna,ANA@example.com,,c,',
        ',nobody@example.com,,,',
        'Bo,not an address,,,',
        'Cy,not an address,+34600111333,,',
        'too,few',
      ].join('\n');
      const done = await imported(api, account, file);
      expect(done).toMatchObject({
        status: 'completed',
        rows: 6,
        created: 2,
        updated: 1,
        reused: 0,
        failed: 3,
        warnings: 1,
        remaining: 0,
        progress: 1,
      });
      const leads = await leadsOf(account);
      expect(leads).toHaveLength(2);
      expect(leads[0]).toMatchObject({
        first_name: 'Anna',
        email: expect.stringMatching(/^ana@example.com$/i),
        phone: '+34600111222',
        source: 'import',
        metadata: { budget: 9000 },
        version: 1,
      });
      expect(leads[0].tags.map((tag: { name: string }) => tag.name)).toEqual(['a', 'b', 'c']);
      const events = await api.db('events').where({ account_id: account.accountId, type: 'import.completed' });
      expect(events.map((event) => JSON.parse(event.data))).toEqual([
        { import_id: done.id, rows: 6, created: 2, updated: 1, reused: 0, failed: 3, warnings: 1 },
      ]);
    });

    it('follows on_duplicate for known leads', async () => {
      const account = await api.account();
      await imported(api, account, FILE);
      const tally = async (policy: string) => {
        const { created, updated, reused, failed } = await imported(api, account, FILE, { on_duplicate: policy });
        return { created, updated, reused, failed };
      };
      expect(await tally('update')).toEqual({ created: 0, updated: 2, reused: 0, failed: 0 });
      expect(await tally('reuse')).toEqual({ created: 0, updated: 0, reused: 2, failed: 0 });
      expect(await tally('reject')).toEqual({ created: 0, updated: 0, reused: 0, failed: 2 });
      expect(await tally('create')).toEqual({ created: 2, updated: 0, reused: 0, failed: 0 });
    });

    it('takes over the opt-outs of another system and never takes one back', async () => {
      const account = await api.account({ country: 'ES' });
      const file = [
        'Lead ID,First Name,Email,Phone,Email Opt Out,Do Not Call,UNSUB_TIME',
        '1,Rita,rita@example.com,+34600222901,1,1,',
        '2,Saul,saul@example.com,+34600222902,0,0,',
        '3,Uma,uma@example.com,,,,2026-11-01 09:15:00',
      ].join('\n');
      const preview = await sendCsv(account, file, { dry_run: 'true' });
      expect(preview.body.preview).toMatchObject({ created: 3, warnings: 0, opted_out: 2 });
      expect(preview.body.preview.columns.map(({ to }: { to: string }) => to).slice(4)).toEqual([
        'opt_out.email',
        'opt_out.call',
        'opt_out.email',
      ]);
      await imported(api, account, file);
      const [rita, saul, uma] = await leadsOf(account);
      expect(rita.consent).toEqual({ email: 'opted_out', call: 'opted_out', whatsapp: 'unknown', sms: 'unknown' });
      expect(saul.consent).toEqual({ email: 'unknown', call: 'unknown', whatsapp: 'unknown', sms: 'unknown' });
      expect(uma).toMatchObject({ consent: { email: 'opted_out' }, metadata: { unsub_time: '2026-11-01 09:15:00' } });
      const suppressions = await account.request('get', '/suppressions').query({ channel: 'email' });
      expect(suppressions.body.suppressions).toHaveLength(2);

      const later = 'First Name,Email,Consent\nRita,rita@example.com,yes\nSaul,saul@example.com,yes';
      const done = await imported(api, account, later, { mapping: '{"Consent": "consent.email"}' });
      expect(done).toMatchObject({ updated: 2, warnings: 1 });
      const { body } = await account.request('get', `/imports/${done.id}/errors`);
      expect(body.errors).toMatchObject([{ row: 1, problems: [{ code: 'OPT_OUT_KEPT' }] }]);
      expect((await leadsOf(account)).map(({ consent }: { consent: { email: string } }) => consent.email)).toEqual([
        ...['opted_out', 'opted_in', 'opted_out'],
      ]);

      const left = 'First Name,Email,Unsubscribed\nOther,saul@example.com,TRUE';
      expect(await imported(api, account, left, { on_duplicate: 'reuse' })).toMatchObject({ reused: 1 });
      expect((await leadsOf(account))[1]).toMatchObject({ first_name: 'Saul', consent: { email: 'opted_out' } });
    });

    it('works a file of many statements in pieces, each row once, and a repeat of a finished import does nothing', async () => {
      const account = await api.account();
      const rows = Array.from({ length: 1_203 }, (_, at) => `Lead ${at},lead${at}@example.com`);
      const done = await imported(api, account, ['First Name,Email', ...rows].join('\n'));
      expect(done).toMatchObject({ rows: 1_203, created: 1_203, failed: 0, status: 'completed' });
      await workAll(api, done.id);
      const [{ n }] = (await api.db('leads').where({ account_id: account.accountId }).count({ n: '*' })) as [
        { n: number },
      ];
      expect(Number(n)).toBe(1_203);
    });
  });

  describe('200', () => {
    it('tells with dry_run what the import then does, and leaves nothing behind', async () => {
      const account = await api.account({ country: 'ES' });
      await imported(api, account, FILE);
      const file = [
        'First Name,Email,Phone',
        'Ana,ana@example.com,',
        'Zoe,zoe@example.com,600 111 333',
        ',x@y.co,',
        'Zoë,ZOE@example.com,',
      ].join('\n');
      const preview = await sendCsv(account, file, { dry_run: 'true' });
      expect(preview.status).toBe(200);
      expect(preview.body).toMatchObject({
        success: true,
        dry_run: true,
        preview: { rows: 4, created: 1, updated: 2, reused: 0, failed: 1 },
      });
      expect(preview.body.preview.first_rows.map((row: { outcome: string }) => row.outcome)).toEqual([
        'updated',
        'created',
        'failed',
        'updated',
      ]);
      expect(preview.body.preview.first_rows[1].lead).toMatchObject({ first_name: 'Zoe', phone: '+34600111333' });
      expect(preview.body.preview.errors).toMatchObject([{ row: 3, line: 4, severity: 'error' }]);
      expect(preview.body.preview.columns[0]).toMatchObject({ header: 'First Name', samples: ['Ana', 'Zoe', 'Zoë'] });
      expect(await leftOvers(account)).toMatchObject({ imports: 1 });
      expect(await leadsOf(account)).toHaveLength(2);
      expect(await imported(api, account, file)).toMatchObject({ created: 1, updated: 2, reused: 0, failed: 1 });
    });
  });

  it('200: asks to check the letters of a file whose encoding it guessed, and reads it in the one that is named', async () => {
    const account = await api.account();
    const preview = async (query: Record<string, string>) => {
      const sent = account.request('post', '/leads/import').query({ dry_run: 'true', ...query });
      // "Łukasz" in windows-1250.
      return (await sent.set('Content-Type', 'text/csv').send(Buffer.from('First name\n\xa3ukasz', 'latin1'))).body
        .preview;
    };
    expect((await preview({})).encoding).toMatchObject({ certain: false, samples: [expect.stringContaining('ukasz')] });
    expect((await preview({ encoding: 'windows-1250' })).encoding).toEqual({
      name: 'windows-1250',
      certain: true,
      samples: ['Łukasz'],
    });
    const late = await account
      .request('post', '/leads/import')
      .attach('file', Buffer.from(FILE), 'a.csv')
      .field('encoding', 'cp850');
    expect([late.status, late.body.field]).toEqual([400, '/encoding']);
  });

  describe('400', () => {
    const refused = async (file: string, query: Record<string, string>) => {
      const account = await api.account();
      const answer = await sendCsv(account, file, query);
      expect(answer.status).toBe(400);
      expect(await leftOvers(account)).toEqual({ imports: 0, rows: 0 });
      return answer.body;
    };

    it('names the column of a mapping that does not fit, and leaves nothing', async () => {
      expect(await refused(FILE, { mapping: '{"Mail": "email"}' })).toMatchObject({
        code: 'VALIDATION_ERROR',
        field: '/mapping/Mail',
      });
      expect(await refused(FILE, { mapping: '{"Email": "e-mail"}' })).toMatchObject({ code: 'VALIDATION_ERROR' });
      expect(await refused(FILE, { mapping: '{"First Name": "ignore"}' })).toMatchObject({ field: '/mapping' });
      expect(await refused(FILE, { mapping: '{broken' })).toMatchObject({ field: '/mapping' });
    });

    it('asks for the order of dates that the file does not decide', async () => {
      const file = 'First Name,Start Date\nAna,03/04/2026\nBo,05/06/2026';
      const undecided = { 'Start Date': { to: 'metadata.start', type: 'date' } };
      expect(await refused(file, { mapping: JSON.stringify(undecided) })).toMatchObject({
        code: 'INVALID_DATE',
        field: '/mapping/Start Date',
      });
      const account = await api.account();
      const mapping = { 'Start Date': { to: 'metadata.start', type: 'date', date_order: 'day_first' } };
      await imported(api, account, file, { mapping: JSON.stringify(mapping) });
      expect((await leadsOf(account))[0].metadata).toEqual({ start: '2026-04-03' });
    });

    it('refuses defaults that no lead can have', async () => {
      expect(await refused(FILE, { defaults: '{"timezone": "Mars/Base"}' })).toMatchObject({
        code: 'INVALID_TIMEZONE',
        field: '/defaults/timezone',
      });
      expect(await refused(FILE, { defaults: '{"colour": "red"}' })).toMatchObject({ field: '/defaults/colour' });
      expect(await refused(FILE, { defaults: `{"owner_id": "${newId()}"}` })).toMatchObject({
        field: '/defaults/owner_id',
      });
    });

    it('refuses a file without rows and a body that is no file', async () => {
      expect(await refused('First Name,Email\n', {})).toMatchObject({ field: '/file' });
      expect(await refused('\n \n', {})).toMatchObject({ field: '/file' });
    });

    it('says at which line a file stops being CSV and keeps a failed import without rows', async () => {
      const account = await api.account();
      const answer = await sendCsv(account, `First Name,Email\n${'Ana,a@x.co\n'.repeat(600)}"Bo,b@x.co\n`);
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ field: '/file', message: expect.stringContaining('never closed') });
      expect(await importsOf(account)).toMatchObject([
        { status: 'failed', rows: 0, failure: expect.stringContaining('never closed') },
      ]);
      expect(await leftOvers(account)).toEqual({ imports: 1, rows: 0 });
      expect(await leadsOf(account)).toEqual([]);
    });

    it('refuses forms without a file, with two, or with unknown fields', async () => {
      const account = await api.account();
      const form = () => account.request('post', '/leads/import');
      const none = await form().field('on_duplicate', 'reuse');
      const two = await form().attach('file', Buffer.from(FILE), 'a.csv').attach('file', Buffer.from(FILE), 'b.csv');
      const other = await form().attach('document', Buffer.from(FILE), 'a.csv');
      const unknown = await form().attach('file', Buffer.from(FILE), 'a.csv').field('colour', 'red');
      const torn = await form().set('Content-Type', 'multipart/form-data').send('nothing');
      expect([none, two, other, unknown, torn].map(({ status, body }) => [status, body.field])).toEqual([
        [400, '/file'],
        [400, '/file'],
        [400, '/document'],
        [400, '/colour'],
        [400, ''],
      ]);
      expect(await leadsOf(account)).toEqual([]);
    });
  });

  it('404 and 409: names an agent that is missing, foreign or not published', async () => {
    const account = await api.account();
    const other = await api.account();
    expect((await sendCsv(account, FILE, { workflow_id: newId() })).body.code).toBe('WORKFLOW_NOT_FOUND');
    const agent = {
      id: newId(),
      name: 'A',
      goal_type: 'custom',
      is_active: true,
      paused: false,
      version: 0,
      draft: '{}',
    };
    const times = { created_at: new Date(), updated_at: new Date() };
    await api.db('agents').insert({ ...agent, ...times, account_id: other.accountId });
    expect((await sendCsv(account, FILE, { workflow_id: agent.id })).status).toBe(404);
    const unpublished = await sendCsv(other, FILE, { workflow_id: agent.id });
    expect([unpublished.status, unpublished.body.code]).toEqual([409, 'WORKFLOW_NOT_PUBLISHED']);
  });

  it('401 and 403: needs a key that may write leads', async () => {
    const reader = await api.account({ scopes: ['leads:read'] });
    expect((await sendCsv(reader, FILE)).status).toBe(403);
    expect((await sendCsv({ ...reader, request: reader.request }, FILE).set('X-API-Key', 'none')).status).toBe(401);
  });

  it('413: takes 50 MiB and not more', async () => {
    const account = await api.account();
    const socket = await openUpload(account, 'text/csv', 50 * 1024 * 1024 + 1);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    expect(answer.toString()).toMatch(/^HTTP\/1.1 413 /);
    expect(await leftOvers(account)).toEqual({ imports: 0, rows: 0 });
  });

  it('415: takes no JSON', async () => {
    const account = await api.account();
    const answer = await account.request('post', '/leads/import').send({ file: FILE });
    expect([answer.status, answer.body.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });
});

describe('an upload that breaks off', () => {
  it.each(['text/csv', 'multipart/form-data; boundary=cut'])(
    'leaves a failed import and no rows (%s)',
    async (type) => {
      const account = await api.account();
      const socket = await openUpload(account, type, 10_000_000);
      const rows = `First Name,Email\n${'Ana,ana@example.com\n'.repeat(20_000)}`;
      socket.write(`${type.startsWith('multipart') ? PART : ''}${rows}`);
      await eventually(async () => ((await leftOvers(account)).rows > 0 ? true : undefined));
      socket.destroy();
      const failed = await eventually(async () => {
        const row = (await api.db('imports').where({ account_id: account.accountId }).first())!;
        return row.status === 'failed' ? row : undefined;
      });
      expect(failed).toMatchObject({ row_count: 0, failure: expect.stringContaining('interrupted') });
      await eventually(async () => ((await leftOvers(account)).rows === 0 ? true : undefined));
      expect(await leadsOf(account)).toEqual([]);
    },
  );

  it('is given up when the process that received it died', async () => {
    const account = await api.account();
    const answer = await sendCsv(account, FILE);
    const { id } = answer.body.import;
    const longAgo = new Date(Date.now() - 3_600_000);
    await api.db('imports').where({ id }).update({ status: 'uploading', updated_at: longAgo });
    await failAbandonedUploads(api.db, new Date());
    expect(await importsOf(account)).toMatchObject([{ id, status: 'failed', rows: 0 }]);
    expect(await leftOvers(account)).toEqual({ imports: 1, rows: 0 });
  });
});
