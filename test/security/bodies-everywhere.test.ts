import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiDependencies } from '../../api/dependencies.js';
import { routes } from '../../api/routes.js';
import { newId } from '../../runtime/ids.js';
import type { Contract } from '../../schemas/contract.js';
import { type TestAccount, testConfig, useApi } from '../support/api.js';
import { BAD, type Bad, JSON_TYPE, refused } from '../support/bad-bodies.js';
import { inParallel } from '../support/http.js';

const api = useApi();
const MiB = 1024 * 1024;

/** Every route that a key opens and that reads a body. */
const TAKING = routes({ config: testConfig() } as ApiDependencies)
  .map(({ contract }) => contract)
  .filter(({ body, auth = 'key', method }) => body && auth === 'key' && method !== 'get');

/** The errors of routes with fields of their own, which are all but those of leads. */
const UNKNOWN = refused('an unknown key', '{"no_such_key":1}');
const LENIENT = new Set(['createLead', 'updateLead']);

let account: TestAccount;
beforeAll(async () => {
  account = await api.account();
});

/** Returns the number of rows of each table for the account. */
async function rowsOf(accountId: string): Promise<Record<string, number>> {
  const [tables] = await api.db.raw(
    `SELECT c.table_name AS name FROM information_schema.columns c JOIN information_schema.tables t
      ON t.table_schema = c.table_schema AND t.table_name = c.table_name AND t.table_type = 'BASE TABLE'
      WHERE c.table_schema = DATABASE() AND c.column_name = 'account_id'`,
  );
  const counts: [string, number][] = [];
  for (const { name } of tables as { name: string }[]) {
    const [row] = await api.db(name).where({ account_id: accountId }).count({ n: '*' });
    counts.push([name, Number(row?.n)]);
  }
  return Object.fromEntries(counts);
}

const send = (contract: Contract, { body, headers = JSON_TYPE }: Pick<Bad, 'body' | 'headers'>) =>
  account
    .request(contract.method as 'post', contract.path.replace('/api/public', '').replaceAll(/\{\w+\}/g, newId()))
    .set(headers)
    .serialize((raw: unknown) => raw as string)
    .send(body as string);

describe('senseless bodies', () => {
  let before: Record<string, number>;
  beforeAll(async () => {
    before = await rowsOf(account.accountId);
  });
  afterAll(async () => {
    expect(await rowsOf(account.accountId)).toEqual(before);
  });

  it('are refused on every route with the same status and code, and nothing is written', async () => {
    expect(TAKING.length).toBeGreaterThan(50);
    const cells = TAKING.flatMap((contract) =>
      [...BAD, ...(LENIENT.has(contract.operationId) ? [] : [UNKNOWN])].map((bad) => ({ contract, bad })),
    );
    const wrong: string[] = [];
    await inParallel(cells, 8, async ({ contract, bad }) => {
      const { status, body, text } = await send(contract, bad);
      const told = status !== 400 || (typeof body.field === 'string' && text.length < 6_000);
      if (status === bad.status && body.code === bad.code && told) return;
      wrong.push(`${contract.operationId}, ${bad.what}: ${status} ${text.slice(0, 150)}`);
    });
    expect(wrong).toEqual([]);
    expect(cells.length).toBeGreaterThan(2_000);
  });

  it('are refused as too large beyond the limit of the route', async () => {
    const wrong: string[] = [];
    await inParallel(TAKING, 4, async (contract) => {
      const { status, body } = await send(contract, { body: ' '.repeat((contract.maxBytes ?? MiB) + 1) });
      if (status !== 413 || body.code !== 'PAYLOAD_TOO_LARGE') wrong.push(`${contract.operationId}: ${status}`);
    });
    expect(wrong).toEqual([]);
  });
});
