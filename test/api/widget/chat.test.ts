import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { readTurnCounts } from '../../../db/widget/turn-counters.js';
import { payWith } from '../../../services/widget/proofs.js';
import { createTurnLimits } from '../../../services/widget/turn-limits.js';
import { publishAgent } from '../../support/agents.js';
import { useApi } from '../../support/api.js';
import { type ChatFixture, EASY, useChatFixtures } from '../../support/chat-fixture.js';
import { inParallel } from '../../support/http.js';
import { statementsOf } from '../../support/statements.js';
import { openChat, proofFor, say, sendFrom, type TestChat } from '../../support/widgets.js';

const api = useApi({ TRUST_PROXY: '1' });
const { createFixture: fixture, nextAddress, rowsOf } = useChatFixtures(api);
const BEGINNINGS = ['conversation.started', 'message.received', 'widget.session_started'];
const pending = (chat: TestChat, after?: string) =>
  supertest(api.app)
    .get(`/api/widget/v1/pending?key=${chat.key}&session_id=${chat.sessionId}${after ? `&after=${after}` : ''}`)
    .set(chat.headers);
const keyIdOf = async ({ widget }: ChatFixture): Promise<string> =>
  (await api.db('widgets').where({ id: widget.id }).first())?.key_id ?? '';
const conversationsOf = (of: ChatFixture) => rowsOf('conversations', of);
const numbers = (length: number) => Array.from({ length }, (_, n) => n);

describe('a turn', () => {
  it('is answered at once, stored with its answer, and shown to who comes back', async () => {
    const { chat } = await fixture();
    const { body } = (await say(api, chat, '  Hello\r\n\u0007there  ')) as { body: Record<string, never> };
    expect(body).toMatchObject({ success: true, status: 'answered', done: false, lead_id: null, session_token: null });
    const { body: since } = await pending(chat).expect(200);
    expect(since.messages.map(({ role, text }: { role: string; text: string }) => [role, text])[0]).toEqual([
      'user',
      'Hello\nthere',
    ]);
    expect(since).toMatchObject({ typing: false, human_active: false, done: false });
    expect(since.messages.slice(1)).toEqual(body.messages);
    const resumed = await supertest(api.app)
      .get(`/api/public/chat/config?key=${chat.key}`)
      .set(chat.headers)
      .expect(200);
    expect(resumed.body).toMatchObject({
      resumed: true,
      session_id: chat.sessionId,
      history: since.messages,
      done: false,
    });
    const later = await pending(chat, since.messages[0].id).expect(200);
    expect(later.body.messages).toEqual(since.messages.slice(1));
    expect((await pending(chat, since.messages.at(-1).id)).body.messages).toEqual([]);
  });

  it('that is sent again is answered as it was then, without a proof and beyond every limit; with other content it is refused', async () => {
    const { chat } = await fixture();
    const turn_id = randomUUID();
    const first = await say(api, chat, 'Hello', { turn_id }).then((answer) => answer);
    expect(first.status).toBe(200);
    for (const again of [{ turn_id }, { turn_id: turn_id.toUpperCase() }]) {
      const repeated = await sendFrom(api, chat, 'turn', { ...again, text: ' Hello ' }).expect(200);
      expect(repeated.body).toMatchObject({ status: 'answered', messages: first.body.messages });
    }
    const other = await say(api, chat, 'Something else', { turn_id });
    expect([other.status, other.body.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    expect((await pending(chat)).body.messages.filter(({ role }: { role: string }) => role === 'user')).toHaveLength(1);
  });

  it('sent twenty times at once is accepted once, and its start is reported once', async () => {
    const of = await fixture();
    const { chat } = of;
    const turn_id = randomUUID();
    const proofs = [];
    for (let n = 0; n < 20; n += 1) proofs.push(await proofFor(api, chat));
    const answers = await inParallel(proofs, 20, async (pow) =>
      sendFrom(api, chat, 'turn', { turn_id, text: 'Hello', pow }),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body.messages))).size).toBe(1);
    expect((await pending(chat)).body.messages.filter(({ role }: { role: string }) => role === 'user')).toHaveLength(1);
    const told = (await rowsOf('events', of)).map(({ type }) => type).filter((type) => BEGINNINGS.includes(type));
    expect(told.sort()).toEqual(BEGINNINGS);
  });

  it('is text or something picked; neither, both, too much and files are refused', async () => {
    const { chat } = await fixture();
    const pow = await proofFor(api, chat);
    const pick = { type: 'quick_reply', label: 'Prices' };
    for (const [body, field] of [
      [{}, '/text'],
      [{ text: 'a', action: pick }, '/text'],
      [{ text: ' \n ' }, '/text'],
      [{ text: 'a'.repeat(4_001) }, '/text'],
      [{ action: { type: 'dance' } }, '/action/type'],
      [{ text: 'a', attachments: [{}] }, '/attachments'],
      [{ text: 'a', turn_id: 'x' }, '/turn_id'],
      [{ text: 'a', client_prompt: 'x'.repeat(1_001) }, '/client_prompt'],
    ] as const) {
      const answer = await sendFrom(api, chat, 'turn', { turn_id: randomUUID(), pow, ...body });
      expect([answer.status, answer.body.field]).toEqual([400, field]);
    }
    // None of these used the proof up, and what the service doesn't know yet is passed over.
    await sendFrom(api, chat, 'turn', { turn_id: randomUUID(), pow, action: pick, later: { x: 1 } }).expect(200);
    await say(api, chat, 'a'.repeat(4_000)).then(({ status }) => expect(status).toBe(200));
  });

  it('keeps of the page where it is, and nothing of what addresses hold of people', async () => {
    const of = await fixture();
    await say(api, of.chat, 'Hello', {
      page: {
        url: 'https://shop.example.com/cart?token=secret&utm_source=mail&email=ana@example.com#part',
        title: 'Cart',
        referrer: 'https://other.example/?q=secret',
      },
    });
    const [row] = await conversationsOf(of);
    expect(JSON.parse(row?.page ?? '')).toMatchObject({
      url: 'https://shop.example.com/cart?utm_source=mail',
      title: 'Cart',
      referrer: 'https://other.example/',
    });
    expect(row?.page).not.toContain('secret');
  });

  it('leaves nothing behind without a good proof', async () => {
    const of = await fixture();
    const pow = await proofFor(api, of.chat);
    const turn = { turn_id: randomUUID(), text: 'Hello' };
    const stranger = await openChat(api, of.widget);
    for (const [name, given, code] of [
      ['none', undefined, 'POW_REQUIRED'],
      ['another number', { ...pow, number: pow.number + 1 }, 'POW_INVALID'],
      ['another purpose', await proofFor(api, of.chat, 'visitor'), 'POW_INVALID'],
      ['another session', await proofFor(api, stranger), 'POW_INVALID'],
    ] as const) {
      const answer = await sendFrom(api, of.chat, 'turn', { ...turn, pow: given });
      expect([name, answer.status, answer.body.code]).toEqual([name, 403, code]);
      expect(answer.headers['access-control-allow-origin']).toBeDefined();
    }
    expect(await conversationsOf(of)).toEqual([]);
    await sendFrom(api, of.chat, 'turn', { ...turn, pow }).expect(200);
  });

  it('has one winner of many with the same proof', async () => {
    const { chat } = await fixture();
    const pow = await proofFor(api, chat);
    const answers = await inParallel(numbers(30), 30, async () =>
      sendFrom(api, chat, 'turn', { turn_id: randomUUID(), text: 'Hello', pow }),
    );
    const codes = answers.map(({ status, body }) => (status === 200 ? 'taken' : body.code)).sort();
    expect(codes).toEqual([...Array(29).fill('POW_REPLAYED'), 'taken']);
  });

  it('that is sent many times at once with one proof is taken once, and each of them is answered alike', async () => {
    const of = await fixture();
    const turn = { turn_id: randomUUID(), text: 'Hello', pow: await proofFor(api, of.chat) };
    const answers = await inParallel(numbers(12), 12, async () => sendFrom(api, of.chat, 'turn', turn));
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(Array(12).fill([200, undefined]));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body.messages))).size).toBe(1);
    const said = (await rowsOf('conversation_messages', of)).filter(({ role }) => role === 'user');
    expect(said).toHaveLength(1);
  });

  it('is paid for by one of a hundred that use a proof at once', async () => {
    const proof = { ok: true as const, proof: randomBytes(32), expiresAt: new Date(Date.now() + 60_000) };
    const used = await inParallel(numbers(100), 20, () => payWith(api.db, proof));
    expect(used.filter(Boolean)).toHaveLength(1);
  });

  it.each([
    ['one after the other', 1],
    ['at once', 33],
  ])('with a proof that was used counts against no limit, however often it is sent: %s', async (_name, width) => {
    const of = await fixture({ ...EASY, limits: { turns_per_day: 20 } });
    const pow = await proofFor(api, of.chat);
    const answers = await inParallel(numbers(33), width, async () =>
      sendFrom(api, of.chat, 'turn', { turn_id: randomUUID(), text: 'Hello', pow }),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.map(({ body }) => body.code))).toEqual(new Set([undefined, 'POW_REPLAYED']));
    const [day] = await readTurnCounts(api.db, [{ kind: 'key', name: await keyIdOf(of), periodS: 86_400 }]);
    // A day may end in between.
    expect(day?.n).toBeLessThanOrEqual(1);
    expect((await say(api, await openChat(api, of.widget, nextAddress()), 'Hello')).status).toBe(200);
  });

  it('of a visitor costs at most ten statements, a repeat four and a look for answers two; Temporal is not asked', async () => {
    const { chat } = await fixture();
    await say(api, chat, 'Hello');
    const pow = await proofFor(api, chat);
    const turn = { turn_id: randomUUID(), text: 'And again', pow };
    const before = api.dispatched.length;
    const statements = await statementsOf(api.db, () => sendFrom(api, chat, 'turn', turn).expect(200));
    expect(statements.length).toBeLessThanOrEqual(10);
    expect(api.dispatched.length).toBe(before);
    expect(
      (await statementsOf(api.db, () => sendFrom(api, chat, 'turn', turn).expect(200))).length,
    ).toBeLessThanOrEqual(4);
    expect(await statementsOf(api.db, () => pending(chat).expect(200))).toHaveLength(2);
  });
});

describe('a chat whose agent does not answer', () => {
  it('belongs to a person from the first message on: no assistant is mentioned, and the visitor and the team are notified', async () => {
    const of = await fixture();
    // An agent whose cadence sends messages and which answers no one, which is the default.
    const workflow_id = await publishAgent(api.db, of.account.accountId, []);
    await of.account.request('patch', `/widgets/${of.widget.id}`).send({ workflow_id }).expect(200);
    const config = await supertest(api.app).get(`/api/public/chat/config?key=${of.chat.key}`).set(of.chat.headers);
    expect(config.body.config).toMatchObject({ ai_notice: null, features: { meeting_booking: false, handoff: true } });
    const { body } = await say(api, of.chat, 'Hello');
    expect(body).toMatchObject({ status: 'handoff', messages: [] });
    expect((await pending(of.chat).expect(200)).body).toMatchObject({ human_active: true });
    expect(await conversationsOf(of)).toMatchObject([{ handler: 'person', handoff_reason: 'no_agent' }]);
    const told = (await rowsOf('events', of)).map(({ type }) => type);
    expect(told).toEqual(expect.arrayContaining(['conversation.handoff_requested', 'widget.handoff_requested']));
  });
});

describe('limits of turns', () => {
  it('are thirty in five minutes for a session, and count before the proof is looked at', async () => {
    const of = await fixture({ pow: { required: false } });
    const turn = () => sendFrom(api, of.chat, 'turn', { turn_id: randomUUID(), text: 'Hello' });
    const answers = await inParallel(numbers(62), 8, turn);
    const taken = answers.filter(({ status }) => status === 200);
    // Five minutes may end in between.
    expect(taken.length).toBeGreaterThanOrEqual(30);
    expect(taken.length).toBeLessThanOrEqual(60);
    let refused = await turn();
    for (let tries = 0; refused.status === 200 && tries < 30; tries += 1) refused = await turn();
    expect([refused.status, refused.body.code]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(300);
    await of.account
      .request('patch', `/widgets/${of.widget.id}`)
      .send({ pow: { required: true } })
      .expect(200);
    expect((await turn()).body.code).toBe('RATE_LIMITED');
  });

  it('are forty in five minutes for an address and an IPv6 /64, over however many sessions', async () => {
    const { widget } = await fixture({ pow: { required: false } });
    for (const address of [() => '192.0.2.77', (n: number) => `2001:db8:1:2:${n.toString(16)}::1`]) {
      const answers = await inParallel(numbers(82), 8, async (n) => {
        const chat = await openChat(api, widget, address(n));
        return sendFrom(api, chat, 'turn', { turn_id: randomUUID(), text: 'Hello' });
      });
      const taken = answers.filter(({ status }) => status === 200).length;
      expect(taken).toBeGreaterThanOrEqual(40);
      expect(taken).toBeLessThanOrEqual(80);
      const elsewhere = await openChat(api, widget, nextAddress());
      await sendFrom(api, elsewhere, 'turn', { turn_id: randomUUID(), text: 'Hello' }).expect(200);
    }
  });

  it('count only accepted turns, together or alone: no visitor uses up a widget’s day, or the capacity of others', async () => {
    const processes = [createTurnLimits(api.db), createTurnLimits(api.db)] as const;
    const keyId = randomUUID();
    const visitor = () => ({ keyId, sessionId: randomUUID(), address: nextAddress(), perDay: 1_000 });
    const eager = visitor();
    const turns = numbers(62).flatMap((n) => (n % 3 === 0 ? [eager, visitor()] : [eager]));
    const reached = await inParallel([...turns.entries()], 40, ([n, turn]) => processes[n % 2 ? 1 : 0].count(turn));
    const passed = turns.filter((_, n) => reached[n] === undefined);
    const ofEager = passed.filter((turn) => turn === eager).length;
    // Five minutes may end in between, or a day.
    expect(ofEager).toBeGreaterThanOrEqual(30);
    expect(ofEager).toBeLessThanOrEqual(60);
    expect(passed.length - ofEager).toBe(21);
    const [day] = await readTurnCounts(api.db, [{ kind: 'key', name: keyId, periodS: 86_400 }]);
    expect(day?.n).toBeGreaterThan(0);
    expect(day?.n).toBeLessThanOrEqual(passed.length);
  });

  it.each([
    [401, 21],
    [200, 10],
    [20, 10],
    [3, 3],
  ])('are a twentieth of the widget’s day for an address, and at least ten: of %s, %s', async (perDay, share) => {
    const limits = createTurnLimits(api.db);
    const keyId = randomUUID();
    const turn = (address: string) => ({ keyId, sessionId: randomUUID(), address, perDay });
    const address = nextAddress();
    let passed = 0;
    while (!(await limits.count(turn(address)))) passed += 1;
    // A day may end in between.
    expect(passed).toBeGreaterThanOrEqual(share);
    expect(passed).toBeLessThanOrEqual(2 * share);
    if (perDay > share) expect(await limits.count(turn(nextAddress()))).toBeUndefined();
  });

  it('are those of the widget for a day; what was refused for another reason is not among them', async () => {
    const of = await fixture({ ...EASY, limits: { turns_per_day: 3 } });
    for (let n = 0; n < 5; n += 1)
      await sendFrom(api, of.chat, 'turn', { turn_id: randomUUID(), text: 'Hello' }).expect(403);
    const statuses = [];
    for (let n = 0; n < 4; n += 1)
      statuses.push((await say(api, await openChat(api, of.widget, nextAddress()), 'Hello')).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });
});
