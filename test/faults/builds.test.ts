import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { migrateToLatest } from '../../db/migrate.js';
import { newId } from '../../runtime/ids.js';
import { buildWith, deploy, removeBuilds } from './support/builds.js';
import { duplicates, expectInvariants } from './support/invariants.js';
import { bound, inParallel, pass, size, until } from './support/random.js';
import { createLead, mail, type RigAccount, useRig } from './support/rig.js';

const rig = useRig({ name: 'builds', apis: 1, workers: 2 });

const WORKFLOW = 'workflows/cadence.js';
const STEP = 'const step = await messaging.advanceCadence';
const IMPORT = 'import { allHandlersFinished,';
const builds: Record<'patched' | 'throwing' | 'reordered', string> = { patched: '', throwing: '', reordered: '' };

beforeAll(async () => {
  // A change of the order of commands, done as it has to be.
  builds.patched = await buildWith('patched', {
    [WORKFLOW]: [
      [IMPORT, 'import { patched, sleep, allHandlersFinished,'],
      [STEP, `if (patched('a-little-later')) await sleep(50);\n        ${STEP}`],
    ],
  });
  // A bug in every task.
  builds.throwing = await buildWith('throwing', {
    [WORKFLOW]: [['let plan = input.plan;', 'let plan = input.no.such.field;']],
  });
  // The same change without `patched`: running workflows don't replay any more.
  builds.reordered = await buildWith('reordered', {
    [WORKFLOW]: [
      [IMPORT, 'import { sleep, allHandlersFinished,'],
      [STEP, `await sleep(50);\n        ${STEP}`],
    ],
  });
}, 120_000);

afterAll(() => removeBuilds());

const enroll = (account: RigAccount, name: string, n: number): Promise<string[]> =>
  inParallel(8, Array.from({ length: n }), async (_, at) => {
    const email = `${name}-${at}-${newId()}@example.com`;
    await createLead(account, email);
    return email;
  });

const allArrived = (emails: readonly string[], mails: number, patience: number) =>
  until(
    `${mails} mails for each of ${emails.length} leads`,
    () => (emails.every((email) => rig.sink.to(email).length >= mails) ? true : undefined),
    patience,
  );

async function expectClean(account: RigAccount): Promise<void> {
  await until(
    'every run is completed',
    async () => {
      const open = await rig.db('agent_runs').where({ account_id: account.accountId, open_slot: 1 }).first('id');
      return open === undefined ? true : undefined;
    },
    30_000,
  );
  const states: { status: string }[] = await rig
    .db('messages')
    .where({ account_id: account.accountId })
    .distinct('status');
  expect(states.map(({ status }) => status)).toEqual(['sent']);
  expect(duplicates(rig)).toEqual([]);
  await expectInvariants(rig);
}

describe('a deploy while runs are between their steps', () => {
  it('of changed workflow code: every run continues, nothing is lost, repeated or unknown', async () => {
    const account = await rig.account([mail('One'), mail('Two', 10), mail('Three', 10)]);
    const before = await enroll(account, 'before', size('RUNS', 200));
    await allArrived(before, 1, 60_000);
    await deploy(rig, builds.patched);
    const after = await enroll(account, 'after', 20);
    await allArrived([...before, ...after], 3, 120_000);
    await expectClean(account);
  }, 600_000);

  it('of a broken build, in which every task fails: runs wait, and continue within a minute of the rollback', async () => {
    await deploy(rig);
    const account = await rig.account([mail('One'), mail('Two', 8)]);
    const before = await enroll(account, 'waiting', size('RUNS', 200));
    await allArrived(before, 1, 60_000);
    await deploy(rig, builds.throwing);
    const during = await enroll(account, 'new', 10);
    const known = rig.sink.mails.length;
    await pass(10_000);
    expect(rig.sink.mails.length).toBe(known);
    await deploy(rig);
    const back = performance.now();
    await allArrived([...before, ...during], 1, 60_000);
    await allArrived(before, 2, 60_000);
    expect(performance.now() - back).toBeLessThan(bound(60_000));
    await allArrived(during, 2, 60_000);
    await expectClean(account);
  }, 600_000);

  it('of a broken build, which can not replay old runs: they continue after the rollback, and so do those that were started under it', async () => {
    const account = await rig.account([mail('One'), mail('Two', 8), mail('Three', 8)]);
    const before = await enroll(account, 'old', size('RUNS', 200));
    await allArrived(before, 1, 60_000);
    await deploy(rig, builds.reordered);
    const during = await enroll(account, 'young', 10);
    await allArrived(during, 1, 60_000);
    await pass(5_000);
    await deploy(rig);
    const back = performance.now();
    await allArrived(before, 2, 60_000);
    expect(performance.now() - back).toBeLessThan(bound(60_000));
    // No build that is left can replay these. Their failing tasks are detected, and they restart from their rows.
    await allArrived([...before, ...during], 3, 180_000);
    await expectClean(account);
  }, 900_000);

  it('back to the previous release, on the schema of the next one: it starts, and every run continues', async () => {
    await deploy(rig);
    const account = await rig.account([mail('One'), mail('Two', 8)]);
    const before = await enroll(account, 'schema', 20);
    await allArrived(before, 1, 60_000);
    for (const table of ['leads', 'agent_runs', 'messages', 'outbox', 'events']) {
      await rig.db.raw('ALTER TABLE ?? ADD COLUMN of_the_next INT NOT NULL DEFAULT 0', [table]);
    }
    await rig.db('migrations').insert({ name: '20991231_2359_next', batch: 99, migration_time: new Date() });
    expect(await migrateToLatest(rig.url)).toEqual([]);
    await deploy(rig);
    for (const api of rig.apis) {
      await api.kill();
      await api.ready();
    }
    const after = await enroll(account, 'back', 20);
    await allArrived([...before, ...after], 2, 60_000);
    await expectClean(account);
  }, 300_000);
});
