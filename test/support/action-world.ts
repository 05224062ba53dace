import { createUser } from '../../services/accounts.js';
import { addSender } from './agents.js';
import type { TestAccount, TestApi } from './api.js';
import { addBlock, addHost, addType } from './meetings.js';
import { addAgent } from './messaging.js';

/** What the actions of jobs and functions refer to, by their ids. */
export interface ActionWorld {
  account: TestAccount;
  /** Its cadences go on whatever is booked or bought. */
  agent: string;
  host: string;
  type: string;
  conversion: string;
  user: string;
}

/** Makes in an account what actions refer to. */
export async function actionWorld(api: TestApi, account: TestAccount): Promise<ActionWorld> {
  await addSender(api.db, account.accountId);
  const agent = await addAgent(api, account, { exit: { on_meeting_booked: 'continue', on_conversion: 'continue' } });
  const host = await addHost(account);
  await addBlock(account, host, { kind: 'weekly', weekdays: ['mon', 'tue'], starts: '09:00', ends: '12:00' });
  const type = await addType(account, { hosts: [{ host_id: host }] });
  const sale = { name: 'Sale', currency: 'EUR' };
  const { body } = await account.request('post', '/conversion-types').send(sale).expect(201);
  const { userId } = await createUser(api.db, new Date(), {
    accountId: account.accountId,
    email: `owner-${agent}@example.com`,
    name: 'Ana',
    role: 'owner',
    password: 'a long password of the tests',
  });
  return { account, agent, host, type, conversion: body.conversion_type.id, user: userId };
}
