import { describe, expect, it } from '@jest/globals';
import { openWork } from '../../db/work.js';
import { advanceRun } from '../../services/cadence/advance-run.js';
import { optOut } from '../../services/leads/consent.js';
import { createMailLinks } from '../../services/messages/mail-links.js';
import { addSender } from '../support/agents.js';
import { TEST_SECRET, type TestAccount, useApi } from '../support/api.js';
import { eventually } from '../support/eventually.js';
import { addAgent, addLead, addRun } from '../support/messaging.js';

const api = useApi();

interface Fixture {
  account: TestAccount;
  email: string;
}

/** Claims a lead's first mail, lets `suppress` begin before that commits, and answers what it answered. */
async function whileClaiming<T>(
  suppress: (turnInput: Fixture) => Promise<T>,
): Promise<{ messageId: string; answer: T }> {
  const account = await api.account();
  const senderId = await addSender(api.db, account.accountId, 2525);
  const sender = (await api.db('email_senders').where({ id: senderId }).first())!;
  const lead = await addLead(api.db, account.accountId);
  const run = await addRun(api.db, lead, await addAgent(api, account));
  const deps = {
    links: createMailLinks([TEST_SECRET], 'http://las.test'),
    senderOf: async () => ({ channel: 'email' as const, row: sender }),
    heldBack: async () => undefined,
  };
  const { claimed, answering } = await api.db.transaction(async (tx) => {
    const claimed = await advanceRun(openWork(tx, new Date()), run.id, deps);
    let ended = false;
    const answering = suppress({ account, email: lead.email ?? '' }).finally(() => {
      ended = true;
    });
    await eventually(async () => (ended || (await isWaitedFor(lead.id)) ? true : undefined));
    return { claimed, answering: { answering } };
  });
  if (!('send' in claimed)) throw new Error('not claimed');
  return { messageId: claimed.send.messageId, answer: await answering.answering };
}

/** Returns whether another connection is at a statement that locks what belongs to the lead. */
async function isWaitedFor(leadId: string): Promise<boolean> {
  const [rows] = (await api.db.raw('SELECT INFO AS info FROM information_schema.processlist')) as unknown as [
    { info: string | null }[],
  ];
  return rows.some(({ info }) => info?.includes('for update') && info.includes(leadId));
}

describe('an address that is suppressed while a mail to it is being claimed', () => {
  it('is answered for after the claim, whose mail is named', async () => {
    const { messageId, answer } = await whileClaiming(
      async ({ account, email }) =>
        await account.request('post', '/suppressions').send({ channel: 'email', address: email }).expect(201),
    );
    expect(answer.body.in_flight).toEqual([messageId]);
  });

  it('is answered for after the claim, too, where another lead with the address opts out', async () => {
    const { messageId, answer } = await whileClaiming(async ({ account, email }) => {
      const { accountId } = account;
      const other = await addLead(api.db, accountId, { email });
      return api.db.transaction(async (tx) => {
        const work = openWork(tx, new Date());
        const origin = { kind: 'system' as const, id: null };
        await optOut(work, { accountId, leadId: other.id, channel: 'email', source: 'api', origin });
        return work.sending();
      });
    });
    expect(answer).toEqual([messageId]);
  });
});
