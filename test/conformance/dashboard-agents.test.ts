import { describe, expect, it } from '@jest/globals';
import { openWork } from '../../db/work.js';
import { advanceRun } from '../../services/cadence/advance-run.js';
import { createMailLinks } from '../../services/messages/mail-links.js';
import { mailStep, makeEnrolledLead, makePublishedAgent, makeSender } from '../support/agent-requests.js';
import { TEST_SECRET } from '../support/api.js';
import { useWorkday } from '../support/dashboard-work.js';
import { eventually } from '../support/eventually.js';

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
async function createFixture(name: string) {
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
  it('is migrated with a plan: the runs that stay, those that continue elsewhere, and the progress', async () => {
    const { account, dashboard } = day;
    const { id, runs } = await createFixture('Roof offers');
    const steps = [{ ...STEPS[0], subject: 'One, anew' }, STEPS[2]];
    await account.request('patch', `/workflows/${id}`).send({ cadence: { steps } }).expect(200);
    const page = await day.open(`/agents/${id}`);
    await page.getByRole('button', { name: 'Publish' }).click();
    const dialog = page.getByRole('dialog', { name: 'Publish version 2' });
    await dialog.getByText('3 active leads').waitFor();
    await dialog.getByText('All leads stay on their current version.').waitFor();
    await dialog.getByText('at a deleted step: select a step to move to').waitFor();
    await dialog.getByRole('combobox', { name: 'Move leads at two' }).click();
    await page.getByRole('option', { name: 'Move to three' }).click();
    await dialog.getByText('2 leads move to the new version, 1 stays on the current one.').waitFor();
    await day.look(page, 'plan');
    await dialog.getByRole('button', { name: 'Publish and move 2 leads' }).click();
    await dialog.getByText('2 leads moved.').waitFor();
    await day.look(page, 'plan-done');
    expect(await versionsOf(runs)).toEqual([
      [2, 'three'],
      [2, 'three'],
      [1, 'one'],
    ]);
    await dialog.getByRole('button', { name: 'Close' }).last().click();

    // Runs that stayed can migrate later.
    await page.getByRole('link', { name: 'Versions' }).click();
    await page.getByRole('button', { name: 'Move leads to this version' }).click();
    await page.getByRole('combobox', { name: 'Move leads at one' }).click();
    await page.getByRole('option', { name: 'Continue at the same step' }).click();
    await page.getByRole('button', { name: 'Move 1 lead' }).click();
    await page.getByText('1 lead moved.').waitFor();
    expect(await versionsOf(runs)).toEqual([
      [2, 'three'],
      [2, 'three'],
      [2, 'one'],
    ]);
    expect(dashboard.complaints).toEqual([]);
  });
});

describe('a lead that waits for the hours of its agent', () => {
  it('leads to where they are said', async () => {
    const { account } = day;
    await makeSender(account);
    const days = { mon: [['09:00', '09:01']] };
    const waits = { ...mailStep('One', { key: 'one' }), window: { mode: 'custom', days } };
    const id = await makePublishedAgent(account, [waits], { name: 'Mondays' });
    const { runId } = await makeEnrolledLead(account, id);
    await advance(runId);
    const { body } = await account.request('get', `/workflow-runs/${runId}`);
    const page = await day.open(`/leads/${body.workflow_run.lead_id}`);
    await page.getByRole('link', { name: 'Edit sending hours' }).click();
    await page.getByRole('radio', { name: 'Hours', checked: true }).waitFor({ state: 'attached' });
    expect(day.dashboard.complaints).toEqual([]);
  });
});

describe('a draft', () => {
  it('is simulated next to the published version: the differences, and when', async () => {
    const { account, dashboard } = day;
    await makeSender(account);
    const id = await makePublishedAgent(account, STEPS, { name: 'Beside' });
    const steps = [STEPS[0], { ...STEPS[1], subject: 'Two, anew' }, STEPS[2]];
    await account.request('patch', `/workflows/${id}`).send({ cadence: { steps } }).expect(200);
    const page = await day.open(`/agents/${id}`);
    const drafted = page.waitForResponse(/simulate/);
    await page.getByText('Simulate').click();
    const { starts_at } = await (await drafted).json();
    const draft = page.getByRole('list', { name: 'Simulated run' });
    await draft.getByText('Two, anew').waitFor();
    const simulation = page.waitForRequest(/simulate/);
    await page.getByRole('switch', { name: 'Compare with published version' }).click();
    // However much later it is asked for, it begins when the draft did.
    expect((await simulation).postDataJSON()).toMatchObject({ draft: false, starts_at });
    const published = page.getByRole('list', { name: 'Published version' });
    const moment = (list: typeof draft, key: string) => list.getByRole('listitem').filter({ hasText: key });
    await moment(published, 'two').getByText('Different').waitFor();
    await moment(draft, 'two').getByText('Different').waitFor();
    expect(await page.getByText('Different', { exact: true }).count()).toBe(2);
    await day.look(page, 'compared');
    expect(dashboard.complaints).toEqual([]);
  });
});

describe('the cards of a cadence', () => {
  it('are moved by a drag, by keys and by name, doubled, and put back change by change', async () => {
    const { account, dashboard } = day;
    await makeSender(account);
    const branch = { type: 'branch', key: 'big', conditions: [], then: 'personal', else: 'standard' };
    const steps = [
      mailStep('Hello', { key: 'hello' }),
      { ...branch, conditions: [{ source: 'metadata', key: 'budget', operator: 'gte', value: 5000 }] },
      mailStep('One more thought', { key: 'personal', next: 'end' }),
      mailStep('Still there?', { key: 'standard', delay: later }),
      { type: 'exit', key: 'end', reason: 'No answer' },
    ];
    const id = await makePublishedAgent(account, steps, { name: 'By budget' });
    const page = await day.open(`/agents/${id}`);
    const tree = page.getByRole('list', { name: 'Steps' });
    const orderOf = () => tree.locator('.step-main').evaluateAll((all) => all.map((each) => each.dataset.step));
    const expectOrder = async (...keys: string[]) => {
      await tree
        .locator('.step-main')
        .nth(keys.length - 1)
        .waitFor();
      await eventually(async () => ((await orderOf()).join() === keys.join() ? true : undefined));
    };
    await expectOrder('hello', 'big', 'personal', 'standard', 'end');

    // From the first place into the other way of the branch.
    const grip = tree.locator('.node', { hasText: 'hello' }).first().locator('.grip');
    await grip.hover();
    await page.mouse.down();
    await tree.locator('[data-spot="big|else"]').hover();
    await tree.locator('[data-spot="big|else"][data-over]').waitFor();
    await day.look(page, 'tree-drag');
    await tree.locator('[data-spot="big|else"]').hover();
    await page.mouse.up();
    await expectOrder('big', 'personal', 'hello', 'standard', 'end');
    // Escape leaves it where it is.
    await tree.locator('.node', { hasText: 'standard' }).last().locator('.grip').hover();
    await page.mouse.down();
    await tree.locator('[data-spot="big|then"]').hover();
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await expectOrder('big', 'personal', 'hello', 'standard', 'end');

    const card = (key: string) => tree.locator(`[data-step="${key}"]`);
    await card('standard').press('Alt+ArrowUp');
    await expectOrder('big', 'personal', 'standard', 'hello', 'end');
    await page.keyboard.press('Alt+ArrowDown');
    await expectOrder('big', 'personal', 'hello', 'standard', 'end');
    await page.getByRole('button', { name: 'Actions for hello' }).click();
    await page.getByRole('menuitem', { name: 'Move to' }).click();
    await page.getByRole('combobox', { name: 'New position' }).click();
    await page.getByRole('option', { name: 'After personal' }).click();
    await page.getByRole('button', { name: 'Move step' }).click();
    await expectOrder('big', 'personal', 'hello', 'standard', 'end');
    await card('hello').press('Control+d');
    await card('hello_2').press('Delete');
    await expectOrder('big', 'personal', 'hello', 'standard', 'end');
    await page.keyboard.press('Control+z');
    await card('hello_2').waitFor();
    await page.keyboard.press('Control+Shift+z');
    await card('hello_2').waitFor({ state: 'detached' });
    // A copied step is text, and the text of a step becomes a step.
    await card('hello').press('Control+c');
    await card('end').press('Control+v');
    await expectOrder('big', 'personal', 'hello', 'standard', 'end', 'hello_2');
    // The whole cadence fits on one screen, and links back to a card.
    await card('end').press('m');
    const boxes = page.getByRole('list', { name: 'Cadence overview' });
    await boxes.getByRole('button', { name: /^hello_2/ }).waitFor();
    await day.look(page, 'overview');
    await boxes.getByRole('button', { name: /^(else )?standard/ }).click();
    await boxes.waitFor({ state: 'detached' });
    await tree.locator('[data-step="standard"][aria-pressed="true"]').waitFor();
    const undo = page.getByRole('button', { name: 'Undo' });
    while (await undo.isEnabled()) await undo.click();
    await expectOrder('hello', 'big', 'personal', 'standard', 'end');
    await page
      .getByRole('status')
      .filter({ hasText: /^Saved$/ })
      .waitFor();
    const { body } = await account.request('get', `/workflows/${id}`).expect(200);
    expect(body.workflow.cadence.steps).toMatchObject(steps);
    expect(dashboard.complaints).toEqual([]);
  });
});
