import { createHash, createHmac, randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { unconfirmedChannels } from '../../../domain/leads/contact-confirmation.js';
import { addSender } from '../../support/agents.js';
import { useApi } from '../../support/api.js';
import { type ChatFixture, EASY, useChatFixtures } from '../../support/chat-fixture.js';
import { finishErasure } from '../../support/erasures.js';
import { inParallel } from '../../support/http.js';
import { openChat, proofFor, say, sendFrom, type TestChat } from '../../support/widgets.js';

const api = useApi({ TRUST_PROXY: '1' });
const { createFixture: fixture, nextAddress, rowsOf } = useChatFixtures(api);
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

const submit = async (chat: TestChat, fields: object, more: object = {}) =>
  sendFrom(api, chat, 'visitor', {
    submission_id: randomUUID(),
    fields,
    pow: await proofFor(api, chat, 'visitor'),
    ...more,
  });
const leadsOf = (of: ChatFixture) => rowsOf('leads', of);
const submissionsOf = (of: ChatFixture) => rowsOf('widget_submissions', of);

describe('a form', () => {
  it('makes a lead of what it asks for, once for its id, also when it is sent twenty times at once', async () => {
    const of = await fixture(FORM);
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
    // A value without a field of the agent isn't lost, and a value that the form doesn't ask for isn't stored.
    expect(JSON.parse(leads[0]?.metadata ?? '')).toEqual({ size: 'large' });
    for (const { body } of answers)
      expect(body).toEqual({ success: true, lead_id: leads[0]?.id, visitor_id: of.chat.sessionId, created: true });
    const told = (await rowsOf('events', of)).map(({ type }) => type);
    expect(told.filter((type) => ['conversation.started', 'lead.created'].includes(type))).toHaveLength(2);
    const repeated = await sendFrom(api, of.chat, 'visitor', { submission_id, fields }).expect(200);
    expect(repeated.body.lead_id).toBe(leads[0]?.id);
    const other = await sendFrom(api, of.chat, 'visitor', { submission_id, fields: { ...fields, size: 'small' } });
    expect([other.status, other.body.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    expect((await say(api, of.chat, 'Hello')).body.lead_id).toBe(leads[0]?.id);
  });

  it('that doesn’t fit is refused by its field, and uses no proof up', async () => {
    const of = await fixture(FORM);
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
    const { chat } = await fixture();
    expect((await submit(chat, { email: 'a@example.com' })).status).toBe(400);
    await sendFrom(api, of.chat, 'visitor', {
      submission_id: randomUUID(),
      fields: { email: 'a@example.com' },
      pow,
    }).expect(200);
    expect(await leadsOf(of)).toHaveLength(1);
  });

  it('with the field that people don’t see filled in is answered and kept nowhere', async () => {
    const of = await fixture(FORM);
    const { body } = await submit(of.chat, { email: 'bot@example.com' }, { website: 'https://spam.example' });
    expect(body).toEqual({ success: true, lead_id: null, visitor_id: of.chat.sessionId, created: false });
    expect([await leadsOf(of), await submissionsOf(of)]).toEqual([[], []]);
  });

  it('is matched with no known lead, and its answer tells nothing of one', async () => {
    const of = await fixture(FORM);
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
    const of = await fixture(FORM);
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

describe('a visitor whom the site has signed in', () => {
  const sign = (of: ChatFixture, text: string) =>
    createHmac('sha256', of.widget.identitySecret).update(text).digest('hex');
  const vip = 'vera@example.com';
  const submitted = async (
    of: ChatFixture,
    user: object,
    fields: object = { email: 'typed@example.com', phone: '+34600111222' },
  ) => submit(await openChat(api, of.widget, nextAddress()), fields, { user });

  it.each([
    ['a form', async (of: ChatFixture) => submit(of.chat, { email: vip, first_name: 'Mallory' })],
    [
      'a form that completed a lead',
      async (of: ChatFixture) => {
        await submit(of.chat, { email: 'mallory@example.com', first_name: 'Mallory' });
        return submit(of.chat, { email: vip });
      },
    ],
    [
      'a contact from a page',
      async (of: ChatFixture) => {
        await of.account.request('patch', `/widgets/${of.widget.id}`).send({ request_contact: true }).expect(200);
        return supertest(api.app)
          .post('/api/public/leads')
          .set('X-API-Key', of.widget.key)
          .send({ first_name: 'Mallory', email: vip });
      },
    ],
  ])('is given no lead whose address a visitor typed, by %s', async (_name, type) => {
    const of = await fixture(FORM);
    expect((await type(of)).status).toBeLessThan(300);
    const [typed] = await leadsOf(of);
    const { body } = await submitted(of, { email: vip, hash: sign(of, vip) });
    expect(body.lead_id).toEqual(expect.any(String));
    expect(body.lead_id).not.toBe(typed?.id);
    // The own lead, whose address the site has signed, is found again.
    expect((await submitted(of, { email: vip, hash: sign(of, vip) })).body.lead_id).toBe(body.lead_id);
    expect((await api.db('leads').where({ id: typed?.id }).first())?.phone).toBeNull();
  });

  it('is given no lead of the widget from before it was recorded who gave an address', async () => {
    const of = await fixture(FORM);
    const { body: typed } = await submit(of.chat, { email: vip });
    await api.db('leads').where({ id: typed.lead_id }).update({ email_typed: null });
    expect((await submitted(of, { email: vip, hash: sign(of, vip) })).body.lead_id).not.toBe(typed.lead_id);
    const known = { first_name: 'Vera', email: 'old@example.com' };
    const { body } = await of.account.request('post', '/leads').send(known).expect(201);
    await api.db('leads').where({ id: body.lead.id }).update({ email_typed: null });
    const user = { email: known.email, hash: sign(of, known.email) };
    expect((await submitted(of, user)).body.lead_id).toBe(body.lead.id);
  });

  it('is given a typed lead once its address was changed from a server, but not once it was repeated', async () => {
    const of = await fixture(FORM);
    const { body: typed } = await submit(of.chat, { email: vip });
    const change = (email: string) =>
      of.account.request('patch', `/leads/${typed.lead_id}`).send({ email }).expect(200);
    await change(vip);
    expect((await submitted(of, { email: vip, hash: sign(of, vip) })).body.lead_id).not.toBe(typed.lead_id);
    await change('own@example.com');
    const user = { email: 'own@example.com', hash: sign(of, 'own@example.com') };
    expect((await submitted(of, user)).body.lead_id).toBe(typed.lead_id);
  });

  it.each([
    ['both values', 'user-42\nvera@example.com', true],
    ['the external id alone', 'user-42', false],
  ])('is known by an e-mail address only where the signature covers it: %s', async (_name, text, proven) => {
    const of = await fixture(FORM);
    const user = { external_id: 'user-42', email: vip, hash: sign(of, text) };
    const { body } = await submitted(of, user, { email: 'typed@example.com' });
    const lead = await api.db('leads').where({ id: body.lead_id }).first();
    expect([lead?.email, lead?.email_typed, lead?.external_id?.toString()]).toEqual([
      proven ? vip : 'typed@example.com',
      !proven,
      'user-42',
    ]);
  });

  it.each([
    ['the e-mail address alone', (of: ChatFixture) => ({ external_id: 'user-42', email: vip, hash: sign(of, vip) })],
    [
      'the values in the other order',
      (of: ChatFixture) => {
        return { external_id: 'user-42', email: vip, hash: sign(of, `${vip}\nuser-42`) };
      },
    ],
    [
      'both values, shown as one',
      (of: ChatFixture) => {
        return { external_id: `user-42\n${vip}`, hash: sign(of, `user-42\n${vip}`) };
      },
    ],
    [
      'both values, of which one is shown',
      (of: ChatFixture) => {
        return { external_id: 'user-42', hash: sign(of, `user-42\n${vip}`) };
      },
    ],
  ])('is refused with a signature of %s', async (_name, userOf) => {
    const of = await fixture(FORM);
    const answer = await submitted(of, userOf(of));
    expect([answer.status, answer.body.field]).toEqual([400, '/user/hash']);
  });
});

describe('a lead whose address a visitor typed into a form', () => {
  const withSender = async (more: object = {}) => {
    const of = await fixture({ ...FORM, ...more });
    await addSender(api.db, of.account.accountId, 2525);
    return of;
  };
  const linkIn = (content: string | null | undefined) => /\/c\/\S+/.exec(content ?? '')?.[0] ?? '';
  const mailsOf = (of: ChatFixture) => rowsOf('messages', of).where({ channel: 'email' }).orderBy('id');
  const leadOf = async (id: string) => (await api.db('leads').where({ id }).first())!;

  it('is asked once to confirm it, in the language of the page, as is the page behind the link', async () => {
    const of = await withSender();
    const { body } = await submit(of.chat, { email: 'ana@example.com', phone: '+34600123456' }, { locale: 'es-MX' });
    await submit(of.chat, { email: 'ana@example.com', first_name: 'Ana María' }, { locale: 'es-MX' });
    const [mail, ...others] = await mailsOf(of);
    expect([mail?.to_address, mail?.subject, others]).toEqual([
      'ana@example.com',
      'Confirma tu dirección de correo',
      [],
    ]);
    expect(unconfirmedChannels(await leadOf(body.lead_id))).toEqual(['email', 'whatsapp', 'call']);
    const link = linkIn(mail?.content);
    const asked = await supertest(api.app).get(link).set('Accept-Language', 'de').expect(200);
    expect(asked.text).toContain('<html lang="es">');
    expect(asked.text).toContain('a***@example.com');
    expect((await supertest(api.app).post(link).expect(200)).text).toContain('está confirmada');
    expect(unconfirmedChannels(await leadOf(body.lead_id))).toEqual(['whatsapp', 'call']);
  });

  it('loses the consent of an address that the visitor replaces, and is asked about the new one', async () => {
    const of = await withSender();
    const { body } = await submit(of.chat, { email: 'own@example.com' });
    await supertest(api.app)
      .post(linkIn((await mailsOf(of))[0]?.content))
      .expect(200);
    expect((await leadOf(body.lead_id)).consent_email).toBe('opted_in');
    await submit(of.chat, { email: 'victim@example.com' });
    expect(unconfirmedChannels(await leadOf(body.lead_id))).toContain('email');
    expect((await mailsOf(of)).map(({ to_address }) => to_address)).toEqual(['own@example.com', 'victim@example.com']);
  });

  it('isn’t asked where its site signed the address, nor where the widget asks for no confirmation', async () => {
    const of = await withSender();
    const email = 'vera@example.com';
    const user = { email, hash: createHmac('sha256', of.widget.identitySecret).update(email).digest('hex') };
    const { body } = await submit(of.chat, { email }, { user });
    expect(unconfirmedChannels(await leadOf(body.lead_id))).not.toContain('email');
    const open = await withSender({ contact_confirmation: 'none' });
    const typed = await submit(open.chat, { email });
    expect(unconfirmedChannels(await leadOf(typed.body.lead_id))).toEqual([]);
    expect([await mailsOf(of), await mailsOf(open)]).toEqual([[], []]);
  });
});

describe('consent to text messages', () => {
  const withConsent = (leads: boolean) => ({
    ...FORM,
    capture_form: { ...FORM.capture_form, lead_creation_on_submit: leads, sms_consent: CONSENT },
  });
  const fields = { email: 'ana@example.com', phone: '+34600123456' };

  it('is kept with the text that was shown, and lifts nothing that stands against the number', async () => {
    const of = await fixture(withConsent(true));
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
    const of = await fixture(withConsent(true));
    const other = await submit(of.chat, fields, { sms_consent: { granted: true, text_hash: hashOf('Another text.') } });
    expect([other.status, other.body.code]).toEqual([400, 'CONSENT_TEXT_CHANGED']);
    const granted = { granted: true, text_hash: hashOf(CONSENT.text.en) };
    const phoneless = await submit(of.chat, { email: 'ana@example.com' }, { sms_consent: granted });
    expect([phoneless.status, phoneless.body.field]).toEqual([400, '/fields/phone']);
    const { body } = await submit(of.chat, fields, { sms_consent: { granted: false } });
    expect((await api.db('leads').where({ id: body.lead_id }).first())?.consent_sms).toBe('unknown');
  });

  it('alone keeps the visitor and makes no lead', async () => {
    const of = await fixture(withConsent(false));
    const sms_consent = { granted: true, text_hash: hashOf(CONSENT.text.en) };
    const { body } = await submit(of.chat, fields, { sms_consent });
    expect(body).toEqual({ success: true, lead_id: null, visitor_id: of.chat.sessionId, created: true });
    expect(await leadsOf(of)).toEqual([]);
    const [kept] = await submissionsOf(of);
    expect(JSON.parse(kept?.fields ?? '')).toEqual(fields);
    expect(kept).toMatchObject({ consent_text: CONSENT.text.en, lead_id: null });
    // A person who is erased later is also found here.
    const lead = await of.account
      .request('post', '/leads')
      .send({ first_name: 'Ana', ...fields })
      .expect(201);
    await of.account.request('post', `/leads/${lead.body.lead.id}/erase`).expect(200);
    await finishErasure(api.db, lead.body.lead.id);
    expect(JSON.stringify(await submissionsOf(of))).not.toContain('ana@example.com');
  });
});
