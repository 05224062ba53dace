import { describe, expect, it } from '@jest/globals';
import { processInboundEvent } from '../../../services/inbound/process-event.js';
import { randomFrom } from '../../faults/support/random.js';
import { useApi } from '../../support/api.js';
import { finishErasure } from '../../support/erasures.js';
import { APP_SECRET, inboundWhatsApp, nextWaId } from '../../support/inbound-whatsapp.js';
import { addHook, addLead, workInbound } from '../../support/messaging.js';
import { changedFrom, metaBody, postMeta, type Shown, told, wamid, writtenBy } from '../../support/meta-webhooks.js';
import { addUser } from '../../support/users.js';
import { workOn } from '../../support/work.js';

const api = useApi();
const fixture = inboundWhatsApp(api);

let last = Date.now() * 1_000;
const nextUserId = (): string => {
  last += 1;
  return `ES.${last}`;
};

/** An empty account whose people write to it. */
async function createFixture() {
  const account = await api.account({ country: 'ES' });
  const { accountId } = account;
  const hook = await addHook(account, 'meta_cloud', APP_SECRET);
  const post = async (value: Record<string, unknown>, field = 'messages', wabaId?: string) => {
    expect((await postMeta(api, hook, metaBody(value, field, undefined, wabaId))).status).toBe(200);
  };
  return {
    account,
    accountId,
    post,
    write: (who: Shown, says: string, wabaId?: string) => post(writtenBy(who, { says }), 'messages', wabaId),
    work: (order?: Parameters<typeof workInbound>[2]) => workInbound(api.db, accountId, order),
    leads: () => api.db('leads').where({ account_id: accountId, hidden: false }).orderBy('id'),
    /** Returns the messages of each lead, by ID. */
    said: async () => {
      const rows = await api.db('messages').where({ account_id: accountId, direction: 'inbound' }).orderBy('id');
      return Map.groupBy(rows, ({ lead_id }) => lead_id);
    },
  };
}

describe('a person who hides their number', () => {
  it('becomes a lead with name, username and user ID, and the message is in history and inbox', async () => {
    const { account, accountId, write, work, leads } = await createFixture();
    const userId = nextUserId();
    await write({ userId, name: 'Berta Sol', username: 'berta.sol' }, 'Is it still on?');
    expect(await work()).toEqual(['reply']);
    const [lead, ...more] = await leads();
    expect(more).toEqual([]);
    const { body } = await account.request('get', `/leads/${lead!.id}`);
    expect(body.lead).toMatchObject({
      first_name: 'Berta Sol',
      phone: null,
      source: 'whatsapp',
      external_id: userId,
      whatsapp_user: { user_id: userId, username: 'berta.sol' },
    });
    const history = await account.request('get', `/leads/${lead!.id}/history?types=message`);
    expect(history.body.history).toMatchObject([{ content: 'Is it still on?' }]);
    expect(body.engagement.inbound_count).toBe(1);
    const messages = await account.request('get', `/messages?lead_id=${lead!.id}`);
    expect(messages.body.messages).toMatchObject([{ direction: 'inbound', content: 'Is it still on?' }]);
    const inbox = await (await addUser(api, accountId)).request('get', '/inbox').expect(200);
    expect(inbox.body.entries).toMatchObject([{ lead: { id: lead!.id } }]);
  });

  it('stays the lead that is known by number and user ID, whichever of them is shown next', async () => {
    const { write, work, leads, said } = await createFixture();
    const [phone, userId] = [nextWaId(), nextUserId()];
    await write({ phone, userId }, 'first');
    await work();
    await write({ userId, username: 'carla' }, 'second');
    await write({ phone }, 'third');
    await write({ userId: nextUserId() }, 'another person');
    await work();
    const [lead, other, ...more] = await leads();
    expect(more).toEqual([]);
    expect(lead).toMatchObject({ phone: `+${phone}`, whatsapp_user_id: userId, whatsapp_username: 'carla' });
    expect(other).toMatchObject({ phone: null });
    expect((await said()).get(lead!.id)?.map(({ content }) => content)).toEqual(['first', 'second', 'third']);
  });

  it('is one lead though first messages by number, user ID and both are worked at once', async () => {
    const { accountId, write, leads } = await createFixture();
    const [phone, userId] = [nextWaId(), nextUserId()];
    for (let n = 0; n < 6; n += 1) await write(n % 2 === 0 ? { userId } : { phone, userId }, `Message ${n}`);
    const rows = await api.db('inbound_events').where({ account_id: accountId });
    const outcomes = await Promise.all(rows.map(({ id }) => processInboundEvent(workOn(api.db), id)));
    expect(outcomes).toEqual(rows.map(() => 'reply'));
    expect(await leads()).toMatchObject([{ phone: `+${phone}`, whatsapp_user_id: userId }]);
  });

  it('gets the number that is shown later, unless another lead has it', async () => {
    const { accountId, write, work, leads } = await createFixture();
    const [own, taken] = [nextWaId(), nextWaId()];
    const owner = await addLead(api.db, accountId, { phone: `+${taken}` });
    const [first, second] = [nextUserId(), nextUserId()];
    for (const userId of [first, second]) await write({ userId }, 'Hola');
    await work();
    await write({ userId: first, phone: own }, 'Here is my number');
    await write({ userId: second, phone: taken }, 'And mine');
    await work();
    const byUser = new Map((await leads()).map((lead) => [lead.whatsapp_user_id, lead]));
    expect(byUser.get(first)).toMatchObject({ phone: `+${own}` });
    expect(byUser.get(second)).toMatchObject({ phone: null });
    expect(byUser.get(second)?.id).not.toBe(owner.id);
  });

  it('gets the number of the card that answers a request for it, and of no other card', async () => {
    const { post, work, leads } = await createFixture();
    const [asked, sent] = [nextUserId(), nextUserId()];
    const phone = nextWaId();
    const card = (extra: object) => ({
      type: 'contacts',
      contacts: [{ name: { formatted_name: 'B' }, phones: [{ phone: `+${phone}` }] }],
      ...extra,
    });
    await post(writtenBy({ userId: sent }, { says: card({}) }));
    await post(writtenBy({ userId: asked }, { says: card({ origin: 'contact_request' }) }));
    await work();
    const phones = new Map((await leads()).map((lead) => [lead.whatsapp_user_id, lead.phone]));
    expect([phones.get(asked), phones.get(sent)]).toEqual([`+${phone}`, null]);
  });

  it('is the lead that our message reached, by the user ID in its status', async () => {
    const { receive, work, read, waId, wamid: sent, lead } = await fixture();
    const userId = nextUserId();
    const status = told({ id: sent, status: 'delivered', to: waId });
    Object.assign(status.statuses[0]!, { recipient_user_id: userId });
    await receive(status);
    await receive(writtenBy({ userId }, { says: 'Hola' }));
    expect(await work()).toEqual(['delivered', 'reply']);
    expect((await read.received()).map(({ lead_id }) => lead_id)).toEqual([lead.id]);
    expect(await read.lead()).toMatchObject({ whatsapp_user_id: userId, phone: `+${waId}` });
  });

  it('is the lead whose message they answer', async () => {
    const { receive, work, read, wamid: sent, lead } = await fixture();
    const userId = nextUserId();
    await receive(writtenBy({ userId }, { says: 'Me interesa', answers: sent }));
    await receive(writtenBy({ userId }, { says: 'Mucho' }));
    await work();
    expect((await read.received()).map(({ lead_id }) => lead_id)).toEqual([lead.id, lead.id]);
  });

  it('opts out by user ID: a lead that is made again after erasure is not written to', async () => {
    const { account, write, work, leads } = await createFixture();
    const userId = nextUserId();
    await write({ userId }, 'STOP');
    await work();
    const [lead] = await leads();
    expect(lead).toMatchObject({ consent_whatsapp: 'opted_out' });
    await account.request('post', `/leads/${lead!.id}/erase`).send({}).expect(200);
    const left = await api.db('whatsapp_users').where({ lead_id: lead!.id });
    expect(left).toEqual([]);
    await write({ userId }, 'Hola again');
    await work();
    const [again] = await leads();
    expect(again!.id).not.toBe(lead!.id);
    await account.request('post', '/whatsapp-numbers').send({ phone_number: '+34910000101', provider: 'sandbox' });
    const body = { lead_id: again!.id, channel: 'whatsapp', content: 'Hi' };
    const answer = await account.request('post', '/messages').send(body);
    expect([answer.status, answer.body.code]).toEqual([422, 'SUPPRESSED']);
  });

  it('doesn’t create an erased person again from a message that was received before the erasure', async () => {
    const { account, accountId, write, work, leads } = await createFixture();
    const userId = nextUserId();
    await write({ userId }, 'Hola');
    await work();
    const [lead] = await leads();
    await write({ userId }, 'Hola otra vez');
    await account.request('post', `/leads/${lead!.id}/erase`).send({}).expect(200);
    await work();
    expect(await api.db('leads').where({ account_id: accountId, hidden: false })).toEqual([]);
    await finishErasure(api.db, lead!.id);
    const events = await api.db('inbound_events').where({ account_id: accountId });
    expect(events.map(({ payload }) => payload)).toEqual(['{}', '{}']);
  });

  it('leaves no trace of IDs when the lead is erased', async () => {
    const { account, accountId, write, work, leads } = await createFixture();
    const [phone, userId] = [nextWaId(), nextUserId()];
    await write({ phone, userId, username: 'dora' }, 'Hola');
    await work();
    const [lead] = await leads();
    await account.request('post', `/leads/${lead!.id}/erase`).send({}).expect(200);
    expect(await api.db('leads').where({ id: lead!.id }).first()).toMatchObject({
      whatsapp_user_id: null,
      whatsapp_username: null,
    });
    expect(await api.db('lead_identities').where({ account_id: accountId })).toEqual([]);
    const events = await api.db('inbound_events').where({ account_id: accountId });
    expect(JSON.stringify(events.map(({ payload }) => payload))).not.toContain(userId);
  });
});

describe('a number that changes hands', () => {
  it('stays with its lead while the new holder becomes another one', async () => {
    const { write, work, leads, said } = await createFixture();
    const phone = nextWaId();
    const [old, young] = [nextUserId(), nextUserId()];
    await write({ phone, userId: old }, 'old holder');
    await work();
    await write({ phone, userId: young }, 'new holder');
    await write({ userId: old }, 'old holder again');
    await work();
    const all = await leads();
    expect(all).toHaveLength(2);
    const texts = [...(await said()).values()].map((rows) => rows.map(({ content }) => content));
    expect(texts).toEqual([['old holder', 'old holder again'], ['new holder']]);
  });

  it('of one business is the same lead for another business of the account', async () => {
    const { write, work, leads } = await createFixture();
    const phone = nextWaId();
    await write({ phone, userId: nextUserId() }, 'to one', '111');
    await work();
    await write({ phone, userId: nextUserId() }, 'to the other', '222');
    await work();
    expect(await leads()).toHaveLength(1);
  });

  it('is replaced with the lead when WhatsApp tells of the change, by number, by user ID or by both', async () => {
    const { post, write, work, leads, said } = await createFixture();
    const people = [0, 1, 2].map(() => ({ phone: nextWaId(), userId: nextUserId() }));
    const [both, byNumber, byId] = people as [Shown, Shown, Shown];
    const next = { phone: nextWaId(), userId: nextUserId() };
    const [newPhone, newId] = [nextWaId(), nextUserId()];
    for (const who of people) await write(who, 'before');
    await work();
    await post(changedFrom(both, next));
    await post(changedFrom({ phone: byNumber.phone! }, { phone: newPhone }));
    await post(changedFrom({ userId: byId.userId! }, { userId: newId }));
    await work();
    await write(next, 'after');
    await write({ phone: newPhone }, 'after');
    await write({ userId: newId }, 'after');
    await work();
    const all = await leads();
    expect(all.map(({ phone }) => phone)).toEqual([`+${next.phone}`, `+${newPhone}`, null]);
    expect(JSON.parse(all[2]!.metadata)).toEqual({ former_phone: `+${byId.phone}` });
    const texts = [...(await said()).values()].map((rows) =>
      rows.map(({ type, content }) => [type, content].join(' ')),
    );
    expect(texts).toEqual(people.map(() => ['text before', 'system User A changed', 'text after']));
  });

  it('belongs to its next holder once its lead has another user ID, however little is shown', async () => {
    const { post, write, work, leads, said } = await createFixture();
    const [phone, old] = [nextWaId(), nextUserId()];
    const young = nextUserId();
    await write({ phone, userId: old }, 'first holder');
    await work();
    await post(changedFrom({ userId: old }, { userId: young }));
    await work();
    await write({ phone }, 'second holder');
    await write({ userId: young }, 'first holder');
    await write({ userId: old }, 'first holder, late');
    await work();
    expect((await leads()).map((lead) => lead.phone)).toEqual([null, `+${phone}`]);
    const texts = [...(await said()).values()].map((rows) => rows.map(({ content }) => content));
    expect(texts).toEqual([
      ['first holder', 'User A changed', 'first holder', 'first holder, late'],
      ['second holder'],
    ]);
  });

  it('changes nothing where the change is of an unknown person, or takes an ID that another lead has', async () => {
    const { post, write, work, leads } = await createFixture();
    const [a, b] = [{ userId: nextUserId() }, { userId: nextUserId() }];
    for (const who of [a, b]) await write(who, 'Hola');
    await work();
    await post(changedFrom(a, b));
    await post(changedFrom({ userId: nextUserId() }, { userId: nextUserId() }));
    await work();
    await write(b, 'still b');
    await work();
    const all = await leads();
    expect(all.map(({ whatsapp_user_id }) => whatsapp_user_id)).toEqual([a.userId, b.userId]);
  });
});

/** Someone whose messages the property follows. */
interface Follower {
  phone: string;
  userId: string;
  /** True if number and ID have been shown together, by which everything else can be matched. */
  isLinked: boolean;
}

describe('messages of many people in random order', () => {
  const seeds = [Number(process.env.SEED ?? 1), 2, 3, 4];
  it.each(seeds)('never split a person into two leads nor merge two people into one (seed %s)', async (seed) => {
    const random = randomFrom(seed);
    const { accountId, post, work } = await createFixture();
    const followers = Array.from(
      { length: 4 },
      (): Follower => ({ phone: nextWaId(), userId: nextUserId(), isLinked: false }),
    );
    const owners = new Map<string, number>();
    /** Numbers that their holders gave up, which others get next. */
    const freed: string[] = [];
    for (let turn = 0; turn < 40; turn += 1) {
      const at = Math.floor(random() * followers.length);
      const who = followers[at]!;
      const { phone, userId } = who;
      const chance = random();
      if (chance < 0.15 && who.isLinked) {
        // Another number comes with another ID. The old number goes to no one, or to the next who changes.
        const next = { phone: (random() < 0.5 && freed.shift()) || nextWaId(), userId: nextUserId() };
        freed.push(phone);
        await post(changedFrom({ phone, userId }, random() < 0.5 ? next : { userId: next.userId }));
        Object.assign(who, next, { isLinked: false });
        const id = wamid();
        owners.set(id, at);
        await post(writtenBy(next, { id, says: `${at}` }));
        who.isLinked = true;
      } else {
        // The first message shows both: before that, no one could know that number and ID belong to one person.
        const shown = !who.isLinked || chance < 0.4 ? { phone, userId } : chance < 0.7 ? { userId } : { phone };
        who.isLinked = true;
        const id = wamid();
        owners.set(id, at);
        await post(writtenBy(shown, { id, says: `${at}` }));
      }
      if (random() < 0.5) await work();
    }
    await work();
    const rows = await api.db('messages').where({ account_id: accountId, direction: 'inbound' });
    const texts = rows.filter(({ type }) => type === 'text');
    expect(texts).toHaveLength(owners.size);
    const leadsOf = Map.groupBy(texts, (row) => owners.get(row.provider_message_id!.toString()));
    for (const [, of] of leadsOf) expect(new Set(of.map(({ lead_id }) => lead_id)).size).toBe(1);
    expect(new Set(texts.map(({ lead_id }) => lead_id)).size).toBe(leadsOf.size);
  });
});
