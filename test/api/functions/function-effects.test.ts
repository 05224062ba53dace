import { beforeAll, describe, expect, it } from '@jest/globals';
import { SVC_METHODS } from '../../../functions/svc.js';
import { type ActionFixture, createActionFixture } from '../../support/action-fixture.js';
import { useApi } from '../../support/api.js';
import { at } from '../../support/meetings.js';
import { addLead, addRun } from '../../support/messaging.js';

const api = useApi();

let fixture: ActionFixture;

beforeAll(async () => {
  fixture = await createActionFixture(api, await api.account());
});

interface Write {
  /** The call, with `id` as the lead. */
  call: string;
  effects: string[];
  /** Returns its state in the database. */
  seen(leadId: string): Promise<unknown>;
  before?(leadId: string): Promise<unknown>;
}

const rows = (table: string, leadId: string, ...columns: string[]) =>
  api.db(table).where({ lead_id: leadId }).select(columns);
const tagsOf = async (leadId: string) =>
  (await api.db('lead_tags as l').join('tags as t', 't.id', 'l.tag_id').where('l.lead_id', leadId).select('t.slug'))
    .map(({ slug }) => slug)
    .sort();
const oldTag = (leadId: string) =>
  fixture.account
    .request('put', '/leads/tags')
    .send({ lead_id: leadId, tags: ['old'] })
    .expect(200);

/** Every method of `svc` that writes. */
const WRITES: Record<string, () => Write> = {
  'leads.update': () => ({
    call: `(id, { company: 'Acme', owner_id: '${fixture.user}', metadata: { plan: 'gold' } })`,
    effects: ['update_lead', 'set_metadata', 'assign_owner'],
    seen: (id) => api.db('leads').where({ id, company: 'Acme', owner_id: fixture.user, metadata: '{"plan":"gold"}' }),
  }),
  'tags.add': () => ({
    call: "(id, ['Vip'])",
    effects: ['add_tag'],
    seen: async (id) => (await tagsOf(id)).filter((slug) => slug === 'vip'),
  }),
  'tags.remove': () => ({
    call: "(id, 'old')",
    effects: ['remove_tag'],
    before: oldTag,
    seen: async (id) => ((await tagsOf(id)).includes('old') ? [] : ['gone']),
  }),
  'tags.set': () => ({
    call: "(id, ['only'])",
    effects: ['set_tags'],
    before: oldTag,
    seen: async (id) => (await tagsOf(id)).filter((slug) => slug === 'only'),
  }),
  'status.set': () => ({
    call: "(id, 'contacted', { reason: 'spoke' })",
    effects: ['set_status'],
    seen: (id) => api.db('agent_runs').where({ lead_id: id, status_key: 'contacted' }),
  }),
  'messages.send': () => ({
    call: "(id, { channel: 'email', subject: 'Hi', content: 'Hello' })",
    effects: ['send_message'],
    seen: (id) => rows('messages', id, 'subject', 'content'),
  }),
  'meetings.book': () => ({
    call: `(id, { meeting_type_id: '${fixture.type}', host_id: '${fixture.host}', starts_at: '${at('10:00')}' })`,
    effects: ['book_meeting'],
    seen: (id) => rows('meetings', id, 'status'),
  }),
  'meetings.offer': () => ({
    call: `(id, { meeting_type_id: '${fixture.type}', channel: 'email', slots: 2 })`,
    effects: ['offer_meeting'],
    seen: (id) => rows('messages', id, 'channel'),
  }),
  'automation.stop': () => ({
    call: "(id, { reason: 'talks to us' })",
    effects: ['stop_automation'],
    seen: (id) => api.db('agent_runs').where({ lead_id: id, human_takeover: true }),
  }),
  'automation.resume': () => ({
    call: '(id, { resume_cadence: true })',
    effects: ['resume_automation'],
    before: (id) =>
      fixture.account.request('post', `/leads/${id}/automation/stop`).send({ workflow_id: fixture.agent }),
    seen: (id) => api.db('agent_runs').where({ lead_id: id, human_takeover: false }),
  }),
  'consent.optOut': () => ({
    call: "(id, { channels: ['sms'], reason: 'Asked on the phone' })",
    effects: ['opt_out'],
    seen: (id) => rows('consent_log', id, 'channel', 'state', 'source', 'note'),
  }),
  'conversions.record': () => ({
    call: `(id, { conversion_type_id: '${fixture.conversion}', amount: 12.5 })`,
    effects: ['record_conversion'],
    seen: (id) => rows('conversions', id, 'amount'),
  }),
  'fields.set': () => ({
    call: "(id, 'budget', 9000, { confidence: 0.8 })",
    effects: ['set_field'],
    seen: (id) => rows('lead_variables', id, 'field_key', 'value'),
  }),
  'notes.add': () => ({
    call: "(id, 'Seen by us.')",
    effects: ['add_note'],
    seen: async (id) => {
      const { body } = await fixture.account.request('get', `/leads/${id}/history?types=activity`).expect(200);
      return body.history.filter(({ note }: { note: string | null }) => note === 'Seen by us.');
    },
  }),
  'tasks.create': () => ({
    call: "(id, { title: 'Call back', due_in_hours: 2 })",
    effects: ['create_task'],
    seen: (id) => rows('tasks', id, 'title'),
  }),
  'kv.set': () => ({
    call: '(id, { n: 1 })',
    effects: ['set_value'],
    seen: (id) => api.db('function_values').where({ account_id: fixture.account.accountId, name: id }),
  }),
};
/** These belong to the function and not to a lead, so they can't conflict with a change of a lead. */
const OF_NO_LEAD = new Set(['kv.set']);

async function newLead(): Promise<string> {
  const lead = await addLead(api.db, fixture.account.accountId, { timezone: 'Europe/Madrid' });
  await addRun(api.db, lead, fixture.agent);
  return lead.id;
}

interface Effect {
  type: string;
  applied: boolean;
  skipped_reason?: string;
}
const shown = (effects: Effect[]) =>
  effects.map(({ type, applied, skipped_reason }) => ({ type, applied, skipped_reason }));

describe('what a function writes', () => {
  it('is all of svc that writes', () => {
    const methods = Object.entries(SVC_METHODS).filter(([, { kind }]) => kind === 'effect');
    expect(Object.keys(WRITES).sort()).toEqual(methods.map(([name]) => name).sort());
  });

  it.each(Object.keys(WRITES))(
    '%s is recorded by a dry run, done once when it is applied, and not after a change',
    async (name) => {
      const { account } = fixture;
      const { call, effects, seen, before } = (WRITES[name] as () => Write)();
      const source = `export default async function (ctx, svc) { const id = ctx.lead_id; return svc.${name}${call}; }`;
      const made = await account.request('post', '/cloud-functions').send({ name, source }).expect(201);
      const path = `/cloud-functions/${made.body.function.id}/run`;
      const dryRun = async (lead_id: string) => {
        const { body } = await account.request('post', path).send({ ctx: { lead_id } }).expect(200);
        expect(body.run).toMatchObject({ status: 'success', error: null });
        expect(shown(body.run.effects)).toEqual(effects.map((type) => ({ type, applied: false })));
        return body.run.id as string;
      };
      const apply = (runId: string) => account.request('post', `/cloud-functions/runs/${runId}/apply`);
      const leadId = await newLead();
      await before?.(leadId);
      const old = await dryRun(leadId);
      expect(await seen(leadId)).toEqual([]);
      await account.request('patch', `/leads/${leadId}`).send({ title: 'Changed' }).expect(200);
      if (!OF_NO_LEAD.has(name)) {
        const changed = await apply(old).expect(409);
        expect(changed.body).toMatchObject({ code: 'LEAD_CHANGED', details: { lead_ids: [leadId] } });
        expect(await seen(leadId)).toEqual([]);
      }
      const runId = await dryRun(leadId);
      const applied = await apply(runId).expect(200);
      expect(shown(applied.body.run.effects)).toEqual(effects.map((type) => ({ type, applied: true })));
      const after = await seen(leadId);
      expect(after).toHaveLength(1);
      expect((await apply(runId).expect(409)).body.code).toBe('NOT_MODIFIABLE');
      expect(await seen(leadId)).toEqual(after);
    },
  );
});

describe('a function that keeps as many values as it may', () => {
  it('still changes them, and adds none', async () => {
    const { account } = fixture;
    const source =
      "export default async function (ctx, svc) { await svc.kv.set('k0', 2); await svc.kv.set('new', 1); }";
    const made = await account.request('post', '/cloud-functions').send({ name: 'Full', source }).expect(201);
    const function_id = made.body.function.id;
    const at = { created_at: new Date(), updated_at: new Date() };
    const kept = { account_id: account.accountId, function_id, value: '1', expires_at: null, ...at };
    await api.db('function_values').insert(Array.from({ length: 1_000 }, (_, n) => ({ ...kept, name: `k${n}` })));
    const { body } = await account.request('post', `/cloud-functions/${function_id}/run`).expect(200);
    const applied = await account.request('post', `/cloud-functions/runs/${body.run.id}/apply`).expect(200);
    expect(applied.body.run.effects.map((effect: Effect) => effect.applied)).toEqual([true, false]);
    const stored = await api.db('function_values').where({ function_id }).whereIn('name', ['k0', 'new']);
    expect(stored).toMatchObject([{ name: 'k0', value: '2' }]);
  });
});
