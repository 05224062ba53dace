import { describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { MEETING_WORDS } from '../../../domain/meetings/words/index.js';
import { newId } from '../../../runtime/ids.js';
import { createMeetingLinks } from '../../../services/meetings/meeting-links.js';
import { TEST_SECRET, useApi } from '../../support/api.js';
import { addBlock, at, createMeetingFixture } from '../../support/meetings.js';
import { eventKinds } from '../../support/messaging.js';

const api = useApi();
const links = createMeetingLinks([TEST_SECRET], 'http://las.test');

async function createFixture(more: object = {}, options: Parameters<typeof createMeetingFixture>[2] = {}) {
  const account = await api.account();
  const meetings = await createMeetingFixture(api, account, options);
  await addBlock(account, meetings.hostId, {
    kind: 'weekly',
    weekdays: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
    starts: '09:00',
    ends: '17:00',
    timezone: 'UTC',
  });
  const { body } = await meetings.book(more).expect(201);
  const id = body.meeting.id as string;
  const path = new URL(links.urlFor(account.accountId, id)).pathname;
  return {
    account,
    meetings,
    id,
    path,
    row: () => api.db('meetings').where({ id }).first(),
    get: (query = '') => supertest(api.app).get(path + query),
    post: (rest: string) => supertest(api.app).post(path + rest),
  };
}

describe('GET /m/{token}', () => {
  it('shows the meeting on the lead’s clock and changes nothing, however often scanners open it', async () => {
    const { meetings, get, row } = await createFixture({ title: 'Demo' });
    await api.db('leads').where({ id: meetings.lead.id }).update({ timezone: 'America/New_York' });
    const before = await row();
    const events = await eventKinds(api.db, meetings.lead.id);
    for (const query of ['', '?view=times', '?view=cancel', '?done=confirmed', '?view=x&from=y']) {
      expect((await get(query)).status).toBe(200);
    }
    const { text, headers } = await get();
    expect(text).toContain('<h1>Demo</h1>');
    expect(text).toMatch(/0[56]:00 to 0[56]:30/);
    expect(text).toContain('America/New York');
    expect(headers['cache-control']).toBe('no-store');
    expect(await row()).toEqual(before);
    expect(await eventKinds(api.db, meetings.lead.id)).toEqual(events);
  });

  it('asks nothing of other servers, runs no script and can not be framed', async () => {
    const { get } = await createFixture();
    const page = await get('?view=times');
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; .*frame-ancestors 'none'$/,
    );
    expect(page.headers['referrer-policy']).toBe('no-referrer');
    expect(page.text).not.toMatch(/<script|src=|https?:\/\//);
  });

  it('shows texts of others as text (corpus)', async () => {
    const evil = `<img src=x onerror=alert(1)>"'><script>alert(1)</script>`;
    const { get, id } = await createFixture({ title: evil }, { host: { name: evil } });
    await api.db('meetings').where({ id }).update({ location_details: evil, meeting_url: 'javascript:alert(1)' });
    for (const query of ['', '?view=times', '?view=cancel']) {
      const { text } = await get(query);
      expect(text).not.toMatch(/<img|<script|javascript:/i);
      expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;');
    }
  });

  it('offers every free time on one page or a later one, of the length that the meeting has', async () => {
    const { get, account, meetings } = await createFixture(
      {},
      { type: { duration_minutes: 20, slot_interval_minutes: 10 } },
    );
    await account.request('patch', `/meeting-types/${meetings.typeId}`).send({ duration_minutes: 60 }).expect(200);
    const shown: string[] = [];
    let page = await get('?view=times');
    for (let pages = 0; pages < 15 && !shown.includes(at('16:40', 10)); pages += 1) {
      shown.push(
        ...[...page.text.matchAll(/reschedule\?at=([^"]+)"/g)].map(([, time]) => decodeURIComponent(time ?? '')),
      );
      const later = /href="[^"]*(\?view=times&amp;from=[^"]+)"/.exec(page.text)?.[1] ?? '';
      page = await get(later.replace('&amp;', '&'));
    }
    const day = Array.from({ length: 47 }, (_, n) => {
      const minutes = 9 * 60 + n * 10;
      const time = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
      return at(time, 10);
    });
    expect(shown.filter((time) => time.startsWith(day[0]?.slice(0, 10) ?? '-'))).toEqual(day);
    expect(new Set(shown).size).toBe(shown.length);
  });

  it('lists free times of the same host only, and continues to later days', async () => {
    const { get, meetings, account } = await createFixture();
    await account
      .request('post', '/meetings/book')
      .send(meetings.request({ starts_at: at('11:00') }))
      .expect(201);
    const { text } = await get(`?view=times&from=${at('00:00')}`);
    const offered = [...text.matchAll(/reschedule\?at=([^"]+)"/g)].map(([, time]) => decodeURIComponent(time ?? ''));
    expect(offered).toContain(at('09:00'));
    expect(offered.filter((time) => [at('10:00'), at('11:00')].includes(time))).toEqual([]);
    expect(text).toMatch(/view=times&amp;from=\d{4}-\d\d-\d\d/);
  });

  it('answers 404 with a page for tokens that were not made here, of other purposes, or of what is gone or long over', async () => {
    const { path, id, meetings } = await createFixture();
    const foreign = createMeetingLinks(['another secret of at least 32 bytes!'], '').urlFor(newId(), id);
    for (const wrong of [path.slice(0, -1), foreign, '/m/x', `${path}.x`]) {
      for (const method of ['get', 'post'] as const) {
        const page = await supertest(api.app)[method](method === 'get' ? wrong : `${wrong}/cancel`);
        expect([page.status, page.text.includes('This link does not work')]).toEqual([404, true]);
      }
    }
    const ended = (days: number) => ({ ends_at: new Date(Date.now() - days * 86_400_000) });
    await api.db('meetings').where({ id }).update(ended(29));
    expect((await supertest(api.app).get(path)).status).toBe(200);
    await api.db('meetings').where({ id }).update(ended(31));
    expect((await supertest(api.app).get(path)).status).toBe(404);
    await api.db('meetings').where({ id }).update(ended(0));
    await api.db('leads').where({ id: meetings.lead.id }).update({ hidden: true });
    expect((await supertest(api.app).get(path)).status).toBe(404);
  });
});

describe('the language of the meeting page', () => {
  it('is the lead’s, then that of its last conversation, then the browser’s, then English', async () => {
    const { path, meetings, account } = await createFixture();
    const language = async (accepts: string) =>
      /<html lang="(..)"/.exec((await supertest(api.app).get(path).set('Accept-Language', accepts)).text)?.[1];
    expect([await language(''), await language('xx'), await language('xx, pt-BR;q=0.5')]).toEqual(['en', 'en', 'pt']);
    const [agentId, now] = [meetings.agentId, new Date()];
    const chat = { account_id: account.accountId, agent_id: agentId, agent_version: 1, lead_id: meetings.lead.id };
    const state = { channel: 'chat', handler: 'agent', status: 'open', memory: '{}', created_at: now, updated_at: now };
    const counts = { next_seq: 1, next_turn: 1, answered_through: 0, heard_through: 0, context_from: 0, owed: false };
    await api.db('conversations').insert([
      {
        id: newId(),
        thread: newId(),
        language: 'fr',
        last_inbound_at: now,
        verified: true,
        ...chat,
        ...state,
        ...counts,
      },
      { id: newId(), thread: newId(), language: 'de', verified: true, ...chat, ...state, ...counts },
    ]);
    expect(await language('pt')).toBe('fr');
    await api.db('leads').where({ id: meetings.lead.id }).update({ metadata: '{"locale":"es_MX"}' });
    expect(await language('pt')).toBe('es');
  });

  it('writes days, times and every text by the lead’s locale and in its time zone', async () => {
    const { get, post, meetings, row } = await createFixture({ timezone: 'UTC' });
    await api.db('meeting_types').where({ id: meetings.typeId }).update({ location_type: 'video' });
    await api
      .db('leads')
      .where({ id: meetings.lead.id })
      .update({ timezone: 'Europe/Berlin', metadata: '{"language":"de"}' });
    const { starts_at } = (await row())!;
    const of = (locale: string, options: Intl.DateTimeFormatOptions, timeZone = 'Europe/Berlin') =>
      new Intl.DateTimeFormat(locale, { ...options, timeZone }).format(starts_at);
    const page = (await get()).text;
    expect(page).toContain(of('de', { dateStyle: 'full' }));
    expect(page).toMatch(/1[12]:00 bis 1[12]:30<br>Europe\/Berlin/);
    expect(page).toContain('Absagen</a>');
    expect((await get('?view=times')).text).toContain('Uhrzeiten in der Zeitzone Europe/Berlin');
    expect((await get('?view=cancel')).text).toContain('Diesen Termin absagen?');
    expect((await get('?done=confirmed')).text).toContain('Ihr Termin ist bestätigt.');
    expect((await post(`/reschedule?at=${at('03:00')}`)).text).toContain('Diese Zeit ist nicht mehr frei.');
    await api.db('leads').where({ id: meetings.lead.id }).update({ metadata: '{"locale":"en-US"}' });
    const american = (await get()).text;
    expect(american).toContain(of('en-US', { dateStyle: 'full' }));
    expect(american).toMatch(/1[12]:00\sAM to 1[12]:30\sAM/);
    await post('/cancel');
    await api.db('leads').where({ id: meetings.lead.id }).update({ metadata: '{"language":"ar"}' });
    expect((await post('/confirm')).text).toContain(MEETING_WORDS.ar.page.closed);
  });
});

describe('POST /m/{token}/confirm', () => {
  it('confirms, tells of it once, and says so after a reload too', async () => {
    const { post, get, row, meetings } = await createFixture();
    const answers = await Promise.all([post('/confirm'), post('/confirm')]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    expect(await row()).toMatchObject({ status: 'confirmed', confirmed_by_lead: true });
    expect((await eventKinds(api.db, meetings.lead.id)).filter((kind) => kind === 'meeting.confirmed')).toHaveLength(1);
    const target = String(answers[0]?.headers.location);
    expect((await supertest(api.app).get(target)).text).toContain('Your meeting is confirmed');
    expect((await get()).text).not.toContain('/confirm"');
  });

  it('is refused with a page once the meeting is over or cancelled', async () => {
    const { post, id } = await createFixture();
    await api.db('meetings').where({ id }).update({ status: 'cancelled' });
    const answer = await post('/confirm');
    expect([answer.status, answer.text.includes('can no longer be changed')]).toEqual([409, true]);
  });
});

describe('POST /m/{token}/cancel', () => {
  it('cancels, frees the time, and a repeat says the same', async () => {
    const { post, row, meetings, account } = await createFixture();
    expect((await post('/cancel')).status).toBe(303);
    expect((await post('/cancel')).status).toBe(303);
    expect(await row()).toMatchObject({ status: 'cancelled' });
    expect((await eventKinds(api.db, meetings.lead.id)).filter((kind) => kind === 'meeting.cancelled')).toHaveLength(1);
    const again = meetings.request({ lead_id: await meetings.newLead() });
    await account.request('post', '/meetings/book').send(again).expect(201);
  });

  it('is refused with a page once the meeting took place', async () => {
    const { post, id } = await createFixture();
    await api.db('meetings').where({ id }).update({ status: 'completed' });
    expect((await post('/cancel')).status).toBe(409);
  });
});

describe('POST /m/{token}/reschedule', () => {
  it('moves the meeting to a free time, which has to be confirmed again', async () => {
    const { post, row, id } = await createFixture();
    await post('/confirm');
    expect((await post(`/reschedule?at=${encodeURIComponent(at('14:00'))}`)).status).toBe(303);
    const moved = await row();
    expect(moved).toMatchObject({ status: 'scheduled', confirmed_by_lead: false, sequence: 1 });
    expect([moved!.starts_at.toISOString(), moved!.original_starts_at!.toISOString()]).toEqual([
      at('14:00'),
      at('10:00'),
    ]);
    expect(
      api.dispatched.some(({ args }) => (args.input as { meetingId?: string })?.meetingId === id && args.wake),
    ).toBe(true);
  });

  it('offers other times where the chosen one was just taken, or is none', async () => {
    const { post, row, meetings, account } = await createFixture();
    const other = meetings.request({ lead_id: await meetings.newLead(), starts_at: at('15:00') });
    await account.request('post', '/meetings/book').send(other).expect(201);
    for (const time of [at('15:00'), at('03:00'), '2020-01-01T10:00:00Z', 'rubbish', '']) {
      const answer = await post(`/reschedule?at=${encodeURIComponent(time)}`);
      expect([answer.status, answer.text.includes('no longer available')]).toEqual([409, true]);
    }
    expect((await row())!.starts_at.toISOString()).toBe(at('10:00'));
  });
});
