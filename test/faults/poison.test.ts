import { describe, expect, it } from '@jest/globals';
import { newId } from '../../runtime/ids.js';
import { retryHeld } from '../../services/operations/retry-held.js';
import { workOn } from '../support/work.js';
import { duplicates, expectInvariants } from './support/invariants.js';
import { inParallel, size, until } from './support/random.js';
import { createLead, mail, type RigAccount, useRig } from './support/rig.js';

const rig = useRig({ name: 'poison', workers: 2 });

const MIB = 1_048_576;
/** Values of a lead's rows that break a step, and the outcome of its run. */
const POISONS: {
  name: string;
  metadata?: object;
  row?: object;
  run?: object;
  becomes: 'held' | 'completed';
}[] = [
  { name: 'a text that grows without end in the template', metadata: { text: 'x'.repeat(10_000) }, becomes: 'held' },
  {
    name: 'metadata of 2 MiB',
    row: { metadata: JSON.stringify({ text: 'x', more: 'y'.repeat(2 * MIB) }) },
    becomes: 'completed',
  },
  {
    name: 'a text of 2 MiB in the template',
    row: { metadata: JSON.stringify({ text: 'y'.repeat(2 * MIB) }) },
    becomes: 'completed',
  },
  { name: 'a number that is none', row: { metadata: '{"text": 1e999, "n": -1e999}' }, becomes: 'completed' },
  { name: 'metadata that are no JSON', row: { metadata: '{"text": NaN}' }, becomes: 'held' },
  { name: 'metadata that are no object', row: { metadata: '[[["x"]]]' }, becomes: 'completed' },
  { name: 'a time zone that is none', row: { timezone: 'Mars/Phobos' }, becomes: 'completed' },
  { name: 'a time zone with a statement', row: { timezone: "'; DROP TABLE leads" }, becomes: 'completed' },
  { name: 'a country that is none', row: { country: '\u0000\u0000' }, becomes: 'completed' },
  { name: 'a cadence that is no JSON', run: { cadence: '{"step_key":' }, becomes: 'held' },
  { name: 'a cadence of another shape', run: { cadence: '{"step_key":{"a":1},"visits":null}' }, becomes: 'held' },
];
/** All of them; the poisoned ones are among them. */
const LEADS = size('POISON_LEADS', 1_000);
const PATIENCE_MS = 300_000;

/** Every run has ended, or is held where it says so. */
const settled = (account: RigAccount, { held }: { held: boolean }) =>
  until(
    'every run ended or is held',
    async () => {
      const open = rig.db('agent_runs').where({ account_id: account.accountId, open_slot: 1 });
      if (held) open.whereRaw("NOT (hold_reason <=> 'error')");
      return (await open.first('id')) ? undefined : true;
    },
    PATIENCE_MS,
  );

describe('poisoned leads among many', () => {
  it('are held with the reason and the position or continue: none is tried forever, none is lost, and no other lead is affected', async () => {
    // Every template is checked at publishing, so what breaks one is what a lead brings along.
    const text = 'Hello {{ lead.first_name }} {{ metadata.text | replace: "x", metadata.text }}';
    const account = await rig.account([
      { ...mail('Poisoned', 10), content: text } as ReturnType<typeof mail>,
      mail('After', 1),
    ]);
    const poisoned = await inParallel(POISONS.length, POISONS, async ({ name, metadata, row, run }, at) => {
      const email = `poison-${at}-${newId()}@example.com`;
      const { leadId, runId } = await createLead(account, email, { metadata: metadata ?? { text: 'x' } });
      const { cadence } = (await rig.db('agent_runs').where({ id: runId }).first('cadence'))!;
      if (row) await rig.db('leads').where({ id: leadId }).update(row);
      if (run) await rig.db('agent_runs').where({ id: runId }).update(run);
      return { name, email, runId, cadence };
    });
    const emails = Array.from({ length: LEADS - POISONS.length }, (_, at) => `many-${at}-${newId()}@example.com`);
    const lead = { first_name: 'Ada', workflow_id: account.agentId, metadata: { text: 'x' } };
    const made = await account.request('POST', '/leads', {
      body: emails.map((email) => ({ ...lead, email })),
      timeoutMs: 30_000,
    });
    expect(made.status).toBe(201);
    await settled(account, { held: true });
    for (const email of emails)
      expect(rig.sink.to(email).map(({ headers }) => headers.subject)).toEqual(['Poisoned', 'After']);
    const outcomes: Record<string, unknown> = {};
    for (const { name, runId } of poisoned) {
      const run = (await rig.db('agent_runs').where({ id: runId }).first())!;
      outcomes[name] = run.cadence_state;
      const handle = rig.client.workflow.getHandle(`cadence/${runId}`);
      if (run.open_slot === null) expect(await handle.result()).toMatchObject({ runStatus: 'completed' });
      // The problem that Temporal would report: a task of the workflow itself that fails and is retried.
      const { events = [] } = await handle.fetchHistory();
      expect(events?.filter((one) => one.workflowTaskFailedEventAttributes)).toEqual([]);
      if (run.cadence_state !== 'held') continue;
      expect({ name, detail: run.hold_detail }).toEqual({
        name,
        detail: expect.stringMatching(/^On hold since .* at step /),
      });
      const event = (await rig.db('events').where({ agent_run_id: runId, type: 'cadence.held' }).first())!;
      expect(JSON.parse(event.data)).toMatchObject({ reason: 'error', step_key: run.step_key });
      expect(String(event.data).length).toBeLessThan(1_000);
    }
    expect(outcomes).toEqual(Object.fromEntries(POISONS.map(({ name, becomes }) => [name, becomes])));
    const healthy = rig
      .db('agent_runs')
      .where({ account_id: account.accountId })
      .whereNotIn(
        'id',
        poisoned.map(({ runId }) => runId),
      );
    expect(await healthy.groupBy('run_status').select('run_status', rig.db.raw('COUNT(*) AS n'))).toEqual([
      { run_status: 'completed', n: emails.length },
    ]);
    // After the fix and a retry, each continues from its position.
    await rig.db('leads').where({ account_id: account.accountId }).update({ metadata: '{"text": "x"}' });
    for (const { runId, cadence } of poisoned)
      await rig.db('agent_runs').where({ id: runId, open_slot: 1 }).update({ cadence });
    await retryHeld(workOn(rig.db), { accountId: account.accountId }, new Date());
    await settled(account, { held: false });
    for (const { email } of poisoned)
      expect(rig.sink.to(email).map(({ headers }) => headers.subject)).toEqual(['Poisoned', 'After']);
    expect(await rig.db('held_work')).toEqual([]);
    await until(
      'nothing of them runs at Temporal, or is tried again',
      async () => {
        const open = `AccountId = '${account.accountId}' AND ExecutionStatus = 'Running'`;
        return (await rig.client.workflow.count(open)).count === 0 ? true : undefined;
      },
      30_000,
    );
    expect(duplicates(rig)).toEqual([]);
    await expectInvariants(rig);
  }, 600_000);

  it('are refused at the door where they come in by the API', async () => {
    const account = await rig.account([mail('Later', 3_600)]);
    const send = (body: string) =>
      fetch(`${rig.apis[0]?.url}/api/public/leads`, {
        method: 'POST',
        headers: { 'X-API-Key': account.apiKey, 'Content-Type': 'application/json' },
        body,
      });
    const lead = (more: string) => `{"first_name":"Ada","email":"${newId()}@example.com",${more}}`;
    const answers: Record<string, number> = {};
    for (const more of [
      '"metadata":{"n":NaN}',
      '"metadata":{"n":Infinity}',
      '"metadata":{"n":1e999}',
      `"metadata":{"text":"${'x'.repeat(2 * MIB)}"}`,
      '"timezone":"Mars/Phobos"',
    ])
      answers[more.slice(0, 30)] = (await send(lead(more))).status;
    for (const status of Object.values(answers)) expect([400, 413, 422]).toContain(status);
  }, 60_000);
});
