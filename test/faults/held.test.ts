import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openWhatsAppWindow } from '../../db/channels/whatsapp-windows.js';
import type { AgentRunRow } from '../../db/tables.js';
import { newId } from '../../runtime/ids.js';
import type { CadenceStepRequest } from '../../schemas/cadence/cadence.js';
import { listAttention } from '../../services/operations/attention.js';
import { addNumber, publishAgent } from '../support/agents.js';
import { buildWith, deploy, removeBuilds } from './support/builds.js';
import { duplicates, expectInvariants } from './support/invariants.js';
import { inParallel, until } from './support/random.js';
import { createLead, mail, type RigAccount, useRig } from './support/rig.js';

const rig = useRig({ name: 'held', apis: 1, workers: 2 });
let partlyBad = '';

beforeAll(async () => {
  partlyBad = await buildWith('partly-bad', {
    'services/cadence/apply-effects.js': [
      [
        'const { tx, now, run, state, pending } = context;',
        'const { tx, now, run, state, pending } = context.no.such.field;',
      ],
    ],
    'services/messages/compose.js': [
      ["if (sender.channel === 'whatsapp' && ", "if (sender.channel === 'whatsapp' && sender.no.such.field && "],
    ],
    'domain/time/holidays.js': [
      [
        'function holidaysIn(code, year) {',
        "function holidaysIn(code, year) {\n    if (code === 'ZZ') code.no.such.field;",
      ],
    ],
  });
}, 120_000);
afterAll(() => removeBuilds());

const ALWAYS = Object.fromEntries(
  ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => [day, [['00:00', '24:00']]]),
);

/** The part that the build breaks: the second step of each agent. */
const BROKEN: Record<string, CadenceStepRequest> = {
  'a step type': { key: 'broken', type: 'set', actions: [{ type: 'add_tag', params: { tags: ['seen'] } }] },
  'a channel': { key: 'broken', type: 'message', channel: 'whatsapp', content: 'Hello' },
  // A country of which no day is closed, on whatever day this runs.
  'the holidays of a country': {
    ...mail('Broken'),
    key: 'broken',
    window: { mode: 'custom', days: ALWAYS, holidays: ['ZZ'] },
  } as CadenceStepRequest,
};
const FIRST = 6;
const LATER = 8;
const AT_ONCE = 5;

/** Returns once no run is in an unexpected state. Otherwise throws with its state. */
function expectNone([run, ...more]: readonly AgentRunRow[]): true {
  if (run) throw new Error(`One of ${1 + more.length}: ${JSON.stringify(run)}`);
  return true;
}

describe('a release that breaks a part of what runs do', () => {
  it('holds the runs that reach it and lets the others continue, and after a rollback each continues from its position', async () => {
    const account = await rig.account([mail('One'), mail('Two')]);
    const { accountId } = account;
    const number = await addNumber(rig.db, accountId);
    const agents: RigAccount[] = [];
    for (const step of Object.values(BROKEN)) {
      agents.push({ ...account, agentId: await publishAgent(rig.db, accountId, [mail('One'), step, mail('Last')]) });
    }
    const expires_at = new Date(Date.now() + 3_600_000);
    const healthy: string[] = [];
    const enrollHealthy = async () => {
      const email = `healthy-${newId()}@example.com`;
      await createLead(account, email);
      healthy.push(email);
    };
    const runs: { runId: string; email: string }[] = [];
    const enroll = (n: number) =>
      inParallel(4, Array.from({ length: n }, () => agents).flat(), async (agent) => {
        const email = `broken-${newId()}@example.com`;
        // A window that is open lets WhatsApp take free text; the lead wrote before it is worked.
        const more = { phone: `+346${String(Math.random()).slice(2, 10)}` };
        const { body } = await account.request('POST', '/leads', { body: { first_name: 'Ada', email, ...more } });
        const { id: lead_id } = body.lead as { id: string };
        await openWhatsAppWindow(rig.db, { lead_id, number_id: number.id, account_id: accountId, expires_at });
        const assigned = await account.request('POST', `/leads/${lead_id}/assign-workflow`, {
          body: { workflow_id: agent.agentId },
        });
        runs.push({ runId: assigned.body.workflow_run_id as string, email });
      });
    const ids = () => runs.map(({ runId }) => runId);
    /** Others continue during that time, as many at once as a slow machine can handle. */
    const allHeld = () =>
      until(
        `${runs.length} runs are held`,
        async () => {
          const open = await rig.db('agent_runs').where({ agent_id: account.agentId, open_slot: 1 }).select('id');
          if (open.length < AT_ONCE) await enrollHealthy();
          const rows = await rig.db('agent_runs').whereIn('id', ids());
          return expectNone(rows.filter(({ hold_reason }) => hold_reason !== 'error'));
        },
        60_000,
      );

    await deploy(rig, partlyBad);
    await enroll(FIRST);
    await allHeld();
    const first = ids();
    await enroll(LATER);
    await allHeld();
    // By then the place is known: what comes there later is held with its first failure, whatever woke it since.
    const tries = (await rig.db('held_work').whereNotIn('id', first)).map((row) => row.tries);
    expect(tries).toHaveLength(LATER * agents.length);
    expect(Math.max(...tries)).toBeLessThan(9);
    const places = (await listAttention(rig.db, new Date(), accountId)).map(({ what, detail }) => [what, detail]);
    // An error in the plan of a step breaks the step before, once its message was sent.
    expect(places).toHaveLength(agents.length);
    expect(places).toEqual(
      expect.arrayContaining(
        ['services/cadence/apply-effects', 'services/messages/compose', 'domain/time/holidays'].map((file) => [
          'work on hold after repeated failures',
          expect.stringMatching(new RegExp(`^${FIRST + LATER} runs \\(workflow .*\\): TypeError at ${file}`)),
        ]),
      ),
    );
    const completed = (emails: readonly string[]) =>
      until(
        `the runs of ${emails.length} leads are completed`,
        async () => {
          const leads = rig
            .db('leads')
            .where({ account_id: accountId })
            .whereIn('email', [...emails])
            .select('id');
          const rows = await rig.db('agent_runs').whereIn('lead_id', leads);
          expectNone(rows.filter(({ run_status }) => run_status !== 'completed'));
          return rows.length;
        },
        60_000,
      );
    // While a part is broken.
    expect(await completed(healthy)).toBe(healthy.length);

    await deploy(rig);
    expect(await completed(runs.map(({ email }) => email))).toBe(runs.length);
    expect(await rig.db('held_work')).toEqual([]);
    for (const { runId } of runs) {
      const events = await rig.db('events').where({ agent_run_id: runId, type: 'cadence.step_executed' });
      const steps = events.map(({ data }) => (JSON.parse(data) as { step_key: string }).step_key);
      expect([steps.length, new Set(steps).size]).toEqual([3, 3]);
    }
    expect(duplicates(rig)).toEqual([]);
    const statuses = await rig.db('messages').where({ account_id: accountId }).distinct('status');
    expect(statuses).toEqual([{ status: 'sent' }]);
    await expectInvariants(rig);
  }, 900_000);
});
