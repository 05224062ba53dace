import { describe, expect, it } from '@jest/globals';
import { openDatabase } from '../../../db/connection.js';
import { mailStep, makeEnrolledLead, makePublishedAgent, makeSender } from '../../support/agent-requests.js';
import { type TestAccount, testConfig, useApi } from '../../support/api.js';
import { eventually } from '../../support/eventually.js';

const api = useApi();
const LATER = { type: 'after', amount: 3, unit: 'days' };
const STEPS = [mailStep('One', { key: 'one', delay: LATER }), mailStep('Two', { key: 'two', delay: LATER })];
const MORE_THAN_A_PAGE = 120;
const PAGE = 100;

async function setUp(leads: number) {
  const account = await api.account();
  await makeSender(account);
  const workflowId = await makePublishedAgent(account, STEPS);
  if (leads === 1) await makeEnrolledLead(account, workflowId);
  else {
    const body = Array.from({ length: leads }, (_, n) => ({ first_name: `L${n}`, workflow_id: workflowId }));
    await account.request('post', '/leads').send(body).expect(201);
  }
  const runIds: string[] = await api.db('agent_runs').where({ agent_id: workflowId }).orderBy('id').pluck('id');
  return { account, filter: { workflow_id: workflowId }, runIds };
}

/** A bulk under a key, on its way at once. */
const bulk = (account: TestAccount, key: string, body: object) =>
  account
    .request('post', '/workflow-runs/bulk')
    .set('Idempotency-Key', key)
    .send(body)
    .then((answer) => answer);

const keysOf = ({ accountId }: TestAccount) =>
  api.db('idempotency_keys').where({ account_id: accountId, route: 'bulkWorkflowRuns' });

/** Keeps a run's row from everybody else until it is let go, however long that takes. */
async function holdRun(id: string) {
  const db = openDatabase({ url: testConfig().DATABASE_URL, poolSize: 1, silenceMs: 0 });
  const tx = await db.transaction();
  await tx('agent_runs').where({ id }).forUpdate();
  return {
    letGo: async () => {
      await tx.rollback();
      await db.destroy();
    },
  };
}

/** By how many minutes each run's next step was moved from where its enrolment put it. */
async function shiftsOf(runIds: readonly string[]): Promise<number[]> {
  const rows = await api.db('agent_runs').whereIn('id', runIds).orderBy('id').select('cadence', 'enrolled_at');
  return rows.map(({ cadence, enrolled_at }) => {
    const due = Date.parse(JSON.parse(cadence).due_at) - enrolled_at.getTime();
    return Math.round((due - 3 * 86_400_000) / 60_000);
  });
}

describe('POST /workflow-runs/bulk under an Idempotency-Key', () => {
  it('is done once by two at the same time: the second hears that the first is at work, or means something else', async () => {
    const { account, filter, runIds } = await setUp(1);
    const body = { filter, operation: 'goto', step_key: 'two' };
    const held = await holdRun(runIds[0] ?? '');
    const first = bulk(account, 'once', body);
    await eventually(() => keysOf(account).first());
    const [second, other] = await Promise.all([
      bulk(account, 'once', body),
      bulk(account, 'once', { ...body, step_key: 'one' }),
    ]);
    await held.letGo();
    expect([second.status, second.body.code, second.body.replayed]).toEqual([409, 'IDEMPOTENCY_IN_PROGRESS', false]);
    expect(second.headers['retry-after']).toBe('1');
    expect([other.status, other.body.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    const answer = await first;
    expect(answer.body).toMatchObject({ success: true, matched: 1, changed: 1 });
    const again = await bulk(account, 'once', body);
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([200, 'true']);
    expect(again.body).toEqual(answer.body);
    const [run] = await api.db('agent_runs').whereIn('id', runIds);
    expect(JSON.parse(run!.cadence).visits).toEqual({ one: 1, two: 1 });
  });

  it('reports its actual progress after an interruption, and continues from there', async () => {
    const { account, filter, runIds } = await setUp(MORE_THAN_A_PAGE);
    const body = { filter, operation: 'shift', shift_minutes: 60 };
    const held = await holdRun(runIds.at(-1) ?? '');
    const first = await bulk(account, 'half', body);
    await held.letGo();
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({ matched: PAGE, changed: PAGE, next_cursor: expect.any(String) });
    expect((await bulk(account, 'half', body)).body).toEqual(first.body);
    const rest = await bulk(account, 'rest', { ...body, cursor: first.body.next_cursor });
    expect(rest.body).toMatchObject({ changed: MORE_THAN_A_PAGE - PAGE, next_cursor: null });
    expect(new Set(await shiftsOf(runIds))).toEqual(new Set([60]));
  });

  it('is resumed where a process was lost half way, which then changes nothing more itself', async () => {
    const { account, filter, runIds } = await setUp(MORE_THAN_A_PAGE);
    const body = { filter, operation: 'shift', shift_minutes: 60 };
    const held = await holdRun(runIds.at(-1) ?? '');
    const lost = bulk(account, 'lost', body);
    await eventually(async () => ((await shiftsOf(runIds.slice(0, 1)))[0] === 60 ? true : undefined));
    expect((await bulk(account, 'lost', body)).body.code).toBe('IDEMPOTENCY_IN_PROGRESS');
    await keysOf(account).update({ lease_until: new Date(Date.now() - 1) });
    expect((await bulk(account, 'lost', { ...body, shift_minutes: 30 })).body.code).toBe('IDEMPOTENCY_KEY_REUSED');
    const taken = bulk(account, 'lost', body);
    await eventually(() => keysOf(account).where('lease_until', '>', new Date()).first());
    await held.letGo();
    expect((await taken).body).toMatchObject({
      matched: MORE_THAN_A_PAGE,
      changed: MORE_THAN_A_PAGE,
      next_cursor: null,
    });
    expect((await lost).body.code).toBe('IDEMPOTENCY_IN_PROGRESS');
    expect(new Set(await shiftsOf(runIds))).toEqual(new Set([60]));
    expect((await bulk(account, 'lost', body)).headers['idempotent-replayed']).toBe('true');
  });

  it('leaves the key free when it was refused', async () => {
    const { account, filter } = await setUp(1);
    expect((await bulk(account, 'free', { filter, operation: 'shift' })).status).toBe(400);
    expect(await keysOf(account)).toEqual([]);
    const mended = await bulk(account, 'free', { filter, operation: 'shift', shift_minutes: 5 });
    expect(mended.body).toMatchObject({ changed: 1 });
  });
});
