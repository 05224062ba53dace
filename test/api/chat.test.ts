import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { readTurnCounts } from '../../db/widget/turn-counters.js';
import { inWork } from '../../db/work.js';
import { systemClock } from '../../runtime/clock.js';
import { payWith } from '../../services/widget/proofs.js';
import { countTurnOf } from '../../services/widget/turn-limits.js';
import { type TestAccount, useApi } from '../support/api.js';
import { inParallel } from '../support/http.js';
import { statementsOf } from '../support/statements.js';
import { addWidget, openChat, proofFor, say, sendFrom, type TestChat, type TestWidget } from '../support/widgets.js';

const api = useApi({ TRUST_PROXY: '1' });
const EASY = { pow: { base_number: 1_000 } };
const FORM = {
  ...EASY,
  capture_form: {
    enabled: true,
    lead_creation_on_submit: true,
    fields: [
      { key: 'first_name', label: 'Name' },
      { key: 'email', label: 'E-mail', type: 'email', required: true },
      { key: 'phone', label: 'Phone', type: 'phone' },
      { key: 'size', label: 'Size', type: 'choice', options: ['small', 'large'] },
    ],
  },
};
const CONSENT = { enabled: true, text: { en: 'I agree to texts.', es: 'Acepto mensajes.' } };
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

let addresses = 0;
const nextAddress = () => {
  addresses += 1;
  return `198.51.100.${addresses}`;
};

interface Scene {
  account: TestAccount;
  widget: TestWidget;
  chat: TestChat;
}
async function scene(more: object = EASY): Promise<Scene> {
  const account = await api.account();
  const widget = await addWidget(api, account, more);
  return { account, widget, chat: await openChat(api, widget, nextAddress()) };
}
const pending = (chat: TestChat, after?: string) =>
  supertest(api.app)
    .get(`/api/widget/v1/pending?key=${chat.key}&session_id=${chat.sessionId}${after ? `&after=${after}` : ''}`)
    .set(chat.headers);
const submit = async (chat: TestChat, fields: object, more: object = {}) =>
  sendFrom(api, chat, 'visitor', {
    submission_id: randomUUID(),
    fields,
    pow: await proofFor(api, chat, 'visitor'),
    ...more,
  });
const ofAccount = ({ account }: Scene) => ({ account_id: account.accountId });
const leadsOf = (of: Scene) => api.db('leads').where(ofAccount(of));
const conversationsOf = (of: Scene) => api.db('conversations').where(ofAccount(of));
const submissionsOf = (of: Scene) => api.db('widget_submissions').where(ofAccount(of));
const numbers = (length: number) => Array.from({ length }, (_, n) => n);

describe('a turn', () => {
  it('is answered at once, stored with its answer, and shown to who comes back', async () => {
    const { chat } = await scene();
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
    const { chat } = await scene();
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

  it('sent twenty times at once is taken once', async () => {
    const { chat } = await scene();
    const turn_id = randomUUID();
    const proofs = [];
    for (let n = 0; n < 20; n += 1) proofs.push(await proofFor(api, chat));
    const answers = await inParallel(proofs, 20, async (pow) =>
      sendFrom(api, chat, 'turn', { turn_id, text: 'Hello', pow }),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body.messages))).size).toBe(1);
    expect((await pending(chat)).body.messages.filter(({ role }: { role: string }) => role === 'user')).toHaveLength(1);
  });

  it('is text or something picked; neither, both, too much and files are refused', async () => {
    const { chat } = await scene();
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
    const of = await scene();
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
    const of = await scene();
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
    const { chat } = await scene();
    const pow = await proofFor(api, chat);
    const answers = await inParallel(numbers(30), 30, async () =>
      sendFrom(api, chat, 'turn', { turn_id: randomUUID(), text: 'Hello', pow }),
    );
    const codes = answers.map(({ status, body }) => (status === 200 ? 'taken' : body.code)).sort();
    expect(codes).toEqual([...Array(29).fill('POW_REPLAYED'), 'taken']);
  });

  it('is paid for by one of a hundred that use a proof at once; one that comes to nothing gives it back', async () => {
    const proof = { ok: true as const, proof: randomBytes(32), expiresAt: new Date(Date.now() + 60_000) };
    const deps = { db: api.db, clock: systemClock, dispatch: () => undefined };
    const failed = inWork(deps, async (work) => {
      expect(await payWith(work, proof)).toBe(true);
      throw new Error('It came to nothing.');
    });
    await expect(failed).rejects.toThrow('It came to nothing.');
    const used = await inParallel(numbers(100), 20, () => inWork(deps, (work) => payWith(work, proof)));
    expect(used.filter(Boolean)).toHaveLength(1);
  });

  it('of a visitor costs at most ten statements, a repeat four and a look for answers two; Temporal is not asked', async () => {
    const { chat } = await scene();
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

describe('limits of turns', () => {
  it('are thirty in five minutes for a session, and count before the proof is looked at', async () => {
    const of = await scene({ pow: { required: false } });
    const turn = () => sendFrom(api, of.chat, 'turn', { turn_id: randomUUID(), text: 'Hello' });
    const answers = await inParallel(numbers(62), 8, turn);
    const taken = answers.filter(({ status }) => status === 200);
    // Five minutes may end in between.
    expect(taken.length).toBeGreaterThanOrEqual(30);
    expect(taken.length).toBeLessThanOrEqual(60);
    const refused = await turn();
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
    const { widget } = await scene({ pow: { required: false } });
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

  it('count what passes and nothing else: nobody uses up a widget’s day alone', async () => {
    const turn = { keyId: randomUUID(), sessionId: randomUUID(), address: nextAddress(), perDay: 1_000 };
    const reached = await inParallel(numbers(62), 20, () => countTurnOf(api.db, turn));
    const passed = reached.filter((limit) => limit === undefined).length;
    // Five minutes may end in between, or a day.
    expect(passed).toBeGreaterThanOrEqual(30);
    expect(passed).toBeLessThanOrEqual(60);
    const [day] = await readTurnCounts(api.db, [{ kind: 'key', name: turn.keyId, periodS: 86_400 }]);
    expect(day?.n).toBeGreaterThan(0);
    expect(day?.n).toBeLessThanOrEqual(passed);
  });

  it('are those of the widget for a day; what was refused for another reason is not among them', async () => {
    const of = await scene({ ...EASY, limits: { turns_per_day: 3 } });
    for (let n = 0; n < 5; n += 1)
      await sendFrom(api, of.chat, 'turn', { turn_id: randomUUID(), text: 'Hello' }).expect(403);
    const statuses = [];
    for (let n = 0; n < 4; n += 1)
      statuses.push((await say(api, await openChat(api, of.widget, nextAddress()), 'Hello')).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });
});

describe('a form', () => {
  it('makes a lead of what it asks for, once for its id, also when it is sent twenty times at once', async () => {
    const of = await scene(FORM);
    const fields = { first_name: 'Ana', email: 'Ana@example.com', phone: '+34600123456', size: 'large', other: 'x' };
    const submission_id = randomUUID();
    const proofs = [];
    for (let n = 0; n < 20; n += 1) proofs.push(await proofFor(api, of.chat, 'visitor'));
    const answers = await inParallel(proofs, 20, async (pow) =>
      sendFrom(api, of.chat, 'visitor', { submission_id, fields, pow }),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const leads = await leadsOf(of);
    expect(leads).toHaveLength(1);
    expect(leads[0]).toMatchObject({ first_name: 'Ana', email: 'Ana@example.com', source: 'widget' });
    // What the agent has no field for is not lost, and what the form doesn't ask for is not taken.
    expect(JSON.parse(leads[0]?.metadata ?? '')).toEqual({ size: 'large' });
    for (const { body } of answers)
      expect(body).toEqual({ success: true, lead_id: leads[0]?.id, visitor_id: of.chat.sessionId, created: true });
    const repeated = await sendFrom(api, of.chat, 'visitor', { submission_id, fields }).expect(200);
    expect(repeated.body.lead_id).toBe(leads[0]?.id);
    const other = await sendFrom(api, of.chat, 'visitor', { submission_id, fields: { ...fields, size: 'small' } });
    expect([other.status, other.body.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    expect((await say(api, of.chat, 'Hello')).body.lead_id).toBe(leads[0]?.id);
  });

  it('that doesn’t fit is refused by its field, and uses no proof up', async () => {
    const of = await scene(FORM);
    const pow = await proofFor(api, of.chat, 'visitor');
    for (const [fields, field, code] of [
      [{ first_name: 'Ana' }, '/fields/email', 'VALIDATION_ERROR'],
      [{ email: 'nonsense' }, '/fields/email', 'VALIDATION_ERROR'],
      [{ email: 'a@example.com', phone: '12' }, '/fields/phone', 'INVALID_PHONE'],
      [{ email: 'a@example.com', size: 'huge' }, '/fields/size', 'VALIDATION_ERROR'],
    ] as const) {
      const answer = await sendFrom(api, of.chat, 'visitor', { submission_id: randomUUID(), fields, pow });
      expect([answer.status, answer.body.field, answer.body.code]).toEqual([400, field, code]);
    }
    const { chat } = await scene();
    expect((await submit(chat, { email: 'a@example.com' })).status).toBe(400);
    await sendFrom(api, of.chat, 'visitor', {
      submission_id: randomUUID(),
      fields: { email: 'a@example.com' },
      pow,
    }).expect(200);
    expect(await leadsOf(of)).toHaveLength(1);
  });

  it('with the field that people don’t see filled in is answered and kept nowhere', async () => {
    const of = await scene(FORM);
    const { body } = await submit(of.chat, { email: 'bot@example.com' }, { website: 'https://spam.example' });
    expect(body).toEqual({ success: true, lead_id: null, visitor_id: of.chat.sessionId, created: false });
    expect([await leadsOf(of), await submissionsOf(of)]).toEqual([[], []]);
  });

  it('is matched with no known lead, and its answer tells nothing of one', async () => {
    const of = await scene(FORM);
    const known = await of.account
      .request('post', '/leads')
      .send({ first_name: 'Ana', email: 'ana@example.com', phone: '+34600123456', metadata: { plan: 'gold' } })
      .expect(201);
    const before = await api.db('leads').where({ id: known.body.lead.id }).first();
    const answers = [];
    for (const email of ['ana@example.com', 'nobody@example.com']) {
      const chat = await openChat(api, of.widget, nextAddress());
      answers.push((await submit(chat, { email, phone: '+34600123456' })).body);
    }
    for (const answer of answers) {
      expect({ ...answer, lead_id: '', visitor_id: '' }).toEqual({
        success: true,
        lead_id: '',
        visitor_id: '',
        created: true,
      });
      expect(answer.lead_id).not.toBe(known.body.lead.id);
    }
    expect(await api.db('leads').where({ id: known.body.lead.id }).first()).toEqual(before);
  });

  it('belongs to the known lead only with the site’s own proof', async () => {
    const of = await scene(FORM);
    const { identitySecret } = of.widget;
    const known = await of.account
      .request('post', '/leads')
      .send({ first_name: 'Ana', email: 'ana@example.com', external_id: 'crm-7' })
      .expect(201);
    const signed = (text: string, secret = identitySecret) => createHmac('sha256', secret).update(text).digest('hex');
    const fields = { email: 'other@example.com' };
    for (const user of [
      { email: 'ana@example.com', hash: signed('bob@example.com') },
      { email: 'ana@example.com', hash: signed('ana@example.com', 'another secret') },
      { external_id: 'crm-7', hash: signed('ana@example.com') },
      { hash: signed('') },
    ]) {
      const answer = await submit(of.chat, fields, { user });
      expect([answer.status, answer.body.field]).toEqual([400, '/user/hash']);
    }
    for (const user of [
      { email: 'ana@example.com', hash: signed('ana@example.com') },
      { external_id: 'crm-7', hash: signed('crm-7') },
    ]) {
      const chat = await openChat(api, of.widget, nextAddress());
      const answer = await submit(chat, { email: 'ana@example.com', first_name: 'Ana María' }, { user });
      expect([answer.status, answer.body.lead_id]).toEqual([200, known.body.lead.id]);
      const row = await api
        .db('conversations')
        .where({ thread: `chat/${chat.sessionId}` })
        .first();
      expect(row).toMatchObject({ lead_id: known.body.lead.id, verified: true });
    }
    expect(await leadsOf(of)).toHaveLength(1);
    const fresh = { email: 'new@example.com', hash: signed('new@example.com') };
    expect((await submit(await openChat(api, of.widget, nextAddress()), fields, { user: fresh })).status).toBe(200);
    expect((await leadsOf(of)).map(({ email }) => email).sort()).toEqual(['ana@example.com', 'new@example.com']);
  });
});

describe('consent to text messages', () => {
  const withConsent = (leads: boolean) => ({
    ...FORM,
    capture_form: { ...FORM.capture_form, lead_creation_on_submit: leads, sms_consent: CONSENT },
  });
  const fields = { email: 'ana@example.com', phone: '+34600123456' };

  it('is kept with the text that was shown, and lifts nothing that stands against the number', async () => {
    const of = await scene(withConsent(true));
    await of.account
      .request('post', '/suppressions')
      .send({ channel: 'whatsapp', address: '+34600123456' })
      .expect(201);
    const sms_consent = { granted: true, text_hash: hashOf(CONSENT.text.es) };
    const { body } = await submit(of.chat, fields, { sms_consent });
    const lead = await api.db('leads').where({ id: body.lead_id }).first();
    expect(lead?.consent_sms).toBe('opted_in');
    const [log] = await api.db('consent_log').where({ lead_id: body.lead_id, channel: 'sms' });
    expect(log).toMatchObject({ state: 'opted_in', source: 'form' });
    expect(log?.note).toContain(sms_consent.text_hash);
    const [kept] = await submissionsOf(of);
    expect(kept).toMatchObject({ consent_text: CONSENT.text.es, consent_hash: sms_consent.text_hash, fields: null });
    expect(await api.db('suppressions').where({ account_id: of.account.accountId })).toHaveLength(1);
  });

  it('needs the text of now and a phone; unticked it is no consent', async () => {
    const of = await scene(withConsent(true));
    const other = await submit(of.chat, fields, { sms_consent: { granted: true, text_hash: hashOf('Another text.') } });
    expect([other.status, other.body.code]).toEqual([400, 'CONSENT_TEXT_CHANGED']);
    const granted = { granted: true, text_hash: hashOf(CONSENT.text.en) };
    const phoneless = await submit(of.chat, { email: 'ana@example.com' }, { sms_consent: granted });
    expect([phoneless.status, phoneless.body.field]).toEqual([400, '/fields/phone']);
    const { body } = await submit(of.chat, fields, { sms_consent: { granted: false } });
    expect((await api.db('leads').where({ id: body.lead_id }).first())?.consent_sms).toBe('unknown');
  });

  it('alone keeps the visitor and makes no lead', async () => {
    const of = await scene(withConsent(false));
    const sms_consent = { granted: true, text_hash: hashOf(CONSENT.text.en) };
    const { body } = await submit(of.chat, fields, { sms_consent });
    expect(body).toEqual({ success: true, lead_id: null, visitor_id: of.chat.sessionId, created: true });
    expect(await leadsOf(of)).toEqual([]);
    const [kept] = await submissionsOf(of);
    expect(JSON.parse(kept?.fields ?? '')).toEqual(fields);
    expect(kept).toMatchObject({ consent_text: CONSENT.text.en, lead_id: null });
    // Whoever is erased later is found here too.
    const lead = await of.account
      .request('post', '/leads')
      .send({ first_name: 'Ana', ...fields })
      .expect(201);
    await of.account.request('post', `/leads/${lead.body.lead.id}/erase`).expect(200);
    expect(JSON.stringify(await submissionsOf(of))).not.toContain('ana@example.com');
  });
});
