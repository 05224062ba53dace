import { describe, expect, it } from '@jest/globals';
import {
  allEnded,
  asked,
  createFixture,
  cyclesOf,
  hasten,
  killAtWork,
  makeJob,
  NOTE,
  notesOf,
  PATIENCE_MS,
  runJob,
  stopFiring,
} from './support/cycles.js';
import { holdingTransaction, lockTable, waitingForLocks, waitingForTables } from './support/database.js';
import { expectInvariants } from './support/invariants.js';
import { inParallel, pass, until } from './support/random.js';
import { useRig } from './support/rig.js';

const rig = useRig({ name: 'job-cycles', apis: 2, workers: 2 });
/** More than a piece of a cycle takes. */
const LEADS = 60;

describe('workers that are killed in the middle of cycles', () => {
  it.each([
    ['before it has its leads', false],
    ['with its leads in hand, before what it did is written', true],
  ])(
    'with the second piece of one, %s, act on no lead twice and leave none out',
    async (_, inHand) => {
      const account = await createFixture(rig, LEADS);
      const id = await makeJob(account, { max_leads_per_cycle: LEADS, steps: [{ action: NOTE }] });
      const held = await holdingTransaction(rig);
      let letGo = async (): Promise<void> => void (await held.rollback());
      try {
        await held('leads')
          .where({ id: account.leadIds.at(-1) })
          .forUpdate()
          .first('id');
        await runJob(account, id);
        const waits = async () => (await waitingForLocks(rig)) > 0 || undefined;
        await until('the second piece waits for a lead', waits, 60_000);
        if (inHand) {
          const letWrite = await lockTable(rig, 'events');
          await letGo();
          letGo = letWrite;
          const stands = async () => (await waitingForTables(rig)) > 0 || undefined;
          await until('it has its leads and writes', stands, 60_000);
        }
        // A piece whose wait for the lock ends before the kill comes is tried again, and waits again.
        const killed = async () => (await killAtWork(rig, async () => {})) || undefined;
        await until('a worker is killed with the piece in hand', killed, PATIENCE_MS);
      } finally {
        await letGo();
      }
      expect(await allEnded(rig, id, 1)).toMatchObject([
        { status: 'completed', evaluated: LEADS, acted: LEADS, failed: 0 },
      ]);
      expect(await notesOf(rig, id, account.leadIds)).toEqual(account.leadIds.map(() => 1));
      await expectInvariants(rig, { workflows: false });
    },
    900_000,
  );

  it('lose no event that came while none of them ran', async () => {
    const account = await createFixture(rig, 20);
    const id = await makeJob(account, {
      trigger_type: 'event',
      event: { kinds: ['lead.updated'] },
      max_leads_per_cycle: 500,
      steps: [{ action: NOTE }],
    });
    for (const worker of rig.workers) await worker.stop('SIGKILL');
    rig.note('workers', 'SIGKILL');
    for (const leadId of account.leadIds)
      await asked(account, 'PATCH', `/leads/${leadId}`, { metadata: { asked: true } });
    for (const worker of rig.workers) worker.start();
    await until(
      'each lead was acted on',
      async () => ((await notesOf(rig, id, account.leadIds)).every((n) => n > 0) ? true : undefined),
      PATIENCE_MS,
    );
    // Another look at the same events must find nothing to do: an event that comes now is behind them all.
    const [first = ''] = account.leadIds;
    await asked(account, 'PATCH', `/leads/${first}`, { metadata: { asked: false } });
    await until(
      'the next event was acted on',
      async () => ((await notesOf(rig, id, [first])).every((n) => n > 1) ? true : undefined),
      PATIENCE_MS,
    );
    await allEnded(rig, id, 2);
    expect(await notesOf(rig, id, account.leadIds)).toEqual(account.leadIds.map((_, at) => (at === 0 ? 2 : 1)));
  }, 900_000);
});

describe('a schedule', () => {
  it('makes up for what it missed while Temporal was down, each time once, and no cooldown is cut short', async () => {
    const account = await createFixture(rig, 10);
    const id = await makeJob(account, {
      cron_expression: '@yearly',
      cooldown_minutes: 1_440,
      steps: [{ action: NOTE }],
    });
    await hasten(rig, id, 2);
    await allEnded(rig, id, 1);
    const { policies } = await rig.client.schedule.getHandle(`background-job/${id}`).describe();
    expect(policies.catchupWindow).toBe(600_000);
    rig.note('temporal', 'SIGKILL');
    await rig.temporal.kill();
    const before = new Date();
    await pass(11_000);
    const after = new Date();
    await rig.temporal.start();
    await until(
      'five missed times were made up for',
      async () => {
        const rows = await cyclesOf(rig, id);
        const caught = rows.filter(({ nominal_at }) => nominal_at > before && nominal_at < after);
        return caught.length >= 5 ? true : undefined;
      },
      PATIENCE_MS,
    );
    await stopFiring(account, id);
    const rows = await allEnded(rig, id, 6);
    expect(new Set(rows.map(({ nominal_at }) => nominal_at.getTime())).size).toBe(rows.length);
    for (const { status } of rows) expect(['completed', 'skipped_overlap']).toContain(status);
    expect(await notesOf(rig, id, account.leadIds)).toEqual(account.leadIds.map(() => 1));
  }, 900_000);

  it('records a time that comes while a cycle still runs, and never runs two', async () => {
    const account = await createFixture(rig, 60);
    const id = await makeJob(account, {
      cron_expression: '@yearly',
      max_leads_per_cycle: 60,
      steps: [{ action: NOTE }],
    });
    // A cycle that lasts longer than the period: one of its leads is held until a time has been skipped.
    const held = await holdingTransaction(rig);
    try {
      await held('leads')
        .where({ id: account.leadIds.at(-1) })
        .forUpdate()
        .first('id');
      await hasten(rig, id, 1);
      await until(
        'a time was skipped',
        async () => (await cyclesOf(rig, id)).find(({ status }) => status === 'skipped_overlap'),
        PATIENCE_MS,
      );
    } finally {
      await held.rollback();
    }
    const completed = async () => (await cyclesOf(rig, id)).filter(({ status }) => status === 'completed');
    await until('more cycles ran', async () => ((await completed()).length >= 3 ? true : undefined), PATIENCE_MS);
    await stopFiring(account, id);
    const rows = await allEnded(rig, id, 4);
    const ran = rows
      .filter(({ status }) => status !== 'skipped_overlap')
      .sort((a, b) => Number(a.claimed_at) - Number(b.claimed_at));
    for (const [at, cycle] of ran.entries()) {
      expect(cycle).toMatchObject({ status: 'completed', acted: account.leadIds.length });
      const next = ran[at + 1];
      if (next) expect(Number(next.claimed_at)).toBeGreaterThanOrEqual(Number(cycle.ended_at));
    }
    expect(new Set(rows.map(({ nominal_at }) => nominal_at.getTime())).size).toBe(rows.length);
    expect(await notesOf(rig, id, account.leadIds)).toEqual(account.leadIds.map(() => ran.length));
  }, 900_000);

  it('matches the row when two API processes change the job at once', async () => {
    const account = await createFixture(rig, 1);
    const id = await makeJob(account, { cron_expression: '@yearly', steps: [{ action: NOTE }] });
    await inParallel(8, Array.from({ length: 24 }), async (_, n) => {
      const body = { cron_expression: `${n} ${n % 24} * * *`, is_active: n % 3 !== 0 };
      await asked(account, 'PATCH', `/background-jobs/${id}`, body);
    });
    const row = (await rig.db('background_jobs').where({ id }).first())!;
    const handle = rig.client.schedule.getHandle(`background-job/${id}`);
    await until(
      'the schedule says what the row says',
      async () => {
        const { spec, state } = await handle.describe();
        const told = spec.calendars?.map(({ comment }) => comment);
        return told?.join() === row.cron_expression && state.paused === !row.is_active ? true : undefined;
      },
      60_000,
    );
  }, 120_000);
});
