import { describe, expect, it } from '@jest/globals';
import { newId } from '../../runtime/ids.js';
import { SQL, whileCreating, works } from '../faults/support/database.js';
import { duplicates, expectInvariants } from '../faults/support/invariants.js';
import { inParallel, pass, size, until } from '../faults/support/random.js';
import { createLead, mail, useRig } from '../faults/support/rig.js';

const rig = useRig({ name: 'database', apis: 2, workers: 2 });

describe('the database', () => {
  it('restarted twice under load: nothing half-written, nothing sent twice, and 503 during the restarts', async () => {
    const account = await rig.account([mail('One'), mail('Two', 2)]);
    await whileCreating(rig, account, async () => {
      for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
        await pass(2_000);
        rig.note('mysql', signal);
        rig.mysql.signal(signal);
        await pass(1_000);
        await rig.mysql.start();
      }
      await pass(2_000);
    });
    await works(account);
    await until(
      'every run ended or waits for an operator',
      async () => {
        const open = await rig
          .db('agent_runs')
          .where({ open_slot: 1 })
          .whereNot({ hold_reason: 'outcome_unknown' })
          .count({ n: '*' })
          .first();
        const free = await rig
          .db('agent_runs')
          .where({ open_slot: 1 })
          .whereNull('hold_reason')
          .count({ n: '*' })
          .first();
        return Number(open?.n) + Number(free?.n) === 0 ? true : undefined;
      },
      120_000,
    );
    expect(duplicates(rig)).toEqual([]);
    await expectInvariants(rig);
  }, 600_000);

  it('in a storm of deadlocks: every write is done whole or answered 503', async () => {
    const account = await rig.account([mail('Later', 3_600)]);
    const leads = await inParallel(5, Array.from({ length: 5 }), (_, at) =>
      createLead(account, `row-${at}-${newId()}@example.com`),
    );
    const others = await inParallel(5, Array.from({ length: 5 }), async () => {
      const other = await rig.account([mail('Later', 3_600)]);
      return other.agentId;
    });
    expect(others).toHaveLength(5);
    const writers = size('WRITERS', 200);
    const answers = await inParallel(writers, Array.from({ length: writers }), async (_, at) => {
      const { leadId } = leads[at % 5] as (typeof leads)[number];
      const second = leads[(at * 3 + 1) % 5] as (typeof leads)[number];
      const body = { workflow_id: account.agentId };
      const kinds: [string, string, object][] = [
        ['POST', `/leads/${leadId}/automation/stop`, body],
        ['POST', `/leads/${leadId}/automation/resume`, { ...body, resume_cadence: true }],
        ['PATCH', `/leads/${leadId}`, { metadata: { [`k${at}`]: at } }],
        ['POST', `/leads/${second.leadId}/automation/stop`, body],
      ];
      const [method, path, json] = kinds[at % 4] as (typeof kinds)[number];
      return account.request(method, path, { body: json });
    });
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect(answers.filter(({ text }) => SQL.test(text))).toEqual([]);
    const patched = new Map(leads.map(({ leadId }) => [leadId, 0]));
    for (const [at, { status }] of answers.entries()) {
      const { leadId } = leads[at % 5] as (typeof leads)[number];
      if (at % 4 === 2 && status === 200) patched.set(leadId, (patched.get(leadId) ?? 0) + 1);
    }
    for (const [id, n] of patched) {
      const row = (await rig.db('leads').where({ id }).first())!;
      expect(Object.keys(JSON.parse(row.metadata)).length).toBeGreaterThanOrEqual(n);
    }
    await works(account);
    await expectInvariants(rig);
  }, 600_000);
});
