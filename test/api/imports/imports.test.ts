import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import { newId } from '../../../runtime/ids.js';
import type { Contract } from '../../../schemas/contract.js';
import * as contracts from '../../../schemas/imports/imports.js';
import { cancelImportById } from '../../../services/imports/control.js';
import { workNextRows } from '../../../services/imports/run.js';
import { undoNextLeads } from '../../../services/imports/undo.js';
import { useApi } from '../../support/api.js';
import { finishErasure } from '../../support/erasures.js';
import { FILE, imported, leadsOf, sendCsv, undoAll, workAll } from '../../support/imports.js';
import { insertMessage, openRun } from '../../support/leads.js';
import { addUser } from '../../support/users.js';
import { workOn } from '../../support/work.js';

const api = useApi();
const addFormats = addFormatsModule as unknown as (ajv: Ajv2020) => void;
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats(ajv);

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
    const { id } = await imported(api, account, file);
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
    const { id } = await imported(api, account, file);
    const answer = await account.request('get', `/imports/${id}/errors`).set('Accept', 'text/csv').buffer(true);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.text.replace('\ufeff', '').split('\r\n')).toEqual([
      'row,severity,codes,problems,line,First Name,Email,Phone,Notes',
      "1,error,FIRST_NAME_MISSING,The row has no first name.,2,,one@example.com,,'=1+1",
      expect.stringMatching(/^2,warning,INVALID_EMAIL,.*,3,Bo,not an address,'\+34600111222,fine$/),
      '4,error,FIRST_NAME_MISSING,The row has no first name.,5,,two@example.com,,"a, b"',
      '',
    ]);
  });

  it('keeps no cells of rows that became leads without a word', async () => {
    const account = await api.account();
    const { id } = await imported(api, account, file);
    const rows = await api.db('import_rows').where({ import_id: id }).orderBy('row_no');
    expect(rows.map(({ data }) => data.includes('cells'))).toEqual([true, true, false, true]);
  });
});

describe('POST /imports/{id}/cancel', () => {
  it('stops before the next row, also when it is repeated, and tells how many rows were left out', async () => {
    const account = await api.account();
    const { id } = (await sendCsv(account, FILE)).body.import;
    await workNextRows(workOn(api.db), id, 1);
    const cancelled = await account.request('post', `/imports/${id}/cancel`);
    expect(cancelled.status).toBe(200);
    expect(cancelled.body.import).toMatchObject({ status: 'cancelled', created: 1, remaining: 1, progress: 0.5 });
    expect((await account.request('post', `/imports/${id}/cancel`)).status).toBe(200);
    expect(await workNextRows(workOn(api.db), id)).toMatchObject({ finished: true, done: 1 });
    expect(await leadsOf(account)).toHaveLength(1);
  });

  it('deletes the rows that were skipped, whoever cancelled', async () => {
    const account = await api.account();
    const rowsOf = async (id: string) =>
      (await api.db('import_rows').where({ import_id: id }).orderBy('row_no')).map(({ row_no, data }) => [
        row_no,
        data,
      ]);
    const byRequest = (await sendCsv(account, FILE)).body.import.id;
    await workNextRows(workOn(api.db), byRequest, 1);
    await account.request('post', `/imports/${byRequest}/cancel`).expect(200);
    await workAll(api, byRequest);
    expect(await rowsOf(byRequest)).toEqual([[1, '{}']]);
    const byOperator = (await sendCsv(account, FILE)).body.import.id;
    await cancelImportById(workOn(api.db), byOperator);
    expect(await rowsOf(byOperator)).toEqual([]);
    const { body } = await account.request('get', `/imports/${byOperator}`);
    expect(body.import).toMatchObject({ status: 'cancelled', rows: 2, remaining: 2 });
  });

  it('409: there is nothing to cancel in a finished import', async () => {
    const account = await api.account();
    const { id } = await imported(api, account, FILE);
    const answer = await account.request('post', `/imports/${id}/cancel`);
    expect([answer.status, answer.body.code]).toEqual([409, 'NOT_MODIFIABLE']);
  });
});

describe('POST /imports/{id}/undo', () => {
  it('deletes leads it made, restores those it changed with their tags, and leaves those changed since', async () => {
    const account = await api.account();
    const create = (lead: object) => account.request('post', '/leads').send(lead);
    const known = (await create({ first_name: 'Old', email: 'known@example.com', tags: ['vip'], metadata: { a: 1 } }))
      .body.lead;
    await create({ first_name: 'Touched', email: 'touched@example.com' });
    const done = await imported(
      api,
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
    expect(begun.body.import.undo).toEqual({ removed: 0, restored: 0, kept: 0, sent: 0, by: null, finished: false });
    expect((await account.request('post', `/imports/${done.id}/undo`)).status).toBe(202);
    const asked = api.dispatched.filter(({ workflowId }) => workflowId === `import/${done.id}/undo`);
    expect(asked).toHaveLength(1);
    await undoAll(api, done.id);
    await undoAll(api, done.id);
    const after = (await account.request('get', `/imports/${done.id}`)).body.import;
    expect(after).toMatchObject({
      status: 'undone',
      created: 2,
      updated: 3,
      undo: { removed: 1, restored: 1, kept: 2, sent: 0, by: null, finished: true },
    });
    const leads = await leadsOf(account);
    expect(leads.map((lead: { first_name: string }) => lead.first_name)).toEqual(['Old', 'After', 'Kept']);
    expect(leads[0]).toMatchObject({ id: known.id, company: null, metadata: { a: 1 }, tags: [{ name: 'vip' }] });
    expect(leads[0].version).toBeGreaterThan(known.version);
  });

  it('skips a lead that was changed while the import was running', async () => {
    const account = await api.account();
    await account.request('post', '/leads').send({ first_name: 'Old', email: 'known@example.com' }).expect(201);
    const rows = ['New,known@example.com', 'Made,made@example.com', 'Only,only@example.com'];
    const { id } = (
      await sendCsv(
        account,
        ['First Name,Email', ...rows, 'Newer,known@example.com', 'More,made@example.com'].join('\n'),
      )
    ).body.import;
    await workNextRows(workOn(api.db), id, 3);
    for (const lead of (await leadsOf(account)).slice(0, 2)) {
      await account.request('patch', `/leads/${lead.id}`).send({ title: 'Boss' }).expect(200);
    }
    await workAll(api, id);
    await account.request('post', `/imports/${id}/undo`).expect(202);
    await undoAll(api, id);
    const { undo } = (await account.request('get', `/imports/${id}`)).body.import;
    expect(undo).toEqual({ removed: 1, restored: 0, kept: 2, sent: 0, by: null, finished: true });
    expect(await leadsOf(account)).toMatchObject([
      { first_name: 'Newer', title: 'Boss' },
      { first_name: 'More', title: 'Boss' },
    ]);
  });

  it('takes a lead back as it was first that several pieces changed', async () => {
    const account = await api.account();
    await account.request('post', '/leads').send({ first_name: 'Old', email: 'known@example.com' }).expect(201);
    const rows = ['New,known@example.com,a', 'Made,made@example.com,', 'Newer,known@example.com,b'];
    const { id } = (await sendCsv(account, ['First Name,Email,Tags', ...rows, 'More,made@example.com,c'].join('\n')))
      .body.import;
    for (let piece = 0; piece < 4; piece += 1) await workNextRows(workOn(api.db), id, 1);
    await workAll(api, id);
    await account.request('post', `/imports/${id}/undo`).expect(202);
    await undoAll(api, id);
    const { undo } = (await account.request('get', `/imports/${id}`)).body.import;
    expect(undo).toEqual({ removed: 1, restored: 1, kept: 0, sent: 0, by: null, finished: true });
    expect(await leadsOf(account)).toMatchObject([{ first_name: 'Old', tags: [] }]);
  });

  it('neither changes nor counts leads that the import was to leave as they are', async () => {
    const account = await api.account();
    await imported(api, account, FILE);
    const [, gone] = await leadsOf(account);
    const { id } = await imported(api, account, FILE, { on_duplicate: 'reject' });
    await account.request('delete', `/leads/${gone.id}`).expect(204);
    const before = await leadsOf(account);
    await account.request('post', `/imports/${id}/undo`).expect(202);
    await undoAll(api, id);
    const { undo } = (await account.request('get', `/imports/${id}`)).body.import;
    expect(undo).toEqual({ removed: 0, restored: 0, kept: 0, sent: 0, by: null, finished: true });
    expect(await leadsOf(account)).toEqual(before);
  });

  it('names who requested an undo, what it ended, and the messages that stay sent', async () => {
    const account = await api.account();
    const admin = await addUser(api, account.accountId, 'admin');
    const { id } = await imported(api, account, FILE, {});
    const [lead] = await leadsOf(account);
    await openRun(api.db, account.accountId, lead.id);
    for (const status of ['sent', 'read', 'failed'] as const)
      await insertMessage(api.db, account.accountId, lead.id, { direction: 'outbound', status });
    await admin.request('post', `/imports/${id}/undo`).expect(202);
    await undoAll(api, id);
    const { undo } = (await account.request('get', `/imports/${id}`)).body.import;
    expect(undo).toMatchObject({ by: admin.userId, sent: 2, finished: true });
    expect(await api.db('agent_runs').where({ lead_id: lead.id }).first('stop_reason')).toEqual({
      stop_reason: 'human',
    });
  });

  it('409: an import that is not over can not be taken back', async () => {
    const account = await api.account();
    const { id } = (await sendCsv(account, FILE)).body.import;
    const answer = await account.request('post', `/imports/${id}/undo`);
    expect([answer.status, answer.body.code]).toEqual([409, 'NOT_MODIFIABLE']);
  });
});

describe('a file that was uploaded before a person in it was erased', () => {
  it('doesn’t create the person again, and keeps nothing of them', async () => {
    const account = await api.account();
    const person = { first_name: 'Ana', email: 'ana@example.com', phone: '+34600123456', external_id: 'crm-7' };
    const { lead } = (await account.request('post', '/leads').send(person).expect(201)).body;
    const rows = [
      'Ana,ANA@example.com,,,',
      'A,,+34600123456,,',
      'An,,,crm-7,',
      `Any,,,,${lead.id}`,
      'Bo,bo@example.com,,,',
    ];
    const file = ['First name,Email,Phone,External ID,id', ...rows].join('\n');
    const options = { mapping: JSON.stringify({ id: 'id', 'External ID': 'external_id' }) };
    const { id } = (await sendCsv(account, file, options).expect(202)).body.import;
    await account.request('post', `/leads/${lead.id}/erase`).expect(200);
    await workAll(api, id);
    const ended = (await account.request('get', `/imports/${id}`)).body.import;
    expect(ended).toMatchObject({ status: 'completed', created: 1, failed: 4 });
    expect((await leadsOf(account)).map(({ first_name }: { first_name: string }) => first_name)).toEqual(['Bo']);
    const { errors } = (await account.request('get', `/imports/${id}/errors`)).body;
    type Shown = { line: number; problems: { code: string }[] };
    expect(errors.map(({ line, problems }: Shown) => [line, problems.map(({ code }) => code)])).toEqual(
      [2, 3, 4, 5].map((line) => [line, ['LEAD_ERASED']]),
    );
    expect(JSON.stringify(await api.db('import_rows').where({ import_id: id }))).not.toMatch(/ana@|600123456|crm-7/i);
    await finishErasure(api.db, lead.id);
    expect(await imported(api, account, file, options)).toMatchObject({ created: 4, failed: 0 });
  });
});

describe('imports', () => {
  it('are answered as their contracts say, in every state', async () => {
    const account = await api.account();
    const { request } = account;
    const file = `${FILE},cy@example.com,\nDi,not an address,+34600111444\n`;
    const sent = await sendCsv(account, file, { defaults: '{"tags": ["fair"]}' });
    const path = `/imports/${sent.body.import.id}`;
    await sendCsv(account, 'First Name\n"never closed');
    const answers: [Contract, { status: number; body: unknown }][] = [
      [contracts.importLeadsContract, await sendCsv(account, file, { dry_run: 'true' })],
      [contracts.importLeadsContract, sent],
      [contracts.getImportContract, await request('get', path)],
    ];
    await workAll(api, sent.body.import.id);
    answers.push(
      [contracts.getImportContract, await request('get', path)],
      [contracts.listImportErrorsContract, await request('get', `${path}/errors`)],
      [contracts.undoImportContract, await request('post', `${path}/undo`)],
    );
    await undoNextLeads(workOn(api.db), sent.body.import.id);
    const second = await sendCsv(account, FILE);
    answers.push(
      [contracts.getImportContract, await request('get', path)],
      [contracts.cancelImportContract, await request('post', `/imports/${second.body.import.id}/cancel`)],
      [contracts.listImportsContract, await request('get', '/imports')],
    );
    for (const [contract, answer] of answers) {
      const schema = contract.success[answer.status];
      expect([contract.operationId, answer.status, schema ? ajv.validate(schema, answer.body) : 'undeclared']).toEqual([
        contract.operationId,
        answer.status,
        true,
      ]);
    }
  });
});
