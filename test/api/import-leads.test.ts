import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { OutboxItem } from '../../db/outbox.js';
import { systemClock } from '../../runtime/clock.js';
import { newId } from '../../runtime/ids.js';
import { workNextRows } from '../../services/import-run.js';
import { undoNextLeads } from '../../services/import-undo.js';
import { failAbandonedUploads } from '../../services/import-upload.js';
import { type TestAccount, useApi } from '../support/api.js';
import { eventually } from '../support/service.js';

const api = useApi();

let server: Server;
beforeAll(() => {
  server = api.app.listen(0, '127.0.0.1');
});
afterAll(() => void server.close());

const PART = '--cut\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n';
const FILE = ['First Name,Email,Phone', 'Ana,ana@example.com,', 'Bo,bo@example.com,+34600111222', ''].join('\n');

const sendCsv = (account: TestAccount, file: string, query: Record<string, string> = {}) =>
  account.request('post', '/leads/import').query(query).set('Content-Type', 'text/csv').send(file);

/** Works an import to its end, as its workflow would. */
async function workAll(importId: string): Promise<void> {
  while (!(await workNextRows(api.db, systemClock, importId)).progress.finished);
}

async function imported(account: TestAccount, file: string, query: Record<string, string> = {}) {
  const answer = await sendCsv(account, file, query);
  expect(answer.status).toBe(202);
  await workAll(answer.body.import.id);
  return (await account.request('get', `/imports/${answer.body.import.id}`)).body.import;
}

const leadsOf = async (account: TestAccount) =>
  (await account.request('get', '/leads').query({ order: 'asc', limit: '200' })).body.leads;

const importsOf = async (account: TestAccount) => (await account.request('get', '/imports')).body.imports;

const leftOvers = async (account: TestAccount) => ({
  imports: Number((await api.db('imports').where({ account_id: account.accountId }).count({ n: '*' }))[0]?.n),
  rows: Number((await api.db('import_rows').where({ account_id: account.accountId }).count({ n: '*' }))[0]?.n),
});

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
      await workAll(after.body.import.id);
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
      const done = await imported(account, file);
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
      await imported(account, FILE);
      const tally = async (policy: string) => {
        const { created, updated, reused, failed } = await imported(account, FILE, { on_duplicate: policy });
        return { created, updated, reused, failed };
      };
      expect(await tally('update')).toEqual({ created: 0, updated: 2, reused: 0, failed: 0 });
      expect(await tally('reuse')).toEqual({ created: 0, updated: 0, reused: 2, failed: 0 });
      expect(await tally('reject')).toEqual({ created: 0, updated: 0, reused: 0, failed: 2 });
      expect(await tally('create')).toEqual({ created: 2, updated: 0, reused: 0, failed: 0 });
    });

    it('works a file of many statements in pieces, each row once, and a repeat of a finished import does nothing', async () => {
      const account = await api.account();
      const rows = Array.from({ length: 1_203 }, (_, at) => `Lead ${at},lead${at}@example.com`);
      const done = await imported(account, ['First Name,Email', ...rows].join('\n'));
      expect(done).toMatchObject({ rows: 1_203, created: 1_203, failed: 0, status: 'completed' });
      await workAll(done.id);
      const [{ n }] = (await api.db('leads').where({ account_id: account.accountId }).count({ n: '*' })) as [
        { n: number },
      ];
      expect(Number(n)).toBe(1_203);
    });
  });

  describe('200', () => {
    it('tells with dry_run what the import then does, and leaves nothing behind', async () => {
      const account = await api.account({ country: 'ES' });
      await imported(account, FILE);
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
      expect(await imported(account, file)).toMatchObject({ created: 1, updated: 2, reused: 0, failed: 1 });
    });
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
      expect(await refused(file, {})).toMatchObject({ code: 'INVALID_DATE', field: '/mapping/Start Date' });
      const account = await api.account();
      const mapping = { 'Start Date': { to: 'metadata.start', type: 'date', date_order: 'day_first' } };
      await imported(account, file, { mapping: JSON.stringify(mapping) });
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
    const agent = { id: newId(), name: 'A', goal_type: 'custom', is_active: 1, paused: 0, version: 0, draft: '{}' };
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
    const answer = await sendCsv(account, FILE).set('Content-Length', String(50 * 1024 * 1024 + 1));
    expect([answer.status, answer.body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
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
      const { port } = server.address() as AddressInfo;
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      const rows = `First Name,Email\n${'Ana,ana@example.com\n'.repeat(20_000)}`;
      socket.write(
        [
          'POST /api/public/leads/import HTTP/1.1',
          'Host: las.test',
          `X-API-Key: ${account.apiKey}`,
          `Content-Type: ${type}`,
          'Content-Length: 10000000',
          '',
          `${type.startsWith('multipart') ? PART : ''}${rows}`,
        ].join('\r\n'),
      );
      await eventually(async () => ((await leftOvers(account)).rows > 0 ? true : undefined));
      socket.destroy();
      const failed = await eventually(async () => {
        const row = await api.db('imports').where({ account_id: account.accountId }).first();
        return row.status === 'failed' ? row : undefined;
      });
      expect(failed).toMatchObject({ row_count: 0, failure: expect.stringContaining('broke off') });
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

describe('GET /imports', () => {
  it('lists the own imports, newest first, page by page', async () => {
    const account = await api.account();
    const ids = [];
    for (let at = 0; at < 3; at += 1) ids.unshift((await sendCsv(account, FILE)).body.import.id);
    await sendCsv(await api.account(), FILE);
    const first = (await account.request('get', '/imports').query({ limit: '2' })).body;
    const cursor = first.pagination.next_cursor;
    const second = (await account.request('get', '/imports').query({ limit: '2', cursor })).body;
    expect([...first.imports, ...second.imports].map(({ id }: { id: string }) => id)).toEqual(ids);
    expect(second.pagination).toMatchObject({ has_more: false, next_cursor: null });
  });

  it('404: a foreign import answers like a missing one', async () => {
    const account = await api.account();
    const foreign = (await sendCsv(await api.account(), FILE)).body.import.id;
    for (const id of [foreign, newId(), 'nonsense']) {
      for (const [method, path] of [
        ['get', `/imports/${id}`],
        ['get', `/imports/${id}/errors`],
        ['post', `/imports/${id}/cancel`],
        ['post', `/imports/${id}/undo`],
      ] as const) {
        const answer = await account.request(method, path);
        expect([answer.status, answer.body.code]).toEqual([404, 'IMPORT_NOT_FOUND']);
      }
    }
  });
});

describe('GET /imports/{id}/errors', () => {
  const file = [
    'First Name,Email,Phone,Notes',
    ',one@example.com,,=1+1',
    'Bo,not an address,+34600111222,fine',
    'Cy,cy@example.com,,',
    ',two@example.com,,"a, b"',
  ].join('\n');

  it('names row, line, column and code, by severity and page by page', async () => {
    const account = await api.account();
    const { id } = await imported(account, file);
    const all = (await account.request('get', `/imports/${id}/errors`)).body;
    expect(all.errors).toMatchObject([
      { row: 1, line: 2, severity: 'error', lead_id: null, problems: [{ code: 'FIRST_NAME_MISSING' }] },
      { row: 2, line: 3, severity: 'warning', problems: [{ code: 'INVALID_EMAIL', column: 'Email' }] },
      { row: 4, line: 5, severity: 'error' },
    ]);
    expect(all.errors[1].lead_id).not.toBeNull();
    const errors = (await account.request('get', `/imports/${id}/errors`).query({ severity: 'error', limit: '1' }))
      .body;
    expect(errors.errors).toMatchObject([{ row: 1 }]);
    const next = await account
      .request('get', `/imports/${id}/errors`)
      .query({ severity: 'error', limit: '1', cursor: errors.pagination.next_cursor });
    expect(next.body.errors).toMatchObject([{ row: 4 }]);
    expect(next.body.pagination.has_more).toBe(false);
  });

  it('gives a file with the cells, in which no spreadsheet runs a formula', async () => {
    const account = await api.account();
    const { id } = await imported(account, file);
    const answer = await account.request('get', `/imports/${id}/errors`).set('Accept', 'text/csv').buffer(true);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.text.replace('\ufeff', '').split('\r\n')).toEqual([
      'row,severity,codes,problems,First Name,Email,Phone,Notes',
      "1,error,FIRST_NAME_MISSING,The row has no first name.,,one@example.com,,'=1+1",
      expect.stringMatching(/^2,warning,INVALID_EMAIL,.*,Bo,not an address,'\+34600111222,fine$/),
      '4,error,FIRST_NAME_MISSING,The row has no first name.,,two@example.com,,"a, b"',
      '',
    ]);
  });

  it('keeps no cells of rows that became leads without a word', async () => {
    const account = await api.account();
    const { id } = await imported(account, file);
    const rows = await api.db('import_rows').where({ import_id: id }).orderBy('row_no');
    expect(rows.map(({ data }) => data.includes('cells'))).toEqual([true, true, false, true]);
  });
});

describe('POST /imports/{id}/cancel', () => {
  it('stops before the next row, also when it is repeated, and tells how many rows were left out', async () => {
    const account = await api.account();
    const { id } = (await sendCsv(account, FILE)).body.import;
    await workNextRows(api.db, systemClock, id, 1);
    const cancelled = await account.request('post', `/imports/${id}/cancel`);
    expect(cancelled.status).toBe(200);
    expect(cancelled.body.import).toMatchObject({ status: 'cancelled', created: 1, remaining: 1, progress: 0.5 });
    expect((await account.request('post', `/imports/${id}/cancel`)).status).toBe(200);
    expect((await workNextRows(api.db, systemClock, id)).progress).toMatchObject({ finished: true, done: 1 });
    expect(await leadsOf(account)).toHaveLength(1);
  });

  it('409: there is nothing to cancel in a finished import', async () => {
    const account = await api.account();
    const { id } = await imported(account, FILE);
    const answer = await account.request('post', `/imports/${id}/cancel`);
    expect([answer.status, answer.body.code]).toEqual([409, 'NOT_MODIFIABLE']);
  });
});

describe('POST /imports/{id}/undo', () => {
  const undoAll = async (id: string) => {
    while (!(await undoNextLeads(api.db, systemClock, id)).progress.finished);
  };

  it('deletes leads it made, restores those it changed with their tags, and leaves those changed since', async () => {
    const account = await api.account();
    const create = (lead: object) => account.request('post', '/leads').send(lead);
    const known = (await create({ first_name: 'Old', email: 'known@example.com', tags: ['vip'], metadata: { a: 1 } }))
      .body.lead;
    await create({ first_name: 'Touched', email: 'touched@example.com' });
    const done = await imported(
      account,
      [
        'First Name,Email,Tags,Company,size',
        'New,known@example.com,fair;vip,Acme,9',
        'Newer,KNOWN@example.com,more,,',
        'Made,made@example.com,fair,,',
        'Kept,kept@example.com,,,',
        'After,touched@example.com,,Acme,',
      ].join('\n'),
    );
    expect(done).toMatchObject({ created: 2, updated: 3 });
    for (const lead of await leadsOf(account)) {
      if (['Kept', 'After'].includes(lead.first_name)) {
        await account.request('patch', `/leads/${lead.id}`).send({ title: 'Boss' });
      }
    }
    const begun = await account.request('post', `/imports/${done.id}/undo`);
    expect(begun.status).toBe(202);
    expect(begun.body.import.undo).toEqual({ removed: 0, restored: 0, kept: 0, finished: false });
    expect((await account.request('post', `/imports/${done.id}/undo`)).status).toBe(202);
    const asked = api.dispatched.filter(({ workflowId }) => workflowId === `import/${done.id}/undo`);
    expect(asked).toHaveLength(1);
    await undoAll(done.id);
    await undoAll(done.id);
    const after = (await account.request('get', `/imports/${done.id}`)).body.import;
    expect(after).toMatchObject({
      status: 'undone',
      created: 2,
      updated: 3,
      undo: { removed: 1, restored: 1, kept: 2, finished: true },
    });
    const leads = await leadsOf(account);
    expect(leads.map((lead: { first_name: string }) => lead.first_name)).toEqual(['Old', 'After', 'Kept']);
    expect(leads[0]).toMatchObject({ id: known.id, company: null, metadata: { a: 1 }, tags: [{ name: 'vip' }] });
    expect(leads[0].version).toBeGreaterThan(known.version);
  });

  it('409: an import that is not over can not be taken back', async () => {
    const account = await api.account();
    const { id } = (await sendCsv(account, FILE)).body.import;
    const answer = await account.request('post', `/imports/${id}/undo`);
    expect([answer.status, answer.body.code]).toEqual([409, 'NOT_MODIFIABLE']);
  });
});
