import { describe, expect, it } from '@jest/globals';
import { openWork } from '../../db/work.js';
import { advanceRun } from '../../services/cadence/advance-run.js';
import { createMailLinks } from '../../services/messages/tracking-links.js';
import { mailStep, makeEnrolledLead, makePublishedAgent, makeSender } from '../support/agent-requests.js';
import { TEST_SECRET } from '../support/api.js';
import { useWorkday } from '../support/dashboard-work.js';

const day = useWorkday('dashboard-agents');
const later = { type: 'after', amount: 3, unit: 'days' };
const STEPS = [
  mailStep('One', { key: 'one' }),
  mailStep('Two', { key: 'two', delay: later }),
  mailStep('Three', { key: 'three', delay: later }),
];

const advance = (runId: string) =>
  day.api.db.transaction((tx) =>
    advanceRun(openWork(tx, new Date()), runId, {
      links: createMailLinks([TEST_SECRET], 'http://las.test'),
      senderOf: async () => undefined,
      heldBack: async () => undefined,
    }),
  );

/** An agent with two leads at its second step and one at its first. */
async function scene(name: string) {
  const { account } = day;
  await makeSender(account);
  const id = await makePublishedAgent(account, STEPS, { name });
  const runs: string[] = [];
  for (let n = 0; n < 2; n += 1) {
    const { runId } = await makeEnrolledLead(account, id, { skip_first_message: true });
    await advance(runId);
    runs.push(runId);
  }
  runs.push((await makeEnrolledLead(account, id)).runId);
  return { id, runs };
}

const versionsOf = async (runs: readonly string[]) => {
  const answers = await Promise.all(runs.map((run) => day.account.request('get', `/workflow-runs/${run}`)));
  return answers.map(({ body }) => [body.workflow_run.workflow_version, body.workflow_run.step_key]);
};

describe('an agent that works leads', () => {
  it('is changed with a plan: who stays, who goes on where, and how far that has come', async () => {
    const { account, dashboard } = day;
    const { id, runs } = await scene('Roof offers');
    const steps = [{ ...STEPS[0], subject: 'One, anew' }, STEPS[2]];
    await account.request('patch', `/workflows/${id}`).send({ cadence: { steps } }).expect(200);
    const page = await day.open(`/agents/${id}`);
    await page.getByRole('button', { name: 'Publish' }).click();
    const dialog = page.getByRole('dialog', { name: 'Publish version 2' });
    await dialog.getByText('3 leads under way').waitFor();
    await dialog.getByText('All of them stay with the version they follow.').waitFor();
    await dialog.getByText('at a step that is gone: choose where to go on').waitFor();
    await dialog.getByRole('combobox', { name: 'What becomes of those at two' }).click();
    await page.getByRole('option', { name: 'Go to three' }).click();
    await dialog.getByText('2 leads go on with the new version, 1 stays with the one they follow.').waitFor();
    await day.look(page, 'plan');
    await dialog.getByRole('button', { name: 'Publish it and move 2 leads' }).click();
    await dialog.getByText('2 leads go on with it.').waitFor();
    await day.look(page, 'plan-done');
    expect(await versionsOf(runs)).toEqual([
      [2, 'three'],
      [2, 'three'],
      [1, 'one'],
    ]);
    await dialog.getByRole('button', { name: 'Close' }).last().click();

    // Whoever stayed can follow later.
    await page.getByRole('link', { name: 'Versions' }).click();
    await page.getByRole('button', { name: 'Move leads to it' }).click();
    await page.getByRole('combobox', { name: 'What becomes of those at one' }).click();
    await page.getByRole('option', { name: 'Go on at the same step' }).click();
    await page.getByRole('button', { name: 'Move 1 lead' }).click();
    await page.getByText('1 lead goes on with it.').waitFor();
    expect(await versionsOf(runs)).toEqual([
      [2, 'three'],
      [2, 'three'],
      [2, 'one'],
    ]);
    expect(dashboard.complaints).toEqual([]);
  });
});
