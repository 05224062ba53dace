import { beforeEach, describe, expect, it } from '@jest/globals';
import { claimOutbox, FIRST_TRY_MS } from '../../db/outbox.js';
import type { EmailSenderRow } from '../../db/tables.js';
import { openWork } from '../../db/work.js';
import type { SendOutcome } from '../../providers/outcome.js';
import { createLogger } from '../../runtime/logger.js';
import { createMetrics } from '../../runtime/metrics.js';
import { createBreakers } from '../../services/channels/breakers.js';
import { findSender } from '../../services/channels/senders.js';
import { ownMessages } from '../../services/messages/advance.js';
import { createMailLinks } from '../../services/messages/mail-links.js';
import { addSender } from '../support/agents.js';
import { TEST_SECRET, useApi } from '../support/api.js';
import { enrollMany, lineFixture } from '../support/lines.js';
import { addAgent } from '../support/messaging.js';
import { statementsOf } from '../support/statements.js';

const api = useApi();
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Noon of a day to come: what counts by the day is far from its end. */
const NOON = new Date((Math.ceil(Date.now() / DAY_MS) + 0.5) * DAY_MS);
const later = (ms: number) => new Date(NOON.getTime() + ms);

/** Lines are called all together: each test has them to itself. */
beforeEach(() => api.db('line_places').delete());

/** An account with one sender under these limits, and agents that use it. */
async function createFixture(limits: Partial<Pick<EmailSenderRow, 'per_minute' | 'per_day'>>, definition: object = {}) {
  const account = await api.account({ timezone: 'UTC' });
  const senderId = await addSender(api.db, account.accountId);
  await api
    .db('email_senders')
    .where({ id: senderId })
    .update({ per_minute: null, ...limits });
  const agent = (parts: object = {}) => addAgent(api, account, { limits: {}, ...parts });
  const agentId = await agent(definition);
  const enroll = (count: number, into = agentId) => enrollMany(api, account.accountId, into, count);
  return { account, senderId, agentId, agent, enroll, hostCalendar: lineFixture(api) };
}

/** Returns the queued runs, in order. */
const inLine = (runIds: readonly string[]): Promise<string[]> =>
  api
    .db('line_places')
    .whereIn('subject_id', [...runIds])
    .orderBy(['urgency', 'due_at', 'subject_id'])
    .pluck('subject_id');

const sorted = (ids: readonly string[]) => [...ids].sort();

describe('2,000 leads behind 60 messages a minute', () => {
  it('are looked at once when they are due and once when it is their turn, first come first served', async () => {
    const { account, enroll, senderId, hostCalendar } = await createFixture({ per_minute: 60 });
    const runs = await enroll(2_000);
    const first = await hostCalendar.look(runs, NOON);
    expect(first).toHaveLength(60);
    expect(hostCalendar.looks).toBe(2_000);
    let waiting = runs.filter((id) => !first.includes(id));
    expect(await inLine(runs)).toEqual(waiting);

    hostCalendar.looks = 0;
    let sent = 0;
    const minute = async (n: number, most: number) => {
      const left = await hostCalendar.pass(later(n * MINUTE_MS));
      expect(sorted(left)).toEqual(sorted(waiting.slice(0, most)));
      waiting = waiting.slice(most);
      sent += left.length;
    };
    await minute(1, 60);
    await minute(2, 60);

    // In between, no run is woken and no row is locked, and a few reads suffice to detect that.
    const idle = await statementsOf(api.db, () => hostCalendar.call(later(2.5 * MINUTE_MS)));
    expect(idle.length).toBeLessThanOrEqual(7);
    expect(idle.filter((sql) => /for update|insert/i.test(sql))).toEqual([]);

    // Stopped runs release their positions. The next ones move up, and no other run is notified.
    const stopped = { filter: { workflow_run_ids: waiting.slice(0, 100) }, operation: 'stop' };
    await account.request('post', '/workflow-runs/bulk').send(stopped).expect(200);
    waiting = waiting.slice(100);
    await minute(3, 60);

    // A limit that is raised counts from the next look on.
    await account.request('patch', `/email-senders/${senderId}`).send({ per_minute: 150 }).expect(200);
    await minute(4, 150);
    expect(hostCalendar.looks / sent).toBeLessThanOrEqual(1.2);
  });
});

describe('a line', () => {
  it('is woken once by several processes, and no run overtakes the queue', async () => {
    const { enroll, hostCalendar } = await createFixture({ per_minute: 5 });
    const runs = await enroll(20);
    await hostCalendar.look(runs, NOON);
    const waiting = await inLine(runs);
    const [newcomer = ''] = await enroll(1).then((all) => all.filter((id) => !runs.includes(id)));
    const at = later(MINUTE_MS);
    expect(await hostCalendar.look([newcomer], at)).toEqual([]);
    const called = (await Promise.all([hostCalendar.call(at), hostCalendar.call(at), hostCalendar.call(at)])).flat();
    expect(sorted(called)).toEqual(sorted(waiting.slice(0, 5)));
    expect(sorted(await hostCalendar.look([newcomer, ...called], at))).toEqual(sorted(called));
    expect(await inLine([...runs, newcomer])).toEqual([...waiting.slice(5), newcomer]);
  });

  it('continues without runs that were woken and never came, and takes them first when they come', async () => {
    const { enroll, hostCalendar } = await createFixture({ per_minute: 2 });
    const runs = await enroll(8);
    await hostCalendar.look(runs, NOON);
    const waiting = await inLine(runs);
    expect(sorted(await hostCalendar.call(later(MINUTE_MS)))).toEqual(sorted(waiting.slice(0, 2)));
    expect(await hostCalendar.call(later(MINUTE_MS + 1_000))).toEqual([]);
    expect(sorted(await hostCalendar.pass(later(MINUTE_MS + 16_000)))).toEqual(sorted(waiting.slice(2, 4)));
    expect(await hostCalendar.look(waiting.slice(0, 2), later(MINUTE_MS + 20_000))).toEqual([]);
    expect(await inLine(runs)).toEqual([...waiting.slice(0, 2), ...waiting.slice(4)]);
    expect(sorted(await hostCalendar.pass(later(2 * MINUTE_MS)))).toEqual(sorted(waiting.slice(0, 2)));
  });

  it('wakes its next runs before all new requests of their account', async () => {
    const { enroll, hostCalendar } = await createFixture({ per_minute: 20 });
    const runs = await enroll(40);
    await hostCalendar.look(runs, NOON);
    await api.db('outbox').delete();
    await enroll(300);
    await hostCalendar.call(later(MINUTE_MS));
    const now = later(MINUTE_MS + FIRST_TRY_MS);
    const { items } = await claimOutbox(api.db, now, { limit: 30, leaseMs: 10_000, after: '' });
    expect(items.map(({ kind }) => kind)).toEqual([...Array(20).fill('wake'), ...Array(10).fill('start')]);
  });

  it('lets those through whom only narrower limits of their own agent would hold', async () => {
    const { agent, enroll, hostCalendar } = await createFixture({ per_minute: 6 });
    const narrow = await enroll(10, await agent({ limits: { per_sender: { per_minute: 2 } } }));
    const wide = await enroll(10);
    await hostCalendar.look([...narrow, ...wide], NOON);
    const [, , ...others] = await inLine(narrow);
    const sent = await hostCalendar.pass(later(MINUTE_MS));
    expect(sent).toHaveLength(6);
    expect(sent.filter((id) => others.includes(id))).toEqual([]);
  });

  it('leaves out whose window is closed, and calls them in order when it opens, without a look in between', async () => {
    const days = Object.fromEntries(
      ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => [day, [['09:00', '12:01']]]),
    );
    const step = { type: 'message', subject: 'Hello', content: 'Hi' };
    const { enroll, hostCalendar } = await createFixture(
      { per_minute: 2 },
      { cadence: { steps: [step], window: { mode: 'custom', days } } },
    );
    const runs = await enroll(6);
    await hostCalendar.look(runs, NOON);
    const waiting = await inLine(runs);
    expect(waiting).toHaveLength(4);
    expect(await hostCalendar.call(later(MINUTE_MS))).toEqual([]);
    expect(await hostCalendar.call(later(20 * HOUR_MS))).toEqual([]);
    hostCalendar.looks = 0;
    const nine = 21 * HOUR_MS;
    expect(sorted(await hostCalendar.pass(later(nine)))).toEqual(sorted(waiting.slice(0, 2)));
    expect(sorted(await hostCalendar.pass(later(nine + MINUTE_MS)))).toEqual(sorted(waiting.slice(2)));
    expect(hostCalendar.looks).toBe(4);
  });

  it('of an agent’s new leads continues on the next day, even if some of them were paused in between', async () => {
    const { account, enroll, hostCalendar } = await createFixture({}, { limits: { max_new_per_day: 3 } });
    const runs = await enroll(9);
    expect(await hostCalendar.look(runs, NOON)).toHaveLength(3);
    const [paused = '', ...waiting] = await inLine(runs);
    // Looked at all at once, none knew yet of those who came with it.
    await hostCalendar.look(waiting, NOON);
    const held = await api.db('agent_runs').whereIn('id', waiting).orderBy('hold_until').pluck('hold_until');
    expect(held).toEqual([...Array(2).fill(later(DAY_MS / 2)), ...Array(3).fill(later(1.5 * DAY_MS))]);
    const pause = { filter: { workflow_run_ids: [paused] }, operation: 'pause' };
    await account.request('post', '/workflow-runs/bulk').send(pause).expect(200);
    expect(await hostCalendar.pass(later(DAY_MS / 2 - 1))).toEqual([]);
    expect(sorted(await hostCalendar.pass(later(DAY_MS / 2)))).toEqual(sorted(waiting.slice(0, 3)));
    expect(await inLine(runs)).toEqual(waiting.slice(3));
  });

  it('of a voice agent waits for the end of a call', async () => {
    const account = await api.account({ timezone: 'UTC' });
    const made = await account.request('post', '/voice-agents').send({ name: 'Eva', max_concurrent: 2 }).expect(201);
    const agentId = await addAgent(api, account, { cadence: { steps: [{ type: 'call', begin_message: 'Hello' }] } });
    const fixture = lineFixture(api);
    const runs = await enrollMany(api, account.accountId, agentId, 6, (n) => ({ phone: `+3460011133${n}` }));
    const calling = await fixture.look(runs, NOON);
    expect(calling).toHaveLength(2);
    const waiting = await inLine(runs);
    expect(waiting).toHaveLength(4);
    expect(await fixture.call(later(MINUTE_MS))).toEqual([]);
    const [ended] = await api.db('messages').whereIn('agent_run_id', calling);
    const call = { message_id: ended?.id, account_id: account.accountId, lead_id: ended?.lead_id };
    await api.db('calls').insert({ ...call, call_status: 'ended', ended_at: NOON, updated_at: NOON } as never);
    expect(await fixture.pass(later(2 * MINUTE_MS))).toEqual(waiting.slice(0, 1));
    expect(made.body.voice_agent.max_concurrent).toBe(2);
  });
});

describe('a sender whose provider fails', () => {
  it('sends one queued message as a trial after the pause, and then continues in order', async () => {
    const { account, senderId, enroll } = await createFixture({});
    let now = NOON;
    const clock = { now: () => now };
    const breakers = createBreakers({
      db: api.db,
      clock,
      logger: createLogger('silent', 'test'),
      metrics: createMetrics(),
    });
    const queue = lineFixture(api, { heldBack: breakers.holdOf });
    const ends = async (agentRunId: string, outcome: SendOutcome, times = 1) => {
      for (let n = 0; n < times; n += 1) breakers.note({ senderId, accountId: account.accountId, agentRunId }, outcome);
      await breakers.idle();
    };
    await ends('', { kind: 'refused_retry', code: 'smtp_421', message: 'Not now.' }, 10);
    const runs = await enroll(12);
    expect(await queue.look(runs, now)).toEqual([]);
    expect(await inLine(runs)).toEqual(runs);
    expect(await queue.call(now)).toEqual([]);
    now = later(30_000);
    expect(await queue.call(now)).toEqual(runs.slice(0, 1));
    expect(await queue.call(now)).toEqual([]);
    expect(await queue.look(runs.slice(0, 1), now)).toEqual(runs.slice(0, 1));
    expect(await queue.call(now)).toEqual([]);
    await ends(runs[0] ?? '', { kind: 'accepted', providerMessageId: '<x@example.com>' });
    expect(sorted(await queue.pass(now))).toEqual(sorted(runs.slice(1)));
    expect(await inLine(runs)).toEqual([]);
    expect(queue.looks).toBe(12 + 12);
  });
});

describe('a message outside a cadence', () => {
  it('comes before cadences that wait for the same sender, and knows its place', async () => {
    const { account, senderId, enroll } = await createFixture({ per_minute: 1 });
    const queue = lineFixture(api);
    const now = new Date();
    const runs = await enroll(3);
    // The minute of the request, and that of the reading, are used up.
    const minute = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS;
    await api.db('sender_usage').insert(
      [0, 1].map((n) => ({
        sender_id: senderId,
        bucket: 'minute',
        n: 1,
        starts_at: new Date(minute + n * MINUTE_MS),
      })),
    );
    expect(await queue.look(runs, now)).toEqual([]);
    const { lead_id } = (await api.db('agent_runs').where({ id: runs[0] }).first())!;
    const ask = { lead_id, channel: 'email', subject: 'Own', content: 'Hello', respect_window: false };
    const { body } = await account.request('post', '/messages').send(ask).expect(202);
    const [first] = await inLine([...runs, body.message_id]);
    expect(first).toBe(body.message_id);
    const at = new Date(minute + 2 * MINUTE_MS);
    expect(await queue.call(at)).toEqual([body.message_id]);
    const owner = ownMessages({
      links: createMailLinks([TEST_SECRET], 'http://las.test'),
      senderOf: (channel, accountId, id) => findSender(api.db, channel, accountId, id),
      heldBack: async () => undefined,
    });
    const advanced = await api.db.transaction((tx) => owner.advance(openWork(tx, at), body.message_id));
    expect(advanced).toMatchObject({ send: { messageId: body.message_id } });
    expect(await inLine([...runs, body.message_id])).toEqual(runs);
  });
});

describe('the place in a line', () => {
  it('is reported by next and by a simulation, with about the time of the turn', async () => {
    const { account, agentId, enroll, hostCalendar } = await createFixture({ per_minute: 2 });
    const runs = await enroll(9);
    const now = new Date();
    await hostCalendar.look(runs, now);
    const waiting = await inLine(runs);
    // Looked at all at once, none knew yet of those who came with it.
    await hostCalendar.look(waiting.slice(4, 5), now);
    const run = (await api.db('agent_runs').where({ id: waiting[4] }).first())!;
    const minutes = (n: number) => new Date((Math.floor(now.getTime() / MINUTE_MS) + n) * MINUTE_MS);
    expect(run).toMatchObject({ hold_reason: 'sender_throttle', hold_until: minutes(3) });
    const { body: next } = await account.request('get', `/leads/${run.lead_id}/next`).expect(200);
    const held = { reason: 'sender_throttle', detail: 'Messages of the sender are limited to 2 per minute.' };
    // A reading in the next minute counts from there.
    expect(next.runs[0].holds).toMatchObject([{ ...held, position: 5 }]);
    expect(Date.parse(next.runs[0].earliest_at)).toBe(Date.parse(next.runs[0].holds[0].until));
    const { body: paper } = await account
      .request('post', `/workflows/${agentId}/simulate`)
      .send({ lead: { first_name: 'Ada', email: 'ada@example.com' }, starts_at: now.toISOString() })
      .expect(200);
    expect(paper.timeline[0]).toMatchObject({
      at: minutes(4).toISOString(),
      holds: [{ ...held, position: 8, until: minutes(4).toISOString() }],
    });
  });
});
