import { beforeAll, describe, expect, it } from '@jest/globals';
import { bumpEngagement } from '../../../db/leads/engagement.js';
import type { LeadRow } from '../../../db/tables.js';
import { newId } from '../../../runtime/ids.js';
import { addSender } from '../../support/agents.js';
import { type TestAccount, useApi } from '../../support/api.js';
import { addChat } from '../../support/conversations.js';
import { addAgent, addLead, addMessage, addRun } from '../../support/messaging.js';
import { addUser, type TestUser } from '../../support/users.js';

const api = useApi();
let account: TestAccount;
let ana: TestUser;
let ben: TestUser;

const HOUR_MS = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS);

beforeAll(async () => {
  account = await api.account();
  ana = await addUser(api, account.accountId, 'operator');
  ben = await addUser(api, account.accountId, 'operator');
});

/** A lead that has written, some hours ago. */
async function writer(hours = 1, columns: Partial<LeadRow> = {}) {
  const lead = await addLead(api.db, account.accountId, columns);
  return { lead, messageId: await writes(lead, ago(hours)) };
}

async function writes(lead: LeadRow, at: Date): Promise<string> {
  const id = newId();
  const about = { direction: 'inbound', status: 'received', content: 'How much is it?', claimed_at: null } as const;
  await addMessage(api.db, lead, null, { id, ...about, created_at: at });
  await bumpEngagement(
    api.db,
    { id: lead.id, accountId: account.accountId },
    {
      counts: ['inbound_count'],
      lastInboundAt: at,
      lastChannel: 'email',
    },
  );
  return id;
}

const listed = async (user: TestUser, query: string): Promise<{ id: string; [key: string]: unknown }[]> =>
  (await user.request('get', `/inbox?${query}`).expect(200)).body.entries;
const entryOf = async (user: TestUser, id: string, query = 'limit=200') =>
  (await listed(user, query)).find((entry) => entry.id === id);
const change = (user: TestUser, id: string, body: object) => user.request('patch', `/inbox/${id}`).send(body);

describe('the inbox', () => {
  it('has who wrote on any channel, with the newest message, by when they wrote', async () => {
    const { lead, messageId } = await writer(3, { first_name: 'Eva', last_name: 'Luna', company: 'Acme' });
    const chat = await addChat(api, account);
    const silent = await addLead(api.db, account.accountId);
    const entries = await listed(ana, 'limit=200');
    expect(entries.find(({ id }) => id === lead.id)).toMatchObject({
      lead: { id: lead.id, name: 'Eva Luna', company: 'Acme' },
      last_message: { id: messageId, channel: 'email', direction: 'inbound', preview: 'How much is it?' },
      unread: true,
      status: 'open',
      assignee: null,
      takeover: null,
      present: [],
    });
    expect(entries.find(({ id }) => id === chat)).toMatchObject({
      lead: null,
      conversation_id: chat,
      last_message: { channel: 'chat' },
    });
    expect(entries.map(({ id }) => id).indexOf(chat)).toBeLessThan(entries.map(({ id }) => id).indexOf(lead.id));
    expect(entries.map(({ id }) => id)).not.toContain(silent.id);
    expect(await entryOf(ana, lead.id, 'q=lun%20acm')).toBeDefined();
    await api.db('leads').where({ id: lead.id }).update({ whatsapp_username: 'luna.sol' });
    expect(await entryOf(ana, lead.id, 'q=%40luna.s')).toBeDefined();
    expect(await entryOf(ana, lead.id, 'channel=whatsapp')).toBeUndefined();
  });

  it('returns one entry by the ID of its lead or conversation, and not that of another account', async () => {
    const { lead, messageId } = await writer(2);
    const chat = await addChat(api, account);
    const read = async (user: TestUser, id: string) => (await user.request('get', `/inbox/${id}`)).body;
    expect((await read(ana, lead.id)).entry).toEqual(await entryOf(ana, lead.id));
    expect((await read(ana, lead.id)).entry.last_message.id).toBe(messageId);
    expect((await read(ana, chat)).entry).toMatchObject({ id: chat, conversation_id: chat, lead: null });
    const stranger = await addUser(api, (await api.account()).accountId, 'owner');
    expect(await read(stranger, lead.id)).toMatchObject({ code: 'INBOX_ENTRY_NOT_FOUND' });
    const silent = await addLead(api.db, account.accountId);
    expect(await read(ana, silent.id)).toMatchObject({ code: 'INBOX_ENTRY_NOT_FOUND' });
  });

  it('is read page by page without a gap or a repeat, also over equal times', async () => {
    const at = ago(30);
    const leads = await Promise.all(Array.from({ length: 5 }, () => addLead(api.db, account.accountId)));
    for (const lead of leads) await writes(lead, at);
    const seen: string[] = [];
    for (let cursor = ''; ; ) {
      const { body } = await ana.request('get', `/inbox?limit=2${cursor}`).expect(200);
      seen.push(...body.entries.map(({ id }: { id: string }) => id));
      if (!body.pagination.has_more) break;
      cursor = `&cursor=${body.pagination.next_cursor}`;
    }
    expect(seen).toEqual((await listed(ana, 'limit=200')).map(({ id }) => id));
    expect(new Set(seen).size).toBe(seen.length);
  });

  it('puts an entry where people put it, until its lead writes again', async () => {
    const { lead } = await writer();
    const mine = await change(ana, lead.id, { assignee_id: ana.userId }).expect(200);
    expect(mine.body.entry.assignee).toEqual({ id: ana.userId, name: 'User' });
    expect(await entryOf(ana, lead.id, 'folder=mine')).toBeDefined();
    expect(await entryOf(ben, lead.id, 'folder=mine')).toBeUndefined();
    expect(await entryOf(ben, lead.id, 'folder=unassigned')).toBeUndefined();
    const later = new Date(Date.now() + HOUR_MS).toISOString();
    await change(ana, lead.id, { status: 'snoozed', snoozed_until: later }).expect(200);
    expect(await entryOf(ana, lead.id, 'folder=snoozed')).toMatchObject({ status: 'snoozed', snoozed_until: later });
    expect(await entryOf(ana, lead.id, 'folder=mine')).toBeUndefined();
    await change(ana, lead.id, { status: 'done' }).expect(200);
    expect(await entryOf(ana, lead.id, 'folder=done')).toMatchObject({ status: 'done', snoozed_until: null });
    await writes(lead, new Date(Date.now() + 1_000));
    expect(await entryOf(ana, lead.id, 'folder=mine')).toMatchObject({ status: 'open', unread: true });
  });

  it('reports what no user has seen, up to the message that was shown', async () => {
    const { lead, messageId } = await writer(2);
    await change(ana, lead.id, { seen_message_id: messageId }).expect(200);
    expect((await entryOf(ben, lead.id))?.unread).toBe(false);
    await writes(lead, ago(1));
    await change(ben, lead.id, { seen_message_id: messageId }).expect(200);
    expect((await entryOf(ana, lead.id))?.unread).toBe(true);
    await change(ana, lead.id, { seen_message_id: newId() }).expect(404);
    const other = await writer();
    await change(ana, lead.id, { seen_message_id: other.messageId }).expect(404);
  });

  it('lists leads as waiting until someone has answered, whatever a cadence sent', async () => {
    const { lead } = await writer(5);
    const since = (await entryOf(ana, lead.id, 'folder=waiting'))?.waiting_since;
    await writes(lead, ago(4));
    const run = await addRun(api.db, lead, await addAgent(api, account));
    await addMessage(api.db, lead, run, { status: 'sent', created_at: ago(3) });
    expect((await entryOf(ana, lead.id, 'folder=waiting'))?.waiting_since).toBe(since);
    await addMessage(api.db, lead, null, { status: 'sent', created_at: ago(2) });
    expect(await entryOf(ana, lead.id, 'folder=waiting')).toBeUndefined();
    expect(await entryOf(ana, lead.id)).toMatchObject({ waiting_since: null });
  });

  it('has a visitor still who becomes a lead by what it writes', async () => {
    const id = await addChat(api, account, 'My mail is kim@example.com, write to me');
    const { lead_id } = (await api.db('conversations').where({ id }).first())!;
    expect(await entryOf(ana, lead_id!)).toMatchObject({
      lead: { id: lead_id },
      conversation_id: null,
      unread: true,
      last_message: { channel: 'chat' },
    });
    expect(await entryOf(ana, id)).toBeUndefined();
  });

  it('lists leads as waiting that were promised a person, until one writes', async () => {
    const chat = await addChat(api, account, 'I want to talk to a person please');
    expect(await entryOf(ana, chat, 'folder=waiting')).toBeDefined();
    await ana.request('post', `/conversations/${chat}/messages`).send({ text: 'Hello, this is Ana.' }).expect(201);
    expect(await entryOf(ana, chat, 'folder=waiting')).toBeUndefined();
  });

  it('counts what its folders hold', async () => {
    const { body } = await ana.request('get', '/inbox/counts').expect(200);
    for (const folder of ['mine', 'unassigned', 'waiting', 'all', 'snoozed', 'done'])
      expect([folder, body.counts[folder]]).toEqual([folder, (await listed(ana, `limit=200&folder=${folder}`)).length]);
    const unread = (await listed(ana, 'limit=200')).filter(({ unread }) => unread).length;
    expect(body.counts.unread).toBe(unread);
    const { notifications } = (await ana.request('get', `/notifications?user_id=${ana.userId}&unread=true`)).body;
    expect((await ana.request('get', '/inbox/unread').expect(200)).body).toEqual({
      success: true,
      unread,
      notices: notifications.length,
    });
  });

  it('shows who else is there for half a minute', async () => {
    const { lead } = await writer();
    await ben.request('post', `/inbox/${lead.id}/presence`).send({ state: 'writing' }).expect(200);
    expect((await entryOf(ana, lead.id))?.present).toEqual([{ user_id: ben.userId, name: 'User', state: 'writing' }]);
    expect((await entryOf(ben, lead.id))?.present).toEqual([]);
    await api.db('inbox_presences').update({ until: ago(1) });
    expect((await entryOf(ana, lead.id))?.present).toEqual([]);
    await ben.request('post', `/inbox/${lead.id}/presence`).send({ state: 'viewing' }).expect(200);
    await ben.request('post', `/inbox/${lead.id}/presence`).send({ state: 'gone' }).expect(200);
    expect(await api.db('inbox_presences').where({ thread_id: lead.id })).toEqual([]);
  });

  it('refuses what means nothing', async () => {
    const { lead } = await writer();
    await change(ana, lead.id, { status: 'snoozed' }).expect(400);
    await change(ana, lead.id, { status: 'snoozed', snoozed_until: ago(1).toISOString() }).expect(400);
    await change(ana, lead.id, { snoozed_until: new Date(Date.now() + HOUR_MS).toISOString() }).expect(400);
    await change(ana, lead.id, { assignee_id: newId() }).expect(404);
    await change(ana, newId(), { status: 'done' }).expect(404);
    const viewer = await addUser(api, account.accountId, 'viewer');
    await change(viewer, lead.id, { status: 'done' }).expect(403);
  });

  it('keeps nothing of a lead that was erased', async () => {
    const { lead } = await writer();
    await change(ana, lead.id, { assignee_id: ana.userId }).expect(200);
    await account.request('post', `/leads/${lead.id}/erase`).expect(200);
    expect(await api.db('inbox_states').where({ id: lead.id })).toEqual([]);
    expect(await entryOf(ana, lead.id)).toBeUndefined();
  });
});

describe('an answer to a read message', () => {
  it('is not sent where something came or went since, and of two at once one is', async () => {
    await addSender(api.db, account.accountId);
    const { lead, messageId } = await writer();
    const answer = (user: TestUser, after: string) =>
      user.request('post', '/messages').send({
        lead_id: lead.id,
        channel: 'email',
        subject: 'Re',
        content: 'Ten',
        after_message_id: after,
      });
    const both = await Promise.all([answer(ana, messageId), answer(ben, messageId)]);
    expect(both.map(({ status }) => status).sort()).toEqual([202, 409]);
    const sent = both.find(({ status }) => status === 202)?.body.message_id;
    expect(both.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'CONVERSATION_MOVED_ON',
      message_ids: [sent],
    });
    await answer(ben, sent).expect(202);
  });

  it('is not written into a conversation that went on', async () => {
    const chat = await addChat(api, account);
    const write = (user: TestUser, text: string, after?: string) =>
      user
        .request('post', `/conversations/${chat}/messages`)
        .send({ text, ...(after ? { after_message_id: after } : {}) });
    const first = await write(ana, 'Hello').expect(201);
    const second = await write(ana, 'Still there?', first.body.message.id).expect(201);
    const late = await write(ben, 'Hi', first.body.message.id).expect(409);
    expect(late.body.message_ids).toEqual([second.body.message.id]);
  });
});
