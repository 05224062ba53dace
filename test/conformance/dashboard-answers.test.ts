import { beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../runtime/ids.js';
import { createUser } from '../../services/accounts/accounts.js';
import { castOf, settle, stage, takeIn, visitorOf } from '../support/conversations.js';
import { useWorkday } from '../support/dashboard-work.js';
import { addLead, addRun } from '../support/messaging.js';
import { useThinking } from '../support/thinking.js';
import { PASSWORD } from '../support/users.js';

const day = useWorkday('dashboard-answers', { MODEL_PRIVATE_HOSTS: '127.0.0.1:*' });
const thinking = useThinking(day.api);
beforeAll(() => {
  stage.now = Date.now();
});

/** Creates an account with an agent that answers chats, and a user who can view it. */
async function createFixture(more: Parameters<typeof castOf>[2] = {}) {
  const cast = await castOf(day.api, { agent: 'solar' }, more);
  const { accountId } = cast.account;
  const email = `ines.${newId()}@example.com`;
  await createUser(day.api.db, new Date(), { accountId, email, name: 'Inés', role: 'owner', password: PASSWORD });
  return { ...cast, email };
}

describe('the inbox', () => {
  it('says at every answer why the agent gave it, and where it gave none why not', async () => {
    const { account, agentId, email } = await createFixture({
      ai: { model: 'stand-in' },
      before: (own) => thinking.addModel(own),
    });
    const field = { key: 'roof_area', value: 80, confidence: 0.9, evidence: '80 m2' };
    thinking.server.play([
      { tool_calls: [{ name: 'capture_field', arguments: field }] },
      { text: 'Thank you. Whom may we write to?' },
    ]);
    const visitor = visitorOf(day.api, { account, agentId });
    await visitor.send({ text: 'The roof has 80 m2.' });
    await thinking.settle(account.accountId);
    const { id } = await visitor.seat();
    await account.request('post', `/conversations/${id}/take-over`).send({}).expect(200);
    await visitor.send({ text: 'Is anybody there?' });

    const page = await day.open('/inbox', email);
    await page.getByRole('region', { name: 'Conversations' }).getByText('Is anybody there?').click();
    const thread = page.getByRole('region', { name: 'Conversation', exact: true });
    await thread.getByRole('button', { name: 'Why this reply?' }).click();
    const dialog = page.getByRole('dialog', { name: 'Turn details' });
    await dialog.getByText('The agent replied.').waitFor();
    await dialog.getByText('stand-in: 2 calls').waitFor();
    const calls = dialog.getByRole('region', { name: 'Tool calls' });
    await calls.getByText('Capture field').waitFor();
    await calls.getByText('Allowed').waitFor();
    await dialog.getByText('Call 1, stand-in version 1').click();
    await dialog.getByText('Agent instructions').first().waitFor();
    await day.look(page, 'why');
    await page.keyboard.press('Escape');
    await thread.getByRole('button', { name: 'Why no reply?' }).click();
    await dialog.getByText('The agent didn’t reply. A user has taken over the conversation.').waitFor();
    await day.look(page, 'why-silent');
    await page.keyboard.press('Escape');
    await day.look(page, 'thread');
    expect(day.dashboard.complaints).toEqual([]);
  });
});

describe('an agent that answers', () => {
  it('is tried in a chat that is not kept: what it says, offers and would do, and why', async () => {
    const { account, agentId, email } = await createFixture();
    const page = await day.open(`/agents/${agentId}?tab=answering`, email);
    const trial = page.getByRole('complementary', { name: 'Test chat' });
    const say = async (text: string) => {
      await trial.getByRole('textbox', { name: 'Your message' }).fill(text);
      await trial.getByRole('button', { name: 'Send', exact: true }).click();
    };
    await say('Hello');
    await trial.getByText('No lead would be created yet.').waitFor();
    await say('I am Kim Doe, kim@example.com, the roof has 80 m2');
    await trial.getByText('A lead would be created.').waitFor();
    await day.look(page, 'try');
    await trial.locator('button.offer').first().click();
    const dialog = page.getByRole('dialog', { name: 'Turn details' });
    await trial.getByRole('button', { name: 'Why' }).nth(2).click();
    await dialog.getByRole('region', { name: 'Tool calls' }).getByText('Book meeting').waitFor();
    await page.keyboard.press('Escape');
    await trial.getByRole('button', { name: 'Why' }).nth(1).click();
    await dialog.getByText('Would apply').first().waitFor();
    await day.look(page, 'try-why');
    await page.keyboard.press('Escape');
    await trial.getByRole('button', { name: 'Start over' }).click();
    await trial.getByText('Hello').waitFor({ state: 'detached' });
    const { body } = await account.request('get', '/conversations').expect(200);
    expect(body.conversations).toEqual([]);
    expect(day.dashboard.complaints).toEqual([]);
  });
});

const VARIANTS = [
  { key: 'short', questions: { first_name: 'Who are you?' } },
  { key: 'kind', questions: { first_name: 'May we ask for your name?' } },
];

/** A chat with an agent that tries two ways to answer, held with one of them. */
async function heldWith(
  { account, agentId }: Pick<Awaited<ReturnType<typeof createFixture>>, 'account' | 'agentId'>,
  key: string,
) {
  for (;;) {
    const visitor = visitorOf(day.api, { account, agentId });
    await visitor.send({ text: 'Hello' });
    const { id, variant } = await visitor.seat();
    if (variant === key) return { ...visitor, id };
    await day.api.db('conversations').where({ id }).delete();
  }
}

describe('variants of an agent', () => {
  it('are compared by what their answers came to', async () => {
    const { account, agentId, email } = await createFixture({ ai: { variants: VARIANTS } });
    const page = await day.open(`/agents/${agentId}?tab=answering`, email);
    const compared = page.getByRole('region', { name: 'Answering results, last 30 days' });
    await compared.getByText('No conversations yet.').waitFor();

    const short = await heldWith({ account, agentId }, 'short');
    await short.send({ text: 'I am Kim Doe, kim@example.com, the roof has 80 m2' });
    const kind = await heldWith({ account, agentId }, 'kind');
    await kind.send({ text: 'I want to talk to a person please' });
    await page.reload();
    const cellsOf = (key: string) => compared.getByRole('row').filter({ hasText: key }).getByRole('cell');
    await cellsOf('short').first().waitFor();
    const { variants } = (await account.request('get', `/workflows/${agentId}/variants`).expect(200)).body;
    const counted = variants.map((row: Record<string, number>) => [
      ...[row.variant, row.conversations, row.turns, row.answered, row.captured, row.booked, row.handed_over].map(
        String,
      ),
    ]);
    const shown = await Promise.all(
      ['short', 'kind'].map(async (key) => (await cellsOf(key).allInnerTexts()).slice(0, 7).map((text) => text.trim())),
    );
    expect(shown.sort()).toEqual(counted.sort());
    expect(counted.find(([key]: string[]) => key === 'kind').at(-1)).toBe('1');
    await day.look(page, 'variants');
    expect(day.dashboard.complaints).toEqual([]);
  });
});

describe('a conversation', () => {
  it('is played again with another variant of its agent', async () => {
    const { account, agentId, email } = await createFixture({ ai: { variants: VARIANTS } });
    await heldWith({ account, agentId }, 'short');
    const page = await day.open('/inbox', email);
    await page.getByRole('region', { name: 'Conversations' }).getByRole('button').first().click();
    await page.getByRole('button', { name: 'Why this reply?' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Turn details' });
    await dialog.getByText('variant short').first().waitFor();
    await dialog.getByRole('button', { name: 'Replay conversation' }).click();
    await dialog.getByRole('button', { name: 'Replay' }).click();
    await dialog.getByText('All replies stay the same.').waitFor();
    await dialog.getByRole('combobox', { name: 'Variant' }).click();
    await page.getByRole('option', { name: 'kind' }).click();
    await dialog.getByRole('button', { name: 'Replay' }).click();
    await dialog.getByText('1 of 1 turn would differ.').waitFor();
    await dialog.locator('ins').getByText('May we ask for your name?').waitFor();
    await day.look(page, 'replay-variant');
    expect(day.dashboard.complaints).toEqual([]);
  });

  it('is played again with the draft: which turns would differ, and how', async () => {
    const { account, agentId, email } = await createFixture();
    const visitor = visitorOf(day.api, { account, agentId });
    await visitor.send({ text: 'Hello' });
    await visitor.send({ text: 'I am Kim Doe' });
    const fields = [{ key: 'roof_area', label: 'Roof', type: 'number', required: true, ask_prompt: 'How big is it?' }];
    await account.request('patch', `/workflows/${agentId}`).send({ fields }).expect(200);
    const page = await day.open('/inbox', email);
    await page.getByRole('region', { name: 'Conversations' }).getByRole('button').first().click();
    await page.getByRole('button', { name: 'Why this reply?' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Turn details' });
    await dialog.getByText('The agent followed its rules. No model was called.').waitFor();
    await dialog.getByRole('button', { name: 'Replay conversation' }).click();
    await dialog.getByRole('button', { name: 'Replay' }).click();
    await dialog.getByText(/of 2 turns would differ/).waitFor();
    await dialog.locator('ins').getByText('How big is it?').first().waitFor();
    await day.look(page, 'replay');
    await dialog.getByRole('combobox', { name: 'Version' }).click();
    await page.getByRole('option', { name: 'Version 1 (original)' }).click();
    await dialog.getByRole('button', { name: 'Replay' }).click();
    await dialog.getByText('All replies stay the same.').waitFor();
    expect(day.dashboard.complaints).toEqual([]);
  });

  it('is played again with a model in place of the rules', async () => {
    const { account, agentId, email } = await createFixture({ before: (own) => thinking.addModel(own) });
    await visitorOf(day.api, { account, agentId }).send({ text: 'Hello' });
    thinking.server.play([{ text: 'Good day. How large is your roof?' }]);
    const page = await day.open('/inbox', email);
    await page.getByRole('region', { name: 'Conversations' }).getByRole('button').first().click();
    await page.getByRole('button', { name: 'Why this reply?' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Turn details' });
    await dialog.getByRole('button', { name: 'Replay conversation' }).click();
    await dialog.getByRole('combobox', { name: 'Model' }).click();
    await page.getByRole('option', { name: /stand-in|tiny/ }).click();
    await dialog.getByRole('button', { name: 'Replay' }).click();
    await dialog.locator('ins').getByText('How large is your roof?').waitFor();
    await dialog.getByText('Replayed with stand-in').waitFor();
    await day.look(page, 'replay-model');
    await dialog.getByRole('combobox', { name: 'Model' }).click();
    await page.getByRole('option', { name: 'Rules only' }).click();
    await dialog.getByRole('button', { name: 'Replay' }).click();
    await dialog.getByText('All replies stay the same.').waitFor();
    expect(day.dashboard.complaints).toEqual([]);
  });

  it('in a chat with a lead whom no agent has enrolled is taken over and given back, closed and opened again', async () => {
    const { account, agentId, email } = await createFixture();
    const lead = await addLead(day.api.db, account.accountId, { first_name: 'Nora' });
    await visitorOf(day.api, { account, agentId }, { lead: { id: lead.id, agentRunId: null } }).send({ text: 'Hello' });
    const page = await day.open('/inbox', email);
    await page.getByRole('region', { name: 'Conversations' }).getByRole('button').first().click();
    await day.look(page, 'lead-chat');
    const chats = async () => (await account.request('get', `/conversations?lead_id=${lead.id}`).expect(200)).body;
    await page.getByRole('button', { name: 'Take over' }).click();
    const giveBack = page.getByRole('button', { name: 'Hand back to agent' });
    await giveBack.waitFor();
    expect((await chats()).conversations).toMatchObject([{ handler: 'person' }]);
    await giveBack.click();
    await page.getByRole('button', { name: 'Take over' }).waitFor();
    expect((await chats()).conversations).toMatchObject([{ handler: 'agent' }]);
    const close = page.getByRole('button', { name: 'Close chat' });
    await close.click();
    await close.waitFor({ state: 'detached' });
    expect((await chats()).conversations).toMatchObject([{ status: 'closed' }]);
    await page.getByRole('button', { name: 'Reopen chat' }).click();
    await close.waitFor();
    expect((await chats()).conversations).toMatchObject([{ status: 'open' }]);
    expect(day.dashboard.complaints).toEqual([]);
  });
});

describe('a lead', () => {
  it('has at each mail that an agent wrote why it did', async () => {
    const { account, agentId, email } = await createFixture();
    const lead = await addLead(day.api.db, account.accountId, { first_name: 'Nora', email: 'nora@example.org' });
    await addRun(day.api.db, lead, agentId);
    const payload = {
      event_id: newId(),
      type: 'reply',
      message_id: `<${newId()}@mail.example.org>`,
      from: lead.email,
      subject: 'My roof',
      text: 'Hello',
      headers: {},
      to: 'sales@example.com',
    };
    await takeIn(day.api, account.accountId, { provider: 'email', type: 'reply', payload }, 'once');
    await settle(day.api, account.accountId, 'once');
    const page = await day.open(`/leads/${lead.id}`, email);
    const past = page.getByRole('list', { name: 'Activity' });
    const own = past.locator('li[data-type="message"][data-direction="outbound"]');
    await own.getByRole('button', { name: 'Details' }).click();
    await own.getByRole('button', { name: 'Why this reply?' }).click();
    const dialog = page.getByRole('dialog', { name: 'Turn details' });
    await dialog.getByText('The agent replied.').waitFor();
    await day.look(page, 'lead-why');
    expect(day.dashboard.complaints).toEqual([]);
  });
});
