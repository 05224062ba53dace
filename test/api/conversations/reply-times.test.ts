import { beforeAll, describe, expect, it } from '@jest/globals';
import { findConversationWithAgentById } from '../../../db/conversations/with-agent.js';
import { insertEvents, type NewEvent } from '../../../db/events/events.js';
import type { LeadRow } from '../../../db/tables.js';
import { inWork } from '../../../db/work.js';
import { newId } from '../../../runtime/ids.js';
import { receiveInput } from '../../../services/conversations/receive.js';
import { countNextEvents } from '../../../services/operations/count-events.js';
import { type TestAccount, useApi } from '../../support/api.js';
import { addChat } from '../../support/conversations.js';
import { forgetCounts } from '../../support/counts.js';
import { addAgent, addLead, addMessage, addRun } from '../../support/messaging.js';
import { addUser } from '../../support/users.js';
import { workOn } from '../../support/work.js';

const api = useApi();

const countAll = async () => {
  while ((await countNextEvents({ db: api.db, now: new Date() })) > 0);
};

let account: TestAccount;
beforeAll(async () => {
  account = await api.account({ timezone: 'UTC' });
});

type Origin = NewEvent['origin'];
const at = (time: string) => new Date(`2026-03-02T${time}Z`);

/** A lead's mails, each told of at its time. */
async function mailsOf({ accountId }: TestAccount, agentId: string | null = null) {
  const lead: LeadRow = await addLead(api.db, accountId);
  const run = agentId && (await addRun(api.db, lead, agentId));
  const tell = (type: NewEvent['type'], time: string, id: string, origin: Origin, agentRunId: string | null = null) =>
    insertEvents(api.db, at(time), [
      { accountId, leadId: lead.id, agentRunId, type, origin, data: { message_id: id, channel: 'email' } },
    ]);
  return {
    wrote: async (time: string, workedAt = time) => {
      const given = { direction: 'inbound', status: 'received', created_at: at(time) } as const;
      const { id } = await addMessage(api.db, lead, null, given);
      await tell('message.received', workedAt, id, { kind: 'provider', id: 'email' }, run ? run.id : null);
    },
    got: async (time: string, origin: Origin, { toldBy = origin, inCadence = false } = {}) => {
      const { id } = await addMessage(api.db, lead, inCadence && run ? run : null, { status: 'sent' });
      if (!inCadence) await tell('message.queued', time, id, origin);
      await tell('message.sent', time, id, toldBy, inCadence && run ? run.id : null);
    },
  };
}

const rowsOf = async (of: TestAccount, query: string) =>
  (await of.request('get', `/reports/reply-times?from=2026-03-01&to=2026-03-03&${query}`).expect(200)).body.rows;

/** Within 10 %: waits are kept by size. */
const about = (seconds: number) => ({
  asymmetricMatch: (told: number) => Math.abs(told - seconds) <= seconds * 0.1,
});

describe('reply times', () => {
  it('run from the first unanswered message to the first answer', async () => {
    const user = await addUser(api, account.accountId, 'operator');
    const agentId = await addAgent(api, account);
    const ana = { kind: 'user', id: user.userId } as const;
    const mails = await mailsOf(account, agentId);
    await mails.got('08:00:00', ana);
    // Mails received while the worker was down wait from their arrival.
    await mails.wrote('09:00:00', '09:10:00');
    await mails.wrote('09:20:00');
    await mails.got('09:25:00', { kind: 'cadence', id: null }, { inCadence: true });
    await mails.got('09:26:00', { kind: 'job', id: newId() });
    // A receipt is what tells that it left.
    await mails.got('10:00:00', ana, { toldBy: { kind: 'provider', id: 'email' } });
    await mails.got('11:00:00', ana);
    await mails.wrote('12:00:00');
    await mails.got('12:00:20', { kind: 'agent', id: agentId, depth: 1 });
    await countAll();
    const rows = await rowsOf(account, 'group=writer');
    expect(rows).toHaveLength(2);
    expect(rows).toContainEqual(
      expect.objectContaining({
        writer_id: user.userId,
        writer_kind: 'user',
        writer_name: 'User',
        counts: { first_answers: 1 },
        reply_time: { median_seconds: about(3600), p90_seconds: about(3600) },
      }),
    );
    expect(rows).toContainEqual(
      expect.objectContaining({
        writer_id: agentId,
        writer_kind: 'agent',
        writer_name: 'Agent',
        reply_time: { median_seconds: about(20), p90_seconds: about(20) },
      }),
    );
  });

  it('are the median and the ninth tenth of each day, and a file', async () => {
    const own = await api.account({ timezone: 'UTC' });
    const key = { kind: 'api', id: newId() } as const;
    for (let n = 1; n <= 10; n += 1) {
      const mails = await mailsOf(own);
      await mails.wrote('10:00:00');
      await mails.got(`10:${String(n * 5).padStart(2, '0')}:00`, key);
    }
    await countAll();
    expect(await rowsOf(own, 'group=day')).toMatchObject([
      {
        day: '2026-03-02',
        counts: { first_answers: 10 },
        reply_time: { median_seconds: about(25 * 60), p90_seconds: about(45 * 60) },
      },
    ]);
    expect(await rowsOf(own, 'group=channel')).toMatchObject([{ channel: 'email', counts: { first_answers: 10 } }]);
    const file = await own
      .request('get', '/reports/reply-times?from=2026-03-02&to=2026-03-02')
      .set('accept', 'text/csv')
      .expect(200);
    expect(file.text).toMatch(/^\ufeffday,first_answers,median_seconds,p90_seconds\r?\n2026-03-02,10,\d+,\d+\r?\n$/);
    await own.request('get', '/reports/reply-times?group=sender').expect(400);
    await own.request('get', '/reports/messages?group=writer').expect(400);
  });

  it('count in a chat what the agent and what a person answers a visitor', async () => {
    const own = await api.account({ timezone: 'UTC' });
    const user = await addUser(api, own.accountId, 'operator');
    const id = await addChat(api, own);
    const say = (text: string) => user.request('post', `/conversations/${id}/messages`).send({ text }).expect(201);
    await say('I take over.');
    await inWork(workOn(api.db), async (work) => {
      const input = { turnId: newId(), text: 'And what does it cost?', choice: null };
      await receiveInput(work, (await findConversationWithAgentById(work.tx, id))!, input);
    });
    const ago = new Date(Date.now() - 600_000);
    await api.db('conversation_messages').where({ conversation_id: id, text: 'And what does it cost?' }).update({
      created_at: ago,
    });
    await say('It costs nothing.');
    await say('Really.');
    await countAll();
    const { body } = await own.request('get', '/reports/reply-times?group=writer').expect(200);
    expect(body.rows.map(({ writer_kind }: { writer_kind: string }) => writer_kind).sort()).toEqual(['agent', 'user']);
    expect(body.rows).toContainEqual(
      expect.objectContaining({
        writer_id: user.userId,
        counts: { first_answers: 1 },
        reply_time: { median_seconds: about(600), p90_seconds: about(600) },
      }),
    );
  });

  it('are the same after a rebuild', async () => {
    const ofAccount = { account_id: account.accountId };
    const counts = () =>
      api.db('report_counts').where(ofAccount).orderBy(['day', 'metric', 'agent_id', 'writer_id', 'channel']);
    const before = await counts();
    await forgetCounts(api.db);
    await countAll();
    expect(await counts()).toEqual(before);
  });
});
