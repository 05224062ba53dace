import { beforeAll, describe, expect, it } from '@jest/globals';
import { type TestAccount, useApi } from '../../support/api.js';
import { addRowsLike } from '../../support/many-rows.js';
import { fillMarked } from '../../support/marked-account.js';
import { PAGE_REQUESTS } from '../../support/page-requests.js';
import { statementsOf } from '../../support/statements.js';
import { addUser, type TestUser } from '../../support/users.js';

const api = useApi();
/** The maximum number of statements per page, in addition to one for the session of each request. */
const MOST: Record<string, number> = { lead: 20, home: 26 };
const ROWS = 200;

let account: TestAccount;
let user: TestUser;
let leadId: string;

beforeAll(async () => {
  account = await api.account();
  leadId = (await fillMarked(api, account)).lead as string;
  user = await addUser(api, account.accountId);
  const ofAccount = { account_id: account.accountId };
  for (const table of ['events', 'messages', 'lead_notes']) {
    await addRowsLike(api.db, table, { lead_id: leadId }, ROWS, () => ofAccount);
  }
  for (const table of ['meetings', 'tasks', 'campaigns', 'imports']) {
    await addRowsLike(api.db, table, ofAccount, ROWS);
  }
});

describe('a page of the dashboard', () => {
  it.each(Object.keys(MOST))('%s costs the database no more than it may, however much it shows', async (page) => {
    const agentIds = await api.db('agents').where({ account_id: account.accountId }).limit(8).pluck('id');
    const paths = PAGE_REQUESTS[page]?.({ leadId, userId: user.userId, agentIds }) ?? [];
    const today = new Date().toISOString().slice(0, 10);
    let total = 0;
    for (const path of paths) {
      const asked = path.replaceAll('*', path.includes('/summary') ? today : new Date().toISOString());
      const statements = await statementsOf(api.db, () => user.request('get', asked).expect(200));
      total += statements.length - 1;
    }
    expect(total).toBeLessThanOrEqual(MOST[page] ?? 0);
  });
});
