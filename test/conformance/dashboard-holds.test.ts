import { describe, expect, it } from '@jest/globals';
import { HOLDS } from '../../dashboard/words/states.js';
import { HOLD_REASONS } from '../../schemas/agents/agents.js';
import { createAccountFixture } from '../support/account-fixture.js';
import { addSender, publishAgent } from '../support/agents.js';
import { useWorkday } from '../support/dashboard-work.js';

const day = useWorkday('dashboard-holds');

/** The word of a hold; a pause names who made it, if anyone did. */
const wordOf = (reason: keyof typeof HOLDS): string | RegExp =>
  reason === 'human_takeover' ? /^Taken over( by .+)?$/ : reason === 'manual' ? 'On hold' : HOLDS[reason].label;

const isWord = (text: string, reason: keyof typeof HOLDS): boolean => {
  const word = wordOf(reason);
  return typeof word === 'string' ? text === word : word.test(text);
};

describe('why a lead is held', () => {
  it('is described for each hold with a word and a sentence, in the list and on the page of its run', async () => {
    const { api, account, dashboard } = day;
    const fixture = createAccountFixture(api, account, '');
    for (const hold_reason of HOLD_REASONS) {
      const { runId } = await fixture.enrolled();
      const held = { cadence_state: 'held' as const, hold_reason, hold_detail: `It waits: ${hold_reason}.` };
      await api.db('agent_runs').where({ id: runId }).update(held);
    }
    const page = await day.open('/runs?cadence_state=held');
    const runs = page.getByRole('list', { name: 'Runs' }).getByRole('listitem');
    await runs.first().waitFor();
    const told = await runs.allInnerTexts();
    for (const reason of HOLD_REASONS) {
      const [line = ''] = told.filter((text) => text.includes(`It waits: ${reason}.`));
      expect([reason, line.split('\n').some((part) => isWord(part, reason))]).toEqual([reason, true]);
    }
    await day.look(page, 'holds');
    for (const reason of HOLD_REASONS) {
      await page.goto(`${dashboard.url}/runs?hold_reason=${reason}`);
      await page.getByRole('link', { name: /step 1 of/ }).click();
      const standing = page.getByRole('region', { name: 'Status' });
      await standing.getByText(`It waits: ${reason}.`).waitFor();
      await page.locator('main').getByText(wordOf(reason), { exact: true }).first().waitFor();
    }
    expect(dashboard.complaints).toEqual([]);
  });

  it('appears on the page of the lead, and disappears with its cause', async () => {
    const { api, account, dashboard } = day;
    const { accountId } = account;
    await addSender(api.db, accountId);
    const hello = { type: 'message' as const, key: 'hello', channel: 'email' as const, subject: 'Hi', content: 'Hi' };
    const steps = [{ ...hello, window: { mode: 'none' as const } }];
    const workflow_id = await publishAgent(api.db, accountId, steps, { name: 'Solar offers' });
    const lead = { first_name: 'Ida', email: 'ida@example.com', workflow_id };
    const { body } = await account.request('post', '/leads').send({ leads: [lead] });
    const page = await day.open(`/leads/${body.results[0].lead_id}`);
    const next = page.getByRole('region', { name: 'Next step' });
    const past = page.getByRole('list', { name: 'Activity' });
    await next.getByText('Send email').waitFor();
    const agent = (columns: object) => api.db('agents').where({ id: workflow_id }).update(columns);
    const sending = (columns: object) => api.db('accounts').where({ id: accountId }).update(columns);
    const causes: readonly [keyof typeof HOLDS, string, () => Promise<unknown>, () => Promise<unknown>][] = [
      [
        'workflow_paused',
        'Too many unanswered',
        () => agent({ paused: true, pause_reason: 'Too many unanswered' }),
        () => help('workflow_paused').click(),
      ],
      [
        'manual',
        'We move the mail server',
        () => sending({ sending_enabled: false, sending_note: 'We move the mail server' }),
        () => sending({ sending_enabled: true, sending_note: null }),
      ],
      [
        'human_takeover',
        '',
        () => page.getByRole('button', { name: 'Take over' }).click(),
        async () => {
          await page.getByRole('button', { name: 'Resume automation' }).click();
          await page.getByRole('menuitem', { name: 'Resume and shift the schedule' }).click();
          await page.getByRole('button', { name: 'Take over' }).waitFor();
        },
      ],
    ];
    const help = (reason: keyof typeof HOLDS) =>
      reason === 'workflow_paused'
        ? next.getByRole('button', { name: 'Resume agent' })
        : next.getByRole('link', { name: reason === 'manual' ? 'Open settings' : 'Open in inbox' });
    for (const [reason, why, begin, end] of causes) {
      await begin();
      if (why) await page.reload();
      await next.getByText(wordOf(reason), { exact: true }).waitFor();
      if (why) await next.getByText(why).waitFor();
      await help(reason).waitFor();
      if (reason === 'human_takeover') {
        await past.locator('[data-taken]', { hasText: 'Taken over by' }).waitFor();
        await day.look(page, 'lead-taken');
      }
      await end();
      if (why) await page.reload();
      await next.getByText('Send email').waitFor();
      await next.getByText(wordOf(reason), { exact: true }).waitFor({ state: 'detached' });
    }
    expect(dashboard.complaints).toEqual([]);
  });
});
