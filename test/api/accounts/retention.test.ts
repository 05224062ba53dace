import { describe, expect, it } from '@jest/globals';
import type { Knex } from 'knex';
import { insertEvents } from '../../../db/events/events.js';
import { lookThrough } from '../../../db/operations/retention.js';
import type { FunctionRunRow, JobCycleRow, LeadRow, MessageRow } from '../../../db/tables.js';
import { firstIdAt, newId } from '../../../runtime/ids.js';
import type { KeptReason, RecordKind } from '../../../schemas/accounts/retention.js';
import { applyNextRetentionPass } from '../../../services/operations/apply-retention.js';
import { countNextEvents, rebuildCounts } from '../../../services/operations/count-events.js';
import { recordNextTouches } from '../../../services/operations/record-touches.js';
import { wakeWebhooks } from '../../../services/webhooks/wake-webhooks.js';
import { adminJson } from '../../support/admin.js';
import { type TestAccount, useApi } from '../../support/api.js';
import { concurrently } from '../../support/concurrent.js';
import { dyingAt } from '../../support/conversations.js';
import { addAgent, addLead, addMessage, addRun } from '../../support/messaging.js';
import { addUser } from '../../support/users.js';
import { workOn } from '../../support/work.js';

const api = useApi();
const DAYS = 90;
const ALL = {
  history_days: DAYS,
  function_runs_days: DAYS,
  job_cycles_days: DAYS,
  message_html_days: DAYS,
  audit_values_days: DAYS,
};
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
/** An id as it was given so many days ago. */
const idFrom = (days: number) => firstIdAt(daysAgo(days)).slice(0, 24) + newId().slice(24);
const OLD = DAYS + 1;
const YOUNG = DAYS - 1;
const logger = { warn: () => undefined } as never;

const countAll = async () => {
  while ((await countNextEvents({ db: api.db, now: new Date() })) > 0);
  while ((await recordNextTouches({ db: api.db, now: new Date() })) > 0);
  while ((await wakeWebhooks(workOn(api.db))) > 0);
};

/** Puts away until nothing is due. */
const putAway = async (db = api.db) => {
  while (await applyNextRetentionPass({ db, now: new Date(), logger }));
};

const event = async ({ accountId }: TestAccount, days: number, lead: LeadRow | null = null) => {
  const id = idFrom(days);
  const data = { id, accountId, type: 'lead.updated' as const, leadId: lead?.id ?? null, data: {} };
  await insertEvents(api.db, daysAgo(days), [{ ...data, origin: { kind: 'system', id: null } }]);
  return id;
};

const enrolled = async (account: TestAccount, ended: number | null) => {
  const lead = await addLead(api.db, account.accountId);
  const run = await addRun(api.db, lead, await addAgent(api, account));
  if (ended !== null)
    await api
      .db('agent_runs')
      .where({ id: run.id })
      .update({ open_slot: null, ended_at: daysAgo(ended) });
  return lead;
};

const functionRun = async ({ accountId }: TestAccount, days: number, more: Partial<FunctionRunRow> = {}) => {
  const row = { id: idFrom(days), account_id: accountId, function_id: newId(), function_version: 1, ctx: '{}' };
  const rest = { trigger_event: 'api', dry_run: false, status: 'success' as const, created_at: daysAgo(days) };
  await api.db('function_runs').insert({ ...row, ...rest, ...more } as FunctionRunRow);
  return row.id;
};

const fire = async ({ accountId }: TestAccount, days: number, more: object = {}) => {
  const id = idFrom(days);
  const at = daysAgo(days);
  const row = { id, account_id: accountId, function_id: newId(), workflow_id: id, nominal_at: at, created_at: at };
  await api.db('function_fires').insert({ ...row, status: 'done', ...more } as never);
  return id;
};

const job = async ({ accountId }: TestAccount, more: object = {}) => {
  const id = newId();
  const now = new Date();
  await api.db('background_jobs').insert({
    id,
    account_id: accountId,
    name: 'Job',
    trigger_type: 'cron',
    scope: 'lead',
    timezone: 'UTC',
    steps: '[]',
    lead_filters: '{}',
    max_leads_per_cycle: 50,
    active_since: now,
    changed_by: 'system',
    is_active: false,
    created_at: now,
    updated_at: now,
    ...more,
  } as never);
  return id;
};

const cycle = async (account: TestAccount, jobId: string, days: number, more: Partial<JobCycleRow> = {}) => {
  const id = idFrom(days);
  const at = daysAgo(days);
  await api.db('job_cycles').insert({
    id,
    account_id: account.accountId,
    job_id: jobId,
    cause: 'cron',
    cause_key: id,
    workflow_id: id,
    status: 'completed',
    dry_run: false,
    nominal_at: at,
    definition: '{}',
    created_at: at,
    updated_at: at,
    ...more,
  } as never);
  for (const subject_id of [newId(), newId()])
    await api.db('job_cycle_leads').insert({
      cycle_id: id,
      subject_id,
      account_id: account.accountId,
      job_id: jobId,
      lead_id: subject_id,
      agent_id: '',
      outcome: 'acted',
      steps: '[]',
    } as never);
  return id;
};

const mail = async (account: TestAccount, days: number, status: MessageRow['status']) => {
  const lead = await addLead(api.db, account.accountId);
  const { id: made } = await addMessage(api.db, lead, null, { status, html: '<p>Hello</p>' });
  const id = idFrom(days);
  await api.db('messages').where({ id: made }).update({ id });
  return id;
};

const auditEntry = async ({ accountId }: TestAccount, days: number) => {
  const id = idFrom(days);
  await api.db('audit_entries').insert({
    id,
    account_id: accountId,
    at: new Date(),
    actor_kind: 'system',
    operation: 'updateHost',
    resource_type: 'hosts',
    changed: '["name"]',
    changes: JSON.stringify([{ field: 'name', before: 'Ana', after: 'Eva' }]),
  });
  return id;
};

/** One record of each case: its kind, why it stays, if it does, and what makes it. Returns its id. */
type Case = [RecordKind, KeptReason | 'young' | null, string, (account: TestAccount) => Promise<string>];
const CASES: Case[] = [
  ['history', null, 'an event of no lead', (a) => event(a, OLD)],
  [
    'history',
    null,
    'an event of a lead in no workflow',
    async (a) => event(a, OLD, await addLead(api.db, a.accountId)),
  ],
  ['history', null, 'an event of a lead whose run ended long ago', async (a) => event(a, OLD, await enrolled(a, OLD))],
  ['history', 'enrolled', 'an event of a lead whose run is open', async (a) => event(a, OLD, await enrolled(a, null))],
  ['history', 'enrolled', 'one of a lead whose run ended lately', async (a) => event(a, OLD, await enrolled(a, YOUNG))],
  ['history', 'young', 'a young event', (a) => event(a, YOUNG)],
  ['function_runs', null, 'a run of a function', (a) => functionRun(a, OLD)],
  ['function_runs', 'open', 'a run that is to be made', (a) => functionRun(a, OLD, { status: 'pending' })],
  ['function_runs', 'young', 'a young run', (a) => functionRun(a, YOUNG)],
  ['function_fires', null, 'a fire', (a) => fire(a, OLD)],
  ['function_fires', 'open', 'a fire under way', (a) => fire(a, OLD, { status: 'running' })],
  [
    'function_fires',
    'open',
    'a fire with a run that stays',
    async (a) => {
      const id = await fire(a, OLD);
      await functionRun(a, YOUNG, { fire_id: id });
      return id;
    },
  ],
  ['function_fires', 'young', 'a young fire', (a) => fire(a, YOUNG)],
  ['job_cycles', null, 'a cycle of a job that is gone', async (a) => cycle(a, newId(), OLD)],
  ['job_cycles', 'last', 'the last cycle of a job', async (a) => cycle(a, await job(a), OLD)],
  ['job_cycles', 'open', 'a cycle under way', (a) => cycle(a, newId(), OLD, { status: 'running' })],
  [
    'job_cycles',
    'open',
    'a cycle with an effect that waits',
    async (a) => {
      const id = await cycle(a, newId(), OLD);
      const row = {
        id: newId(),
        cycle_id: id,
        account_id: a.accountId,
        subject_id: newId(),
        agent_id: '',
        effect: '{}',
      };
      await api.db('job_effects').insert({ ...row, due_at: new Date(), status: 'waiting' } as never);
      return id;
    },
  ],
  [
    'job_cycles',
    'resting',
    'a cycle that leads rest by',
    async (a) => {
      const jobId = await job(a, { cooldown_minutes: DAYS * 2 * 1_440 });
      const id = await cycle(a, jobId, OLD);
      await cycle(a, jobId, 1);
      return id;
    },
  ],
  [
    'job_cycles',
    null,
    'a cycle that no lead rests by any more',
    async (a) => {
      const jobId = await job(a, { cooldown_minutes: 60 });
      const id = await cycle(a, jobId, OLD);
      await cycle(a, jobId, 1);
      return id;
    },
  ],
  ['job_cycles', 'young', 'a young cycle', (a) => cycle(a, newId(), YOUNG)],
  ...(['received', 'sent', 'delivered', 'read', 'failed'] as const).map(
    (status): Case => ['message_html', null, `a message that is ${status}`, (a) => mail(a, OLD, status)],
  ),
  ...(['queued', 'held', 'sending', 'unknown', 'cancelled'] as const).map(
    (status): Case => ['message_html', 'unsent', `a message that is ${status}`, (a) => mail(a, OLD, status)],
  ),
  ['message_html', 'young', 'a young message', (a) => mail(a, YOUNG, 'sent')],
  ['audit_values', null, 'values of an audit entry', (a) => auditEntry(a, OLD)],
  ['audit_values', 'young', 'values of a young audit entry', (a) => auditEntry(a, YOUNG)],
];

const TABLES = { history: 'events', function_runs: 'function_runs', function_fires: 'function_fires' } as const;
const isThere = async (kind: RecordKind, id: string): Promise<boolean> => {
  if (kind === 'message_html') return (await api.db('messages').where({ id }).first())?.html !== null;
  if (kind === 'audit_values') return (await api.db('audit_entries').where({ id }).first())?.changes !== null;
  return (
    (await api
      .db(kind === 'job_cycles' ? kind : TABLES[kind])
      .where({ id })
      .first('id')) !== undefined
  );
};

interface Preview {
  count: number;
  kept: { reason: KeptReason; count: number }[];
  put_away: { total: number };
}

/** An account with a record of each case, and who may set what goes of them. */
async function createFixture() {
  const account = await api.account();
  const records: { kind: RecordKind; stays: Case[1]; name: string; id: string }[] = [];
  for (const [kind, stays, name, make] of CASES) records.push({ kind, stays, name, id: await make(account) });
  await countAll();
  const owner = await addUser(api, account.accountId);
  const set = (retention: object | null) => owner.request('patch', '/account').send({ retention });
  const preview = async (query = '') => {
    const { body } = await owner.request('get', `/account/retention${query}`).expect(200);
    return new Map<RecordKind, Preview>(body.records.map((each: { kind: RecordKind }) => [each.kind, each]));
  };
  return { account, records, owner, set, preview };
}

describe('what an account lets go', () => {
  it('is what is old and no longer needed, as its preview said, and nothing of another account', async () => {
    const { account, records, set, preview } = await createFixture();
    const other = await createFixture();
    const query = Object.keys(ALL)
      .map((name) => `${name}=${DAYS}`)
      .join('&');
    const promised = await preview(`?${query}`);
    await set(ALL).expect(200);
    await putAway();
    const kept = await preview();
    for (const { kind, stays, name, id } of records)
      expect({ name, there: await isThere(kind, id) }).toEqual({ name, there: stays !== null });
    for (const { kind, name, id } of other.records)
      expect({ name, there: await isThere(kind, id) }).toEqual({ name, there: true });
    for (const kind of promised.keys()) {
      const own = records.filter((record) => record.kind === kind);
      const count = own.filter(({ stays }) => stays === null).length;
      const reasons = Map.groupBy(own, ({ stays }) => stays);
      expect(promised.get(kind)).toMatchObject({ days: DAYS, count, put_away: { total: 0, last_at: null } });
      for (const { reason, count: n } of promised.get(kind)?.kept ?? []) expect(n).toBe(reasons.get(reason)?.length);
      expect(kept.get(kind)).toMatchObject({ count: 0, put_away: { total: count, last_count: count } });
    }
    expect(await api.db('retention_passes').where({ account_id: other.account.accountId })).toEqual([]);
    expect(
      await api.db('job_cycle_leads').where({ account_id: account.accountId }).countDistinct('cycle_id as n'),
    ).toEqual([
      {
        n: await api
          .db('job_cycles')
          .where({ account_id: account.accountId })
          .then(({ length }) => length),
      },
    ]);
  });

  it('is nothing where nothing is set, and nothing more once it is set back', async () => {
    const { account, records, set, preview } = await createFixture();
    for (const each of (await preview()).values()) expect(each).toMatchObject({ days: null, before: null, count: 0 });
    await set(ALL).expect(200);
    await set(null).expect(200);
    await putAway();
    for (const { kind, id } of records) expect(await isThere(kind, id)).toBe(true);
    const passes = await api.db('retention_passes').where({ account_id: account.accountId });
    expect(passes.map(({ due_at, total }) => ({ due_at, total }))).toEqual(
      passes.map(() => ({ due_at: null, total: 0 })),
    );
  });

  it('is rejected with the field’s name', async () => {
    const { set } = await createFixture();
    for (const days of [29, 3_651, 1.5, 'ninety']) {
      const { body } = await set({ history_days: days }).expect(400);
      expect(body.field).toBe('/retention/history_days');
    }
    expect((await set({ days: 90 }).expect(400)).body.field).toBe('/retention/days');
  });

  it('goes whole or not at all, wherever its process dies', async () => {
    const { account, records, set, preview } = await createFixture();
    await set({ job_cycles_days: DAYS }).expect(200);
    const whole = async () => {
      const cycles: string[] = await api.db('job_cycles').where({ account_id: account.accountId }).pluck('id');
      const leads: string[] = await api
        .db('job_cycle_leads')
        .where({ account_id: account.accountId })
        .pluck('cycle_id');
      expect(leads.toSorted()).toEqual([...cycles, ...cycles].toSorted());
      const total = (await preview()).get('job_cycles')?.put_away.total ?? 0;
      expect(cycles.length + total).toBe(records.filter(({ kind }) => kind === 'job_cycles').length + 2);
    };
    for (let statement = 1; ; statement += 1) {
      const mortal = dyingAt(api.db, statement);
      await applyNextRetentionPass({ db: mortal.db, now: new Date(), logger }).catch(() => undefined);
      await whole();
      if (!mortal.died()) break;
      await api.db('retention_passes').where({ account_id: account.accountId }).update({ due_at: new Date() });
    }
    await putAway();
    await whole();
    expect((await preview()).get('job_cycles')).toMatchObject({ count: 0, put_away: { total: 2 } });
  });
});

describe('looking through old messages', () => {
  it('reads no more at once where all have lost their HTML', async () => {
    const account = await api.account();
    const lead = await addLead(api.db, account.accountId);
    for (let n = 0; n < 3; n += 1) {
      const { id } = await addMessage(api.db, lead, null, { status: 'sent', html: null });
      await api
        .db('messages')
        .where({ id })
        .update({ id: idFrom(OLD) });
    }
    const old = { accountId: account.accountId, now: new Date(), before: daysAgo(DAYS) };
    const ids: string[] = await api.db('messages').where({ lead_id: lead.id }).orderBy('id').pluck('id');
    const piece = await lookThrough(api.db, 'message_html', old, { place: '', limit: 2 });
    expect(piece).toEqual({ last: ids[1], going: [], kept: {} });
  });
});

describe('history that was put away', () => {
  it('waits for the counter of reports', async () => {
    const account = await api.account();
    const owner = await addUser(api, account.accountId);
    await countAll();
    const id = await event(account, OLD);
    await owner
      .request('patch', '/account')
      .send({ retention: { history_days: DAYS } })
      .expect(200);
    const before = await owner.request('get', '/account/retention').expect(200);
    expect(before.body.records[0]).toMatchObject({ kind: 'history', count: 0, kept: [{ reason: 'unread', count: 1 }] });
    await putAway();
    expect(await isThere('history', id)).toBe(true);
    await countAll();
    await owner
      .request('patch', '/account')
      .send({ retention: { history_days: DAYS } })
      .expect(200);
    await putAway();
    expect(await isThere('history', id)).toBe(false);
  });

  it('leaves reports unchanged, also after a rebuild', async () => {
    const account = await api.account();
    const owner = await addUser(api, account.accountId);
    for (const days of [OLD, OLD, YOUNG]) {
      const lead = { accountId: account.accountId, type: 'lead.created' as const, data: {} };
      const one = { ...lead, id: idFrom(days), origin: { kind: 'system' as const, id: null } };
      await insertEvents(api.db, daysAgo(days), [one]);
    }
    await countAll();
    const counts = () => api.db('report_counts').where({ account_id: account.accountId }).orderBy(['day', 'metric']);
    const before = await counts();
    expect(before.filter(({ metric }) => metric === 'new_leads').map(({ n }) => Number(n))).toEqual([2, 1]);
    await owner
      .request('patch', '/account')
      .send({ retention: { history_days: DAYS } })
      .expect(200);
    await putAway();
    expect(await counts()).toEqual(before);
    await countAll();
    // An event after the last count is still counted, once.
    await event(account, 0);
    const { left } = await rebuildCounts({ db: api.db });
    expect(left).toContain(account.accountId);
    expect(await counts()).toEqual(before);
    const told = await adminJson<Record<string, unknown>>('reports', 'rebuild');
    expect(told.accounts_that_keep_their_counts).toContain(account.accountId);
    expect(await counts()).toEqual(before);
  });

  it('is named in the history of its lead and in its run, and only there', async () => {
    const account = await api.account();
    const owner = await addUser(api, account.accountId);
    const [gone, here] = [await enrolled(account, OLD), await enrolled(account, null)];
    for (const { id } of [gone, here]) {
      await api
        .db('leads')
        .where({ id })
        .update({ created_at: daysAgo(OLD) });
      await api
        .db('agent_runs')
        .where({ lead_id: id })
        .update({ enrolled_at: daysAgo(OLD) });
      const run = (await api.db('agent_runs').where({ lead_id: id }).first())!;
      for (const type of ['lead.created', 'workflow_run.started'] as const)
        await insertEvents(api.db, daysAgo(OLD), [
          {
            id: idFrom(OLD),
            accountId: account.accountId,
            type,
            leadId: id,
            data: {},
            agentRunId: run.id,
            origin: { kind: 'system', id: null },
          },
        ]);
    }
    await countAll();
    await owner
      .request('patch', '/account')
      .send({ retention: { history_days: DAYS } })
      .expect(200);
    await putAway();
    const told = async (leadId: string) => {
      const { body: history } = await owner.request('get', `/leads/${leadId}/history`).expect(200);
      const { id } = (await api.db('agent_runs').where({ lead_id: leadId }).first())!;
      const { body } = await owner.request('get', `/workflow-runs/${id}`).expect(200);
      return [history.activities_put_away_before, body.workflow_run.activities_put_away_before];
    };
    const { gone_before } = (await api.db('retention_passes').where({ account_id: account.accountId }).first())!;
    expect(await told(gone.id)).toEqual([gone_before?.toISOString(), gone_before?.toISOString()]);
    expect(await told(here.id)).toEqual([undefined, undefined]);
  });
});

describe('settings that change while a piece is due', () => {
  it('are waited for, and obeyed', async () => {
    const { account, records, set } = await createFixture();
    await set(ALL).expect(200);
    const forEver = (tx: Knex) => tx('accounts').where({ id: account.accountId }).update({ retention: null });
    await concurrently(api.db, forEver, () => putAway());
    for (const { kind, id } of records) expect(await isThere(kind, id)).toBe(true);
  });
});
