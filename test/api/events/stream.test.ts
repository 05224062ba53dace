import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createChangeFeed, type FeedMessage } from '../../../api/events/change-feed.js';
import { issuerSessionHash } from '../../../db/accounts/identities.js';
import { bumpEngagement } from '../../../db/leads/engagement.js';
import { systemClock } from '../../../runtime/clock.js';
import { newId } from '../../../runtime/ids.js';
import { createLogger } from '../../../runtime/logger.js';
import { endSignOns } from '../../../services/accounts/single-sign-on.js';
import { type TestAccount, useApi } from '../../support/api.js';
import { eventually } from '../../support/eventually.js';
import { statementsOf } from '../../support/statements.js';
import { addSession, addUser, type TestUser } from '../../support/users.js';

const stopping = new AbortController();
const api = useApi({}, { stopping: stopping.signal });
let account: TestAccount;
let user: TestUser;
let admin: TestUser;
let url: string;
const closers: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  account = await api.account();
  user = await addUser(api, account.accountId, 'viewer');
  admin = await addUser(api, account.accountId, 'admin');
  const server = api.app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/internal/stream`;
  closers.push(() => new Promise((resolve) => server.close(resolve)));
});
afterAll(async () => {
  stopping.abort();
  for (const close of closers) await close();
});

interface Told {
  id: string;
  type: string;
  lead_id: string | null;
}

/** Listens as a page does. */
async function listen(cookie: string, query = '') {
  const controller = new AbortController();
  const answer = await fetch(url + query, { headers: { cookie }, signal: controller.signal });
  const heard: Told[] = [];
  const state = { ended: false, resets: 0, last: '' };
  const read = async () => {
    let text = '';
    for await (const piece of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += piece;
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const block = text.slice(0, end);
        text = text.slice(end + 2);
        state.last = block;
        if (block.startsWith('event: reset')) state.resets += 1;
        const [, , id = '', data] = /^event: change\n(id: (.+)\n)?data: (.+)/.exec(block) ?? [];
        if (data) heard.push({ id, ...JSON.parse(data) });
      }
    }
  };
  void read()
    .catch(() => undefined)
    .finally(() => {
      state.ended = true;
    });
  return { answer, heard, state, close: () => controller.abort() };
}

const addLead = async (of = account): Promise<string> =>
  (
    await of
      .request('post', '/leads')
      .send({ first_name: 'Ana', email: `${newId()}@example.com` })
      .expect(201)
  ).body.lead.id;
const heardOf = (heard: readonly Told[], leadId: string) =>
  eventually(async () => heard.find((event) => event.lead_id === leadId && event.type === 'lead.created'));

describe('the stream of changes', () => {
  it('tells what happens, by kinds and ids only, and nothing of other accounts', async () => {
    const stream = await listen(user.cookie);
    expect(stream.answer.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(stream.answer.headers.get('content-encoding')).toBeNull();
    const other = await api.account();
    const theirs = await addLead(other);
    const mine = await addLead();
    const told = await heardOf(stream.heard, mine);
    expect(Object.keys(told).sort()).toEqual(['id', 'lead_id', 'type', 'workflow_run_id']);
    expect(JSON.stringify(stream.heard)).not.toContain(theirs);
    stream.close();
  });

  it('continues after the last received event, and misses none', async () => {
    const first = await listen(user.cookie);
    const before = await heardOf(first.heard, await addLead());
    first.close();
    const missed = [await addLead(), await addLead()];
    const second = await listen(user.cookie, `?after=${before.id}`);
    const later = await addLead();
    await heardOf(second.heard, later);
    const created = second.heard.filter(({ type }) => type === 'lead.created').map(({ lead_id }) => lead_id);
    expect(created).toEqual([...missed, later]);
    second.close();
  });

  it('tells a client that was away too long, or names a deleted event, to reload everything', async () => {
    const stream = await listen(user.cookie, `?after=${newId()}`);
    await eventually(async () => stream.state.resets || undefined);
    stream.close();
  });

  it('waits for what an open transaction has written, so that nothing is passed over', async () => {
    const stream = await listen(user.cookie);
    await heardOf(stream.heard, await addLead());
    const [early, late] = [newId(), newId()];
    const row = (leadId: string) => ({
      id: newId(),
      account_id: account.accountId,
      type: 'lead.created',
      lead_id: leadId,
      data: '{}',
      origin_kind: 'api',
      origin_id: null,
      origin_depth: 0,
      created_at: new Date(),
    });
    const open = await api.db.transaction();
    await open('events').insert(row(early) as never);
    await api.db('events').insert(row(late) as never);
    await open.commit();
    await heardOf(stream.heard, late);
    const order = stream.heard.map(({ lead_id }) => lead_id);
    expect(order.indexOf(early)).toBeLessThan(order.indexOf(late));
    expect(order).toContain(early);
    stream.close();
  });

  it('tells what colleagues do in the inbox, which is no event, and nothing twice', async () => {
    const colleague = await addUser(api, account.accountId, 'operator');
    const { body } = await account
      .request('post', '/leads')
      .send({ first_name: 'Ana', email: `${newId()}@example.com` });
    const { id } = body.lead;
    const lead = { id, accountId: account.accountId };
    await bumpEngagement(api.db, lead, { counts: ['inbound_count'], lastInboundAt: new Date() });
    const stream = await listen(user.cookie);
    const hears = (type: string, times: number) =>
      eventually(async () => stream.heard.filter((told) => told.type === type).length >= times || undefined);
    await colleague.request('post', `/inbox/${id}/presence`).send({ state: 'viewing' }).expect(200);
    await hears('presence.changed', 1);
    // They are still there, which is no news.
    await colleague.request('post', `/inbox/${id}/presence`).send({ state: 'viewing' }).expect(200);
    await colleague.request('patch', `/inbox/${id}`).send({ assignee_id: colleague.userId }).expect(200);
    await hears('inbox.changed', 1);
    await colleague.request('post', `/inbox/${id}/presence`).send({ state: 'gone' }).expect(200);
    await hears('presence.changed', 2);
    // That the lead was made may be told too: it happened right before.
    expect(stream.heard.filter(({ id }) => id === '')).toEqual(
      ['presence.changed', 'inbox.changed', 'presence.changed'].map((type) => ({
        id: '',
        type,
        lead_id: null,
        workflow_run_id: null,
      })),
    );
    stream.close();
  });

  it('makes a reconnected client reload the inbox, whose changes are not stored', async () => {
    const first = await listen(user.cookie);
    const last = await heardOf(first.heard, await addLead());
    first.close();
    const second = await listen(user.cookie, `?after=${last.id}`);
    await eventually(async () => second.heard.some(({ type }) => type === 'inbox.changed') || undefined);
    second.close();
  });

  it('is for eight pages of a user at once, and has room again when one is closed', async () => {
    const busy = await addUser(api, account.accountId, 'viewer');
    const streams = await Promise.all(Array.from({ length: 8 }, () => listen(busy.cookie)));
    await eventually(async () => {
      const one = await listen(busy.cookie, '?seconds=0');
      return one.answer.status === 429 || undefined;
    });
    streams[0]?.close();
    await eventually(async () => ((await listen(busy.cookie, '?seconds=0')).answer.status === 200 ? true : undefined));
    for (const stream of streams) stream.close();
  });

  it('reads the database as often for many pages as for one', async () => {
    const streams = await Promise.all([1, 2, 3, 4, 5].map(() => listen(user.cookie)));
    const leadId = await addLead();
    await Promise.all(streams.map(({ heard }) => heardOf(heard, leadId)));
    const ticks = async () => {
      const statements = await statementsOf(api.db, () =>
        eventually(async () => (Date.now() > until ? true : undefined)),
      );
      return statements.filter((sql) => sql.includes('`events`')).length;
    };
    const until = Date.now() + 3_000;
    expect(await ticks()).toBeLessThanOrEqual(4);
    for (const stream of streams) stream.close();
  });

  it.each([
    [
      'the user is disabled',
      (who: TestUser) => admin.request('patch', `/users/${who.userId}`).send({ disabled: true }),
    ],
    ['the role changes', (who: TestUser) => admin.request('patch', `/users/${who.userId}`).send({ role: 'viewer' })],
    ['the user signs out', (who: TestUser) => who.request('delete', '/session')],
    [
      'the session is ended elsewhere',
      async (who: TestUser) => {
        const cookie = await addSession(api, { userId: who.userId, accountId: account.accountId });
        return who.request('delete', '/sessions').set({ cookie });
      },
    ],
    [
      'the issuer of single sign-on ends the session',
      async (who: TestUser) => {
        const [issuer, sessionId, issuedAt] = ['https://issuer.example', newId(), new Date()];
        const issuer_session = issuerSessionHash(issuer, sessionId);
        await api.db('sessions').where({ user_id: who.userId }).update({ issuer_session, issued_at: issuedAt });
        const ended = await endSignOns(api.db, issuedAt, { issuer, subject: null, sessionId, issuedAt });
        return { status: ended === 1 ? 200 : 500 };
      },
    ],
  ])('ends soon although the account stays busy, and says so, once %s', async (_how, revoke) => {
    const gone = await addUser(api, account.accountId, 'operator');
    const [stream, other] = [await listen(gone.cookie), await listen(user.cookie)];
    await heardOf(stream.heard, await addLead());
    expect((await revoke(gone)).status).toBeLessThan(300);
    await eventually(async () => {
      await addLead();
      return stream.state.ended || undefined;
    }, 30_000);
    expect(stream.state.last).toMatch(/^event: revoked\n/);
    const after = await addLead();
    await heardOf(other.heard, after);
    expect(stream.heard.map(({ lead_id }) => lead_id)).not.toContain(after);
    other.close();
  });

  it('is for a hundred pages of an account at once, so that other accounts find room', async () => {
    const large = (await api.account()).accountId;
    const users = await Promise.all(Array.from({ length: 13 }, () => addUser(api, large, 'viewer')));
    const streams = await Promise.all(
      users.flatMap(({ cookie }, n) => Array.from({ length: n < 12 ? 8 : 4 }, () => listen(cookie))),
    );
    expect(new Set(streams.map(({ answer }) => answer.status))).toEqual(new Set([200]));
    expect((await listen(users[12]?.cookie ?? '', '?seconds=0')).answer.status).toBe(429);
    expect((await listen(user.cookie, '?seconds=0')).answer.status).toBe(200);
    for (const stream of streams) stream.close();
  });

  it('catches up within one tick when more happened than is read at once', async () => {
    const feed = createChangeFeed({ db: api.db, clock: systemClock, logger: createLogger('silent', 'test') }, 2);
    const session = await api.db('sessions').where({ user_id: user.userId }).first();
    const news: FeedMessage[] = [];
    const listening = { accountId: account.accountId, sessionId: session?.jti ?? '', role: 'viewer' as const };
    const { leave } = await feed.listen({
      ...listening,
      onMessages: (more) => news.push(...more),
      onRevoked: () => {},
    });
    const rows = Array.from({ length: 21 }, () => ({
      id: newId(),
      account_id: account.accountId,
      type: 'lead.created',
      lead_id: newId(),
      data: '{}',
      origin_kind: 'api',
      origin_id: null,
      origin_depth: 0,
      created_at: new Date(),
    }));
    await api.db('events').insert(rows as never);
    const heard = () => news.filter(({ lead_id }) => rows.some((row) => row.lead_id === lead_id)).length;
    const statements = await statementsOf(api.db, () => eventually(async () => heard() === 21 || undefined));
    expect(statements.filter((sql) => sql.includes('`sessions`')).length).toBeLessThanOrEqual(4);
    leave();
  });

  it('ends when the process does', async () => {
    const stream = await listen(user.cookie);
    await heardOf(stream.heard, await addLead());
    stopping.abort();
    await eventually(async () => stream.state.ended || undefined);
  });
});
