import { describe, expect, it } from '@jest/globals';
import { insertEvents } from '../../../db/events/events.js';
import { describeEvent } from '../../../domain/events/describe-event.js';
import { newId } from '../../../runtime/ids.js';
import { EVENT_KINDS } from '../../../schemas/events/events.js';
import { type TestAccount, useApi } from '../../support/api.js';
import { insertMessage } from '../../support/leads.js';

const api = useApi();
const create = async (account: TestAccount) =>
  (await account.request('post', '/leads').send({ first_name: 'Ana' })).body.lead.id as string;
interface Item {
  id: string;
  type: string;
  activity_type?: string;
  created_at: string;
}
const tell = (account: TestAccount, leadId: string, type: 'automation.paused' | 'message.sent') =>
  insertEvents(api.db, new Date(), [
    { accountId: account.accountId, type, leadId, data: {}, origin: { kind: 'cadence', id: null } },
  ]);
const items = async (account: TestAccount, id: string, query = '') => {
  const answer = await account.request('get', `/leads/${id}/history?${query}`);
  expect([answer.status, answer.body.message]).toEqual([200, undefined]);
  return answer.body.history as Item[];
};

/** A lead with an activity, a message, a call, a missed call and another activity, in this order. */
async function story(account: TestAccount) {
  const id = await create(account);
  const message = (changes: object) => insertMessage(api.db, account.accountId, id, changes);
  await message({ content: 'Hello', subject: 'Hi', provider_message_id: Buffer.from('<m@x>'), sent_at: new Date() });
  await message({ channel: 'call', type: 'call', status: 'sent' });
  await message({ channel: 'call', type: 'call', status: 'failed', failure_code: 'dial_no_answer' });
  await tell(account, id, 'message.sent');
  await tell(account, id, 'automation.paused');
  return id;
}

describe('GET /leads/{id}/history', () => {
  describe('200', () => {
    it('tells messages, calls and activities in order of time, a message once', async () => {
      const account = await api.account();
      const id = await story(account);
      const answer = await account.request('get', `/leads/${id}/history`);
      expect(answer.body.lead.id).toBe(id);
      expect(answer.body.history.map((item: Item) => item.activity_type ?? item.type)).toEqual([
        'lead.created',
        'message',
        'call',
        'call_missed',
        'automation.paused',
      ]);
      const [created, message, call, missed] = answer.body.history;
      expect(created).toMatchObject({ type: 'activity', title: 'Lead created', actor_type: 'api' });
      expect(message).toMatchObject({
        channel: 'email',
        direction: 'outbound',
        subject: 'Hi',
        content: 'Hello',
        message_type: 'text',
        status: 'sent',
        provider_message_id: '<m@x>',
        delivered_at: null,
        attachments: [],
        buttons: [],
      });
      expect(call).toMatchObject({ transcript: null, recording_url: null, duration_seconds: null });
      expect(missed).toMatchObject({ disconnection_reason: 'dial_no_answer' });
      expect(await items(account, id, 'order=desc')).toEqual(answer.body.history.toReversed());
    });

    it('pages by cursor and by offset to the same items', async () => {
      const account = await api.account();
      const id = await story(account);
      for (const order of ['asc', 'desc']) {
        const whole = await items(account, id, `order=${order}`);
        const seen: Item[] = [];
        let cursor = '';
        for (;;) {
          const answer = await account.request('get', `/leads/${id}/history?limit=2&order=${order}${cursor}`);
          seen.push(...answer.body.history);
          if (!answer.body.pagination.has_more) break;
          cursor = `&cursor=${answer.body.pagination.next_cursor}`;
        }
        expect(seen).toEqual(whole);
        expect(await items(account, id, `limit=2&offset=2&order=${order}`)).toEqual(whole.slice(2, 4));
      }
    });

    it('filters by channel, type and time', async () => {
      const account = await api.account();
      const id = await story(account);
      const types = async (query: string) => (await items(account, id, query)).map(({ type }) => type);
      expect(await types('channel=email')).toEqual(['message']);
      expect(await types('channel=call,whatsapp')).toEqual(['call', 'call_missed']);
      expect(await types('types=call_missed')).toEqual(['call_missed']);
      expect(await types('types=message,call')).toEqual(['message', 'call']);
      expect(await types('types=activity')).toEqual(['activity', 'activity']);
      expect(await types('channel=chat&types=activity')).toEqual([]);
      expect(await types('after=2100-01-01T00:00:00Z')).toEqual([]);
      expect(await types('before=2001-01-01T00:00:00Z')).toEqual([]);
      expect(await types('after=2001-01-01T00:00:00Z&before=2100-01-01T00:00:00Z')).toHaveLength(5);
    });

    it('tells of one enrolment alone what is asked of it', async () => {
      const account = await api.account();
      const id = await story(account);
      const runs = [newId(), newId()];
      for (const agent_run_id of runs) {
        await insertMessage(api.db, account.accountId, id, { agent_run_id });
        const origin = { kind: 'cadence', id: null } as const;
        const event = {
          accountId: account.accountId,
          type: 'cadence.held',
          leadId: id,
          agentRunId: agent_run_id,
        } as const;
        await insertEvents(api.db, new Date(), [{ ...event, data: {}, origin }]);
      }
      const history = await items(account, id, `workflow_run_id=${runs[0]}`);
      expect(history.map((item) => item.activity_type ?? item.type)).toEqual(['message', 'cadence.held']);
      expect(history).toMatchObject([{ workflow_run_id: runs[0] }, { workflow_run_id: runs[0] }]);
    });
  });

  it('answers 404 for foreign leads', async () => {
    const [mine, theirs] = [await api.account(), await api.account()];
    const id = await create(theirs);
    expect((await mine.request('get', `/leads/${id}/history`)).status).toBe(404);
  });

  it.each(['channel=fax', 'types=meeting', 'limit=0', 'limit=201', 'offset=-1', 'cursor=x', 'order=up', 'after=x'])(
    'answers 400 for %s',
    async (query) => {
      const account = await api.account();
      const id = await create(account);
      const answer = await account.request('get', `/leads/${id}/history?${query}`);
      expect([answer.status, answer.body.field]).toEqual([400, `/${query.split('=')[0]}`]);
    },
  );

  it('has words for every kind of event, and none of them repeats what a person wrote', () => {
    const secret = 'Ana Perez <ana@example.com>';
    const facts = ['channel', 'reason', 'step_key', 'key', 'kind', 'code', 'disconnection_reason'];
    for (const kind of EVENT_KINDS) {
      const given = Object.fromEntries(facts.map((fact) => [fact, secret]));
      const { title, description, params } = describeEvent(kind, given);
      expect(title).not.toBe('');
      expect(description).toMatch(/\.$/);
      expect(description).not.toContain('Ana');
      expect(params).toEqual({});
    }
    expect(describeEvent('cadence.step_executed', { step_key: 'mail' }).description).toBe(
      'The step mail was completed.',
    );
    expect(describeEvent('cadence.held', { reason: 'outside_window' }).description).toBe(
      'The next step is on hold because of: outside window.',
    );
    expect(describeEvent('workflow_run.status_changed', { from: 'in_talks', to: 'Call back' }).description).toBe(
      'The status changed from in talks to Call back.',
    );
    expect(describeEvent('lead.tags_changed', { added: ['hot', 'vip'], removed: [] }).params).toEqual({
      added: 2,
      removed: 0,
    });
    expect(describeEvent('call.missed', { disconnection_reason: 'dial_busy' }).description).toBe(
      "A call wasn't answered because of: dial busy.",
    );
  });
});

describe('GET /events', () => {
  it('continues after the last event, each once and in order', async () => {
    const account = await api.account();
    const id = await story(account);
    const seen: { type: string }[] = [];
    let after = '';
    for (;;) {
      const answer = await account.request('get', `/events?limit=2${after}`);
      expect(answer.status).toBe(200);
      seen.push(...answer.body.events);
      if (!answer.body.pagination.has_more) break;
      after = `&after=${answer.body.pagination.next_cursor}`;
    }
    expect(seen.map(({ type }) => type)).toEqual([
      'api_key.created',
      'lead.created',
      'message.sent',
      'automation.paused',
    ]);
    expect(seen[1]).toMatchObject({
      lead_id: id,
      agent_run_id: null,
      origin: { kind: 'api', id: account.keyId, depth: 0 },
    });
  });

  it('filters by kind, lead and moment', async () => {
    const account = await api.account();
    const id = await story(account);
    await create(account);
    const types = async (query: string) =>
      (await account.request('get', `/events?${query}`)).body.events.map(({ type }: { type: string }) => type);
    expect(await types(`lead_id=${id}&types=lead.created,automation.paused`)).toEqual([
      'lead.created',
      'automation.paused',
    ]);
    expect(await types('after=2100-01-01T00:00:00Z')).toEqual([]);
    expect(await types('after=2001-01-01T00:00:00Z&types=lead.created')).toHaveLength(2);
  });

  it('shows nothing of other accounts, not even where their events stand', async () => {
    const [mine, theirs] = [await api.account(), await api.account()];
    const foreignLead = await create(theirs);
    const foreign = await theirs.request('get', '/events?types=lead.created');
    expect((await mine.request('get', `/events?lead_id=${foreignLead}`)).body.events).toEqual([]);
    const strip = ({ body }: { body: object }) => ({ ...body, request_id: '' });
    const byForeign = await mine.request('get', `/events?after=${foreign.body.events[0].id}`);
    const byUnknown = await mine.request('get', `/events?after=${newId()}`);
    expect(byForeign.status).toBe(400);
    expect(strip(byForeign)).toEqual(strip(byUnknown));
  });

  it('refuses unknown kinds, and keys without reports:read', async () => {
    const account = await api.account();
    const answer = await account.request('get', '/events?types=lead.created,lead.cloned');
    expect([answer.status, answer.body.code, answer.body.field]).toEqual([400, 'UNKNOWN_EVENT', '/types']);
    const narrow = await api.account({ scopes: ['leads:read'] });
    expect((await narrow.request('get', '/events')).status).toBe(403);
  });
});
