import { describe, expect, it } from '@jest/globals';
import { type TestAccount, useApi } from '../../support/api.js';
import { FILE, importsOf, leadsOf, workAll } from '../../support/imports.js';

const api = useApi();
const upload = (account: TestAccount, key: string, file: string, query: Record<string, string> = {}) =>
  account
    .request('post', '/leads/import')
    .query(query)
    .set('Content-Type', 'text/csv')
    .set('Idempotency-Key', key)
    .send(file);

/** Loses the answer to the commit that hands an import of the account over to its workflow, as a dying connection does. */
function loseCommitOf({ accountId }: TestAccount): void {
  const driver = api.db.client.constructor.prototype as { _query(connection: object, query: { sql: string }): unknown };
  const ask = driver._query;
  driver._query = async function (this: object, connection, query) {
    const answer = await ask.call(this, connection, query);
    if (query.sql !== 'COMMIT;') return answer;
    if (!(await api.db('imports').where({ account_id: accountId, status: 'queued' }).first('id'))) return answer;
    driver._query = ask;
    throw Object.assign(new Error('Connection lost.'), { code: 'PROTOCOL_CONNECTION_LOST', fatal: true });
  };
}

describe('an upload with an Idempotency-Key', () => {
  it('is imported once, however often it is sent, also at once', async () => {
    const account = await api.account();
    const answers = await Promise.all(Array.from({ length: 6 }, () => upload(account, 'once', FILE)));
    answers.push(await upload(account, 'once', FILE));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202));
    expect(new Set(answers.map(({ body }) => body.import.id)).size).toBe(1);
    const replayed = answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true');
    expect(replayed).toHaveLength(answers.length - 1);
    expect(await importsOf(account)).toHaveLength(1);
    expect(await api.db('import_rows').where({ account_id: account.accountId })).toHaveLength(2);
  });

  it('is refused when the same key comes with another file or other options, and nothing of it stays', async () => {
    const account = await api.account();
    expect((await upload(account, 'key', FILE)).status).toBe(202);
    const others = [
      await upload(account, 'key', FILE.replace('Ana', 'Eva')),
      await upload(account, 'key', `${FILE}Cy,cy@example.com,\n`),
      await upload(account, 'key', FILE, { on_duplicate: 'reject' }),
    ];
    for (const { status, body } of others) {
      expect([status, body.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    }
    expect(await importsOf(account)).toHaveLength(1);
    expect((await upload(account, 'other', FILE)).status).toBe(202);
  });

  it('tells the file of a form from another one', async () => {
    const account = await api.account();
    const form = (file: string) =>
      account
        .request('post', '/leads/import')
        .set('Idempotency-Key', 'form')
        .attach('file', Buffer.from(file), { filename: 'leads.csv', contentType: 'text/csv' });
    const first = await form(FILE);
    expect(first.status).toBe(202);
    expect((await form(FILE)).body).toEqual(first.body);
    expect((await form(FILE.replace('Ana', 'Eva'))).body.code).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  it('stays imported when the answer to its commit is lost, and a repeat is answered with it', async () => {
    const account = await api.account();
    loseCommitOf(account);
    const first = await upload(account, 'lost', FILE);
    expect([first.status, first.headers['idempotent-replayed']]).toEqual([503, undefined]);
    const again = await upload(account, 'lost', FILE);
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([202, 'true']);
    const { id } = again.body.import;
    expect((await account.request('get', `/imports/${id}`)).status).toBe(200);
    await workAll(api, id);
    expect((await leadsOf(account)).map(({ email }: { email: string }) => email)).toEqual([
      'ana@example.com',
      'bo@example.com',
    ]);
    expect(await importsOf(account)).toMatchObject([{ id, status: 'completed', created: 2 }]);
  });

  it('leaves the key free when it is refused', async () => {
    const account = await api.account();
    expect((await upload(account, 'free', 'First Name,Email\n')).status).toBe(400);
    expect((await upload(account, 'free', FILE)).status).toBe(202);
  });

  it('shows the same preview again', async () => {
    const account = await api.account();
    const first = await upload(account, 'dry', FILE, { dry_run: 'true' });
    const again = await upload(account, 'dry', FILE, { dry_run: 'true' });
    expect([first.status, again.status, again.headers['idempotent-replayed']]).toEqual([200, 200, 'true']);
    expect(again.body).toEqual(first.body);
  });
});
