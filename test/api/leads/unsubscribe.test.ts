import { describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { UNSUBSCRIBE_WORDS } from '../../../domain/leads/unsubscribe-words.js';
import { newId } from '../../../runtime/ids.js';
import { createUnsubscribeLinks } from '../../../services/messages/mail-links.js';
import { TEST_SECRET, useApi } from '../../support/api.js';
import { addAgent, addLead, addRun, eventKinds } from '../../support/messaging.js';

const api = useApi();
const links = createUnsubscribeLinks([TEST_SECRET], 'http://las.test');

async function createFixture() {
  const account = await api.account();
  const lead = await addLead(api.db, account.accountId, { email: 'ada.lovelace@example.com' });
  const run = await addRun(api.db, lead, await addAgent(api, account));
  const path = new URL(links.urlFor(account.accountId, lead.id)).pathname;
  return {
    account,
    lead,
    run,
    path,
    consent: async () => (await api.db('leads').where({ id: lead.id }).first())!.consent_email,
  };
}

describe('GET /u/{token}', () => {
  it('shows a page with a button and changes nothing, however often scanners open it', async () => {
    const { path, lead, consent } = await createFixture();
    for (let n = 0; n < 3; n += 1) await supertest(api.app).get(path);
    const page = await supertest(api.app).get(path);
    expect(page.status).toBe(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.text).toContain('<form method="post">');
    expect(page.text).toContain('a***@example.com');
    expect(page.text).not.toContain('lovelace');
    expect(await consent()).toBe('unknown');
    expect(await eventKinds(api.db, lead.id)).toEqual([]);
  });

  it('asks nothing of other servers and can not be framed', async () => {
    const { path } = await createFixture();
    const page = await supertest(api.app).get(path);
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; .*frame-ancestors 'none'$/,
    );
    expect(page.headers['referrer-policy']).toBe('no-referrer');
    expect(page.text).not.toMatch(/<script|https?:\/\//);
  });

  it('shows account names as text', async () => {
    const { path, account } = await createFixture();
    await api.db('accounts').where({ id: account.accountId }).update({ name: '<img src=x onerror=alert(1)>' });
    const page = await supertest(api.app).get(path);
    expect(page.text).toContain('&lt;img src=x');
    expect(page.text).not.toContain('<img');
  });

  it('answers 404 with a page for tokens that were not made here or cut off', async () => {
    const { path } = await createFixture();
    const foreign = createUnsubscribeLinks(['another secret of at least 32 bytes!'], '').urlFor(newId(), newId());
    for (const wrong of [path.slice(0, -1), foreign, '/u/x', `${path}.x`]) {
      for (const method of ['get', 'post'] as const) {
        const page = await supertest(api.app)[method](wrong);
        expect([page.status, page.text.includes('This link does not work')]).toEqual([404, true]);
      }
    }
  });
});

describe('the language of the unsubscribe page', () => {
  const heading = async (path: string, acceptLanguage = '', method: 'get' | 'post' = 'get') => {
    const { text } = await supertest(api.app)[method](path).set('Accept-Language', acceptLanguage);
    return [/<html ([^>]*)>/.exec(text)?.[1], /<h1>(.*)<\/h1>/.exec(text)?.[1]];
  };

  it('is the lead’s, then the browser’s, then English', async () => {
    const { path, lead } = await createFixture();
    const english = ['lang="en"', 'Unsubscribe from these emails?'];
    const german = ['lang="de"', 'Diese E-Mails abbestellen?'];
    expect(await heading(path)).toEqual(english);
    expect(await heading(path, 'fi, de-AT;q=0.8, en;q=0.5')).toEqual(german);
    expect(await heading(path, 'fi')).toEqual(english);
    const metadata = JSON.stringify({ language: 'ar' });
    await api.db('leads').where({ id: lead.id }).update({ metadata });
    expect(await heading(path, 'de')).toEqual(['lang="ar" dir="rtl"', UNSUBSCRIBE_WORDS.ar.ask.title]);
    await api.db('leads').where({ id: lead.id }).update({ metadata: '{"language":"Klingon"}' });
    expect(await heading(path, 'de')).toEqual(german);
  });

  it('is also that of the pages after it', async () => {
    const { path } = await createFixture();
    expect(await heading(path, 'es', 'post')).toEqual(['lang="es"', 'Te has dado de baja']);
    expect(await heading('/u/x', 'pt-BR')).toEqual(['lang="pt"', 'Este link não funciona']);
  });

  it('has every text in all languages of the widget', async () => {
    const { path } = await createFixture();
    for (const [language, { ask, done, dead }] of Object.entries(UNSUBSCRIBE_WORDS)) {
      const { text } = await supertest(api.app).get(path).set('Accept-Language', language);
      expect(text).toContain(`<button type="submit">${ask.button}</button>`);
      expect(text.replace(/<style>[\s\S]*<\/style>/, '')).not.toMatch(/[{}]/);
      expect([ask.text, ask.anyone, done.text].every((each) => each.includes('{account}'))).toBe(true);
      expect([ask.text.includes('{email}'), dead.text.includes('{word}')]).toEqual([true, true]);
    }
  });
});

describe('POST /u/{token}', () => {
  it('unsubscribes with the one click of mail programs', async () => {
    const { path, lead, run, consent } = await createFixture();
    const done = await supertest(api.app).post(path).type('form').send('List-Unsubscribe=One-Click');
    expect([done.status, done.text.includes('You are unsubscribed')]).toEqual([200, true]);
    expect(await consent()).toBe('opted_out');
    expect(await api.db('consent_log').where({ lead_id: lead.id })).toMatchObject([
      { channel: 'email', state: 'opted_out', source: 'unsubscribe_link' },
    ]);
    expect(await api.db('suppressions').where({ account_id: lead.account_id })).toMatchObject([
      { address: lead.email, reason: 'unsubscribed' },
    ]);
    expect(await eventKinds(api.db, lead.id)).toEqual(
      expect.arrayContaining(['lead.opted_out', 'workflow_run.stopped', 'email.unsubscribed']),
    );
    expect(await api.db('agent_runs').where({ id: run.id }).first()).toMatchObject({
      open_slot: null,
      stop_reason: 'opted_out',
    });
    expect(api.dispatched.some((item) => item.workflowId === `cadence/${run.id}`)).toBe(true);
  });

  it('unsubscribes with the button of the page, and a repeat says the same and writes nothing more', async () => {
    const { path, lead } = await createFixture();
    const answers = await Promise.all(Array.from({ length: 10 }, () => supertest(api.app).post(path)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect((await eventKinds(api.db, lead.id)).filter((kind) => kind === 'email.unsubscribed')).toHaveLength(1);
    expect(await api.db('consent_log').where({ lead_id: lead.id })).toHaveLength(1);
  });

  it('takes a form of parts too, and tokens signed with an earlier secret of ours', async () => {
    const { path, consent } = await createFixture();
    const done = await supertest(api.app).post(path).field('List-Unsubscribe', 'One-Click');
    expect(done.status).toBe(200);
    expect(await consent()).toBe('opted_out');
    const rotated = createUnsubscribeLinks(['a newer secret of at least 32 bytes!!', TEST_SECRET], '');
    expect(rotated.read(path.slice(3), new Date())).toBeDefined();
  });

  it('answers 404 once the lead is erased', async () => {
    const { path, lead } = await createFixture();
    await api.db('leads').where({ id: lead.id }).update({ erased_at: new Date(), email: null });
    expect((await supertest(api.app).post(path)).status).toBe(404);
  });
});
