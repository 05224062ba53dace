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
    await page.getByRole('link', { name: 'The agent’s window' }).click();
    await page.getByRole('radio', { name: 'Hours', checked: true }).waitFor({ state: 'attached' });
    expect(day.dashboard.complaints).toEqual([]);
  });
});

describe('a draft', () => {
  it('is walked through on paper beside what is published: what would differ, and when', async () => {
    const { account, dashboard } = day;
    await makeSender(account);
    const id = await makePublishedAgent(account, STEPS, { name: 'Beside' });
    const steps = [STEPS[0], { ...STEPS[1], subject: 'Two, anew' }, STEPS[2]];
    await account.request('patch', `/workflows/${id}`).send({ cadence: { steps } }).expect(200);
    const page = await day.open(`/agents/${id}`);
    const drafted = page.waitForResponse(/simulate/);
    await page.getByText('Try it').click();
    const { starts_at } = await (await drafted).json();
    const draft = page.getByRole('list', { name: 'What would happen' });
    await draft.getByText('Two, anew').waitFor();
    const beside = page.waitForRequest(/simulate/);
    await page.getByRole('switch', { name: 'Beside what is published' }).click();
    // However much later it is asked for, it begins when the draft did.
    expect((await beside).postDataJSON()).toMatchObject({ draft: false, starts_at });
    const published = page.getByRole('list', { name: 'As it is published' });
    const moment = (list: typeof draft, key: string) => list.getByRole('listitem').filter({ hasText: key });
    await moment(published, 'two').getByText('Differs').waitFor();
    await moment(draft, 'two').getByText('Differs').waitFor();
    expect(await page.getByText('Differs', { exact: true }).count()).toBe(2);
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
    await page.getByRole('button', { name: 'What can be done with hello' }).click();
    await page.getByRole('menuitem', { name: 'Move to' }).click();
    await page.getByRole('combobox', { name: 'Where to' }).click();
    await page.getByRole('option', { name: 'After personal' }).click();
    await page.getByRole('button', { name: 'Move it' }).click();
    await expectOrder('big', 'personal', 'hello', 'standard', 'end');
    await card('hello').press('Control+d');
    await card('hello_2').press('Delete');
    await expectOrder('big', 'personal', 'hello', 'standard', 'end');
    await page.keyboard.press('Control+z');
    await card('hello_2').waitFor();
    await page.keyboard.press('Control+Shift+z');
    await card('hello_2').waitFor({ state: 'detached' });
    // What is copied is text, and text of a step becomes one.
    await card('hello').press('Control+c');
    await card('end').press('Control+v');
    await expectOrder('big', 'personal', 'hello', 'standard', 'end', 'hello_2');
    // The whole stands on one screen, and leads back to a card.
    await card('end').press('m');
    const boxes = page.getByRole('list', { name: 'The whole cadence' });
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
