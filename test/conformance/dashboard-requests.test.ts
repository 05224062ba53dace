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
});

const MOMENT = /=\d{4}-\d\d-\d\d(T[\d:.]+Z)?/g;

describe('a page of the dashboard', () => {
  it.each([
    ['lead', () => `/leads/${leadId}`],
    ['home', () => '/'],
  ])('%s asks for what its statements are counted by, and for nothing else', async (name, at) => {
    // A page of its own: the one that was signed in by may still ask for things.
    const page = await (await day.open('/profile', email)).context().newPage();
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

  it('that offers free times asks for those of a week once', async () => {
    const page = await day.open('/meetings', email);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.endsWith('/meetings/availability')) asked.push(request.url());
    });
    await page.getByRole('button', { name: 'Book meeting' }).click();
    const dialog = page.getByRole('dialog', { name: 'Book meeting' });
    await dialog.getByRole('combobox', { name: 'Type' }).click();
    await page.getByRole('option').first().click();
    await dialog
      .getByRole('button', { name: /^\d\d:\d\d/ })
      .or(dialog.getByText('No available times on these days.'))
      .first()
      .waitFor();
    // Later requests have their responses by then.
    await dialog.getByRole('combobox', { name: 'Lead' }).fill('zq');
    await page.getByRole('option').first().waitFor();
    expect(asked).toHaveLength(1);
  });
});
