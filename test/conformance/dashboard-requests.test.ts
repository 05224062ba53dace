import { beforeAll, describe, expect, it } from '@jest/globals';
import { createUser } from '../../services/accounts/accounts.js';
import { useWorkday } from '../support/dashboard-work.js';
import { eventually } from '../support/eventually.js';
import { fillMarked } from '../support/marked-account.js';
import { PAGE_REQUESTS } from '../support/page-requests.js';
import { PASSWORD } from '../support/users.js';

const day = useWorkday('dashboard-requests');
const email = 'counts@example.com';
let leadId: string;
let userId: string;

beforeAll(async () => {
  leadId = (await fillMarked(day.api, day.account)).lead as string;
  const { accountId } = day.account;
  const user = { accountId, email, name: 'Counts', role: 'owner' as const, password: PASSWORD };
  userId = (await createUser(day.api.db, new Date(), user)).userId;
}, 60_000);

const MOMENT = /=\d{4}-\d\d-\d\d(T[\d:.]+Z)?/g;

describe('a page of the dashboard', () => {
  it.each([
    ['lead', () => `/leads/${leadId}`],
    ['home', () => '/'],
  ])('%s asks for what its statements are counted by, and for nothing else', async (name, at) => {
    const page = await day.open('/profile', email);
    const asked: string[] = [];
    page.on('request', (request) => {
      const [, path] = decodeURIComponent(request.url()).split('/api/internal');
      if (path && path !== '/stream') asked.push(path.replaceAll(MOMENT, '=*'));
    });
    await page.goto(day.dashboard.url + at());
    const agentIds = await day.api.db('agents').where({ account_id: day.account.accountId }).pluck('id');
    // Agents are listed newest first.
    const of = { leadId, userId, agentIds: agentIds.sort().reverse().slice(0, 8) };
    const counted = PAGE_REQUESTS[name]?.(of) ?? [];
    await eventually(async () => asked.length >= counted.length || undefined);
    expect(asked.toSorted()).toEqual(counted.toSorted());
  });
});
