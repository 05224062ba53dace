import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Knex } from 'knex';
import { addManyLeads } from '../../bench/support/many-leads.js';
import { findDefinitions, versionKey } from '../../db/agents/agents.js';
import { inTransaction } from '../../db/connection.js';
import { type CycleLead, readCycleLeads } from '../../db/jobs/cycle-leads.js';
import { evaluate } from '../../domain/rules/conditions/index.js';
import { systemClock } from '../../runtime/clock.js';
import type { JobStep } from '../../schemas/jobs/background-jobs.js';
import type { Condition } from '../../schemas/rules/conditions.js';
import { completeJob } from '../../services/jobs/jobs.js';
import { planLead } from '../../services/jobs/plan.js';
import { selectLeads } from '../../services/jobs/select-leads.js';
import { useApi } from '../support/api.js';
import { factsOf } from '../support/cadence.js';
import { addEnrolledLeads, workWholeCycle } from '../support/jobs.js';
import { addAgent } from '../support/messaging.js';
import { condition, metadata, NOW } from '../support/random-conditions.js';

const api = useApi();
const DAY = 86_400_000;
const NOTE = { type: 'add_note' as const, params: { text: 'x' } };

const jobOf = (accountId: string, steps: JobStep[], agent: string | null, limit: number, more: object = {}) =>
  completeJob(
    { accountId, timezone: 'UTC' },
    {
      steps,
      max_leads_per_cycle: limit,
      ...(agent ? { lead_filters: [{ workflow_id: agent }] } : {}),
      ...more,
    },
  );

async function everyLead(accountId: string) {
  const job = jobOf(accountId, [], null, 500);
  const all = await selectLeads(api.db, { job, now: NOW, cursor: null, wall: NOW, leadIds: null });
  const leads = await readCycleLeads(api.db, all.leads);
  const definitions = await findDefinitions(
    api.db,
    leads.map(({ run }) => ({ agentId: run.agent_id, version: run.agent_version })),
  );
  const planned = (job: ReturnType<typeof jobOf>, lead: CycleLead) => {
    const definition = definitions.get(versionKey({ agentId: lead.run.agent_id, version: lead.run.agent_version }));
    if (!definition) throw new Error('no definition');
    return planLead(job, lead, definition, { now: NOW, keyPrefix: 'x', event: undefined }).plan;
  };
  return { leads, planned };
}

describe('what the index selects', () => {
  it('leaves out no lead that the evaluator lets through, whatever the condition, however it is looked up', async () => {
    const account = await api.account();
    const agents = [await addAgent(api, account), await addAgent(api, account)];
    const contents = fc.sample(metadata, { numRuns: 60, seed: 7 });
    const zones = [null, 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Europe/Madrid'];
    for (const [at, agent] of agents.entries()) {
      await addEnrolledLeads(api.db, account.accountId, agent, 30, (n) => ({
        metadata: JSON.stringify(contents[n + 30 * at]),
        timezone: zones[n % 4] ?? null,
        first_name: n % 2 ? 'Gold' : 'Ada',
      }));
    }
    const { leads, planned } = await everyLead(account.accountId);
    const ids = leads.map(({ run }) => run.lead_id).sort();
    await fc.assert(
      fc.asyncProperty(
        fc.array(condition, { minLength: 1, maxLength: 2 }),
        fc.constantFrom(...agents, null),
        fc.constantFrom(null, ids[11] as string, ids[45] as string),
        fc.integer({ min: 1, max: 60 }),
        fc.constantFrom(0, 3, 2_000),
        fc.constantFrom('alone', 'stops', 'again'),
        async (conditions, agent, cursor, limit, mostListed, shape) => {
          const first: JobStep = { conditions, on_match: NOTE };
          const steps: Record<string, JobStep[]> = {
            alone: [first],
            stops: [{ ...first, on_no_match: { type: 'stop' } }, { action: NOTE }],
            again: [first, { conditions: [...conditions].reverse(), on_match: NOTE }],
          };
          const job = jobOf(account.accountId, steps[shape] ?? [], agent, limit);
          const claimed = await selectLeads(api.db, { job, now: NOW, cursor, wall: NOW, leadIds: null, mostListed });
          const acted = leads
            .filter((lead) => agent === null || lead.run.agent_id === agent)
            .filter((lead) => planned(job, lead).steps.some(({ effects }) => effects.length > 0))
            .map(({ run }) => run.lead_id)
            .sort();
          const around = [
            ...acted.filter((id) => cursor === null || id > cursor),
            ...acted.filter((id) => cursor !== null && id <= cursor),
          ];
          const taken = claimed.leads.map((lead) => lead.lead_id);
          expect(new Set(taken).size).toBe(taken.length);
          const reached = claimed.truncated > 0 ? around.filter((id) => taken.includes(id)) : around;
          // In order, from the cursor on, with no lead skipped.
          expect(around.slice(0, reached.length)).toEqual(reached);
          expect(taken.filter((id) => acted.includes(id))).toEqual(reached);
        },
      ),
      { numRuns: 400 },
    );
  });

  it('is counted as matched where the conditions hold, in a preview as in the cycle after it', async () => {
    const account = await api.account();
    const agent = await addAgent(api, account);
    const [soon, late] = [new Date(Date.now() + 29 * DAY), new Date(Date.now() + 31 * DAY)];
    const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'];
    // A day is on the edge of the range in one zone or another, so the index lets in more than the conditions.
    await addEnrolledLeads(api.db, account.accountId, agent, 40, (n) => {
      const date = n < 20 ? soon : n < 30 ? late : new Date(Date.now() + 30 * DAY);
      return {
        metadata: JSON.stringify({ renewal: date.toISOString().slice(0, 10) }),
        timezone: zones[n % 2] ?? null,
        first_name: n % 3 ? 'Ada' : 'Bob',
      };
    });
    const within = { field: 'metadata.renewal', operator: 'within_next', value: 30, unit: 'days' };
    const named = { source: 'lead', key: 'first_name', operator: 'eq', value: 'Ada' };
    for (const steps of [
      [{ conditions: [within], on_match: NOTE }],
      [{ conditions: [within, named], on_match: NOTE }],
      [{ conditions: [within, named], match: 'any', on_match: NOTE }],
      [{ conditions: [named], on_match: { type: 'continue' } }],
    ]) {
      const job = { name: 'Count', lead_filters: [{ workflow_id: agent }], steps };
      const { body: previewed } = await account.request('post', '/background-jobs/preview').send(job).expect(200);
      const { body: made } = await account.request('post', '/background-jobs').send(job).expect(201);
      const path = `/background-jobs/${made.data.id}`;
      const { body: asked } = await account.request('post', `${path}/run`).send({ dry_run: true }).expect(202);
      const piece = { jobId: made.data.id, cycleId: asked.cycle_id, nominalAt: null, workflowId: 'w' };
      await workWholeCycle(api.db, systemClock, piece);
      const { body: read } = await account.request('get', `${path}/cycles/${asked.cycle_id}`).expect(200);
      const holds = read.data.leads.filter(({ steps }: { steps: { verdict: string }[] }) =>
        steps.some(({ verdict }) => verdict === 'matched'),
      ).length;
      expect(holds).toBeGreaterThan(0);
      const { matched, skipped, evaluated } = read.data;
      expect(matched).toBe(holds);
      expect(skipped.no_match).toBe(evaluated - holds);
      expect(previewed.data).toMatchObject({ matched, skipped });
    }
  });

  it('follows every change of the metadata, from whatever door', async () => {
    const account = await api.account();
    const agent = await addAgent(api, account);
    const made = await account
      .request('post', '/leads')
      .send({ first_name: 'A', email: 'a@example.com', metadata: { plan: 'gold' }, workflow_id: agent })
      .expect(201);
    const id = made.body.lead.id as string;
    const selected = async (plan: string) => {
      const steps = [
        { conditions: [{ field: 'metadata.plan', operator: 'eq' as const, value: plan }], on_match: NOTE },
      ];
      const job = jobOf(account.accountId, steps, null, 50);
      const { leads } = await selectLeads(api.db, { job, now: NOW, cursor: null, wall: NOW, leadIds: null });
      return leads.map((lead) => lead.lead_id);
    };
    expect([await selected('gold'), await selected('silver')]).toEqual([[id], []]);
    await account
      .request('patch', `/leads/${id}`)
      .send({ metadata: { plan: 'silver' } })
      .expect(200);
    expect([await selected('gold'), await selected('silver')]).toEqual([[], [id]]);
    const again = { first_name: 'A', email: 'a@example.com', on_duplicate: 'update', metadata: { plan: 'gold' } };
    await account
      .request('post', '/leads')
      .send([again, { first_name: 'B', email: 'b@example.com', metadata: { plan: 'gold' }, workflow_id: agent }])
      .expect(201);
    expect(await selected('gold')).toHaveLength(2);
    await account
      .request('patch', `/leads/${id}`)
      .send({ metadata: { plan: null } })
      .expect(200);
    expect(await selected('gold')).toHaveLength(1);
    const rows = await api.db('lead_metadata_values').where({ lead_id: id });
    expect(rows).toEqual([]);
  });
});

/** The rows that reading took, as the server counts them for one connection. */
async function rowsRead(db: Knex, work: (tx: Knex) => Promise<unknown>): Promise<number> {
  return inTransaction(db, async (tx) => {
    const count = async () => {
      const [rows] = (await tx.raw("SHOW SESSION STATUS LIKE 'Handler_read%'")) as unknown as [
        { Variable_name: string; Value: string }[],
      ];
      return rows
        .filter(({ Variable_name }) => /_(key|next|prev|first|last)$/.test(Variable_name))
        .reduce((sum, { Value }) => sum + Number(Value), 0);
    };
    const before = await count();
    await work(tx);
    return (await count()) - before;
  });
}

/** The rows that are read to select `selected` of an account's leads by a condition, 200 at most. */
async function readOf(one: Condition, stored: Record<string, unknown>[], selected: number): Promise<number> {
  const account = await api.account();
  const agentId = await addAgent(api, account);
  const metadata = (n: number) => stored[n] ?? {};
  await addManyLeads(api.db, { accountId: account.accountId, agentId, count: stored.length, metadata });
  const job = jobOf(account.accountId, [{ conditions: [one], on_match: NOTE }], null, 200);
  let found = 0;
  const read = await rowsRead(api.db, async (tx) => {
    const { leads } = await selectLeads(tx, { job, now: NOW, cursor: null, wall: NOW, leadIds: null });
    found = leads.length;
  });
  expect(found).toBe(selected);
  return read;
}

describe('the rows that a selection reads', () => {
  it.each([
    ['a value', { field: 'metadata.plan', operator: 'eq', value: 'gold' }],
    ['a range of numbers', { field: 'metadata.budget', operator: 'gte', value: 9_900 }],
    ['a stretch of days', { field: 'metadata.renewal_date', operator: 'within_next', value: 30, unit: 'days' }],
    ['a beginning', { field: 'metadata.code', operator: 'starts_with', value: 'zz-' }],
    ['being there', { field: 'metadata.rare', operator: 'exists' }],
  ] as [string, Condition][])(
    'are as many as in an account that holds no others than it selects, by %s',
    async (_what, one) => {
      const matching = 100;
      const contents = (n: number) => ({
        plan: n % 100 === 0 ? 'gold' : 'free',
        budget: n,
        renewal_date: new Date(NOW.getTime() + (n % 100 === 1 ? 15 : 100) * DAY).toISOString().slice(0, 10),
        code: n % 100 === 2 ? `zz-${n}` : `aa-${n}`,
        ...(n % 100 === 3 ? { rare: true } : {}),
      });
      const all = Array.from({ length: 100 * matching }, (_, n) => contents(n));
      const few = all.filter((metadata) => evaluate([one], 'all', factsOf({ metadata }), NOW).matched);
      const [among, alone] = [await readOf(one, all, matching), await readOf(one, few, matching)];
      expect(among).toBeLessThanOrEqual(1.1 * alone);
    },
    60_000,
  );

  it('are no more where half of all leads have the value than where few have it', async () => {
    const gold: Condition = { field: 'metadata.plan', operator: 'eq', value: 'gold' };
    const plans = Array.from({ length: 10_000 }, (_, n) => ({ plan: n % 2 === 0 ? 'gold' : 'free' }));
    const few = Array.from({ length: 250 }, () => ({ plan: 'gold' }));
    const [among, alone] = [await readOf(gold, plans, 200), await readOf(gold, few, 200)];
    expect(among).toBeLessThanOrEqual(1.1 * alone);
  });
});
