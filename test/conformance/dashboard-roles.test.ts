import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { insertEvents } from '../../db/events/events.js';
import { bumpEngagement } from '../../db/leads/engagement.js';
import { newId } from '../../runtime/ids.js';
import type { Role } from '../../schemas/roles.js';
import { createUser } from '../../services/accounts/accounts.js';
import { addSender, publishAgent } from '../support/agents.js';
import { useWorkday } from '../support/dashboard-work.js';
import { eventually } from '../support/eventually.js';
import { insertMessage } from '../support/leads.js';
import { sendUserMails } from '../support/user-mails.js';
import { PASSWORD } from '../support/users.js';

const day = useWorkday('dashboard-roles');
const STEPS = [{ type: 'wait' as const, delay: { type: 'after' as const, amount: 3, unit: 'days' as const } }];
/** The first words of buttons that change something. */
const CHANGES =
  /^(Add|New|Invite|Delete|Remove|Edit|Save|Book|Import|Publish|Deploy|Switch|Run|Dry run|Change|Send|Take over|Give back|Upload|Store|Start|Done|Snooze|Apply|Make)\b/;
let leadId = '';
let agentId = '';

/** Adds a user with a role. Returns the sign-in address. */
async function addColleague(role: Role, name: string): Promise<string> {
  const email = `${role}.${newId()}@example.com`;
  const { accountId } = day.account;
  await createUser(day.api.db, new Date(), { accountId, email, name, role, password: PASSWORD });
  return email;
}

beforeAll(async () => {
  const { api, account } = day;
  await addSender(api.db, account.accountId);
  agentId = await publishAgent(api.db, account.accountId, STEPS, { name: 'Solar offers' });
  const lead = { first_name: 'Ana', last_name: 'García', email: 'ana@example.com', workflow_id: agentId };
  const { body } = await account.request('post', '/leads').send({ leads: [lead] });
  leadId = body.results[0].lead_id;
  const at = new Date();
  await insertMessage(api.db, account.accountId, leadId, {
    direction: 'inbound',
    status: 'received',
    subject: 'A roof',
    content: 'How much is a flat roof?',
    html: '<p>How much is a <b>flat</b> roof, as written?</p>',
  });
  const whom = { id: leadId, accountId: account.accountId };
  await bumpEngagement(api.db, whom, { counts: ['inbound_count'], lastInboundAt: at, lastChannel: 'email' });
  await insertEvents(api.db, at, [
    {
      accountId: account.accountId,
      leadId,
      type: 'message.received',
      data: { channel: 'email' },
      origin: { kind: 'cadence', id: null },
    },
  ]);
});

/** The buttons of a page that change something, by name. */
async function changesOn(page: Page): Promise<string[]> {
  const names = await page
    .locator('main')
    .getByRole('button')
    .evaluateAll((buttons) =>
      (
        buttons as {
          ariaLabel?: string | null;
          ariaPressed?: string | null;
          textContent: string | null;
          disabled?: boolean;
        }[]
      )
        // What is pressed or not chooses what is shown, and changes nothing.
        .filter(({ ariaPressed, disabled }) => !disabled && !ariaPressed)
        .map((button) => (button.ariaLabel ?? button.textContent ?? '').trim()),
    );
  // Folders of the inbox are named with how many they hold.
  return names.filter((name) => CHANGES.test(name) && !/ \d+$/.test(name));
}

describe('a viewer', () => {
  it('reads every page, and is offered nothing that would be refused', async () => {
    const { dashboard } = day;
    const page = await day.open('/', await addColleague('viewer', 'Vera Look'));
    const rail = page.getByRole('navigation', { name: 'Pages' });
    const names = await rail.getByRole('link').allInnerTexts();
    for (const closed of ['Integrations', 'System', 'Models', 'Audit log']) expect(names).not.toContain(closed);
    const places: readonly (readonly [path: string, reads: string | RegExp])[] = [
      ['/inbox', 'How much is a flat roof?'],
      ['/tasks', 'Tasks'],
      ['/leads', 'Ana García'],
      [`/leads/${leadId}`, 'How much is a flat roof?'],
      ['/meetings', 'Meetings'],
      ['/meetings/types', 'Types'],
      ['/campaigns', 'Campaigns'],
      ['/agents', 'Solar offers'],
      [`/agents/${agentId}`, 'Solar offers'],
      ['/jobs', 'Jobs'],
      ['/functions', 'Functions'],
      ['/knowledge', 'Knowledge'],
      ['/runs', 'Ana García'],
      ['/reports', 'Reports'],
      ['/channels', 'Sandbox'],
      ['/channels/templates', 'Templates'],
      ['/settings', 'Settings'],
      ['/members', 'Vera Look'],
    ];
    const offered: [string, string[]][] = [];
    for (const [path, reads] of places) {
      await page.goto(dashboard.url + path);
      await page.locator('main').getByText(reads).first().waitFor();
      await page.waitForLoadState('networkidle');
      const changes = (await changesOn(page)).filter((name) => name !== 'Save as view');
      if (changes.length > 0) offered.push([path, changes]);
    }
    expect(offered).toEqual([]);
    await page.goto(`${dashboard.url}/agents/${agentId}`);
    await page.getByText('Solar offers').first().waitFor();
    await page.getByText('You can view this agent. Only owners and admins can change it.').waitFor();
    await day.look(page, 'viewer-agent');
    // Pages that only other roles open say so.
    for (const path of ['/audit', '/channels/hooks', '/integrations/requests', '/system', '/models']) {
      await page.goto(dashboard.url + path);
      await page.getByRole('heading', { name: 'Your role can’t open this page' }).waitFor();
      await page.waitForLoadState('networkidle');
    }
    // Nothing was asked that this role may not ask.
    expect(dashboard.complaints).toEqual([]);
  });
});

describe('two people in the inbox', () => {
  it('see each other, and who is writing', async () => {
    const { dashboard } = day;
    const at = `/inbox?entry=${leadId}`;
    const marta = await day.open(at);
    const thread = marta.getByRole('region', { name: 'Conversation', exact: true });
    await thread.getByText('How much is a flat roof?').waitFor();
    const omar = await day.open(at, await addColleague('operator', 'Omar Diaz'));
    const answerOf = (page: Page) => page.getByRole('textbox', { name: 'Your reply' });
    // Pages send and receive presence every few seconds while their user is typing.
    const seen = (by: Page, name: string, writer: Page) =>
      eventually(async () => {
        for (const page of [writer, by]) await answerOf(page).press('Space');
        return (await by.getByRole('status').getByText(`${name} is writing`).isVisible()) || undefined;
      });
    await answerOf(marta).pressSequentially('It dep');
    await answerOf(omar).pressSequentially('I am');
    await seen(omar, 'Marta Ruiz', marta);
    await seen(marta, 'Omar Diaz', omar);
    await marta.reload();
    await marta.getByRole('region', { name: 'Conversations' }).getByText('Omar Diaz is writing').waitFor();
    await day.look(marta, 'inbox-writing');
    // An email first appears as text, and on request in its original form.
    await thread.getByRole('button', { name: 'Show original' }).click();
    const mail = marta.frameLocator('iframe[title="Sent email"]');
    await mail.getByText('roof, as written?').waitFor();
    await thread.getByRole('button', { name: 'Hide original' }).click();
    // An operator answers, and is offered no set-up.
    await omar.getByRole('textbox', { name: 'Subject' }).fill('Your roof');
    await answerOf(omar).press('Control+Enter');
    await omar.getByRole('region', { name: 'Conversation', exact: true }).getByText('I am').waitFor();
    await omar.goto(`${dashboard.url}/channels`);
    // A user who can write to leads can test a sender with an email to themselves.
    const trial = 'Send test to myself';
    await omar.locator('main').getByRole('button', { name: trial }).first().waitFor();
    await omar.waitForLoadState('networkidle');
    expect(new Set(await changesOn(omar))).toEqual(new Set([trial]));
    expect(dashboard.complaints.filter((text) => !/mail-frame/.test(text))).toEqual([]);
    dashboard.complaints.length = 0;
  });
});

describe('a deactivated colleague', () => {
  it('is signed out of pages that query nothing, as soon as the owner has confirmed', async () => {
    const { dashboard } = day;
    const email = await addColleague('operator', 'Olga Sand');
    const colleague = await day.open(`/leads/${leadId}`, email);
    const shown = colleague.getByRole('main').getByText('How much is a flat roof?').first();
    await shown.waitFor();
    const owner = await day.open('/members');
    await owner.getByRole('button', { name: 'Edit Olga Sand' }).click();
    await owner.getByRole('menuitem', { name: 'Deactivate' }).click();
    const dialog = owner.getByRole('dialog', { name: 'Deactivate' });
    await dialog.getByText('Olga Sand is signed out immediately').waitFor();
    await day.look(owner, 'member-deactivate');
    expect(await shown.isVisible()).toBe(true);
    // A broken stream is opened again after three seconds. Only a message of the stream signs out without it.
    const opened = () => dashboard.gateway.asked.filter((address) => address.includes('/stream')).length;
    const before = opened();
    await dialog.getByRole('button', { name: 'Deactivate' }).click();
    await colleague.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
    expect(opened()).toBe(before);
    await shown.waitFor({ state: 'hidden' });
    await day.look(colleague, 'member-deactivated');
    await owner.getByText('Deactivated').waitFor();
    expect(dashboard.complaints.filter((text) => !text.includes('401'))).toEqual([]);
    dashboard.complaints.length = 0;
  });

  it('is signed out within seconds where its window got no stream, as a ninth one does', async () => {
    const { gateway, complaints } = day.dashboard;
    const email = await addColleague('operator', 'Pia Stone');
    const streams = () => gateway.asked.filter((address) => address.includes('/stream')).length;
    const sessions = () => gateway.asked.filter((address) => address.endsWith('/session')).length;
    const colleague = await day.open(`/leads/${leadId}`, email);
    gateway.refuses = { status: 429, paths: /api\/internal\/stream/ };
    await colleague.clock.install();
    await colleague.reload();
    await colleague.getByRole('main').getByText('How much is a flat roof?').first().waitFor();
    await colleague.clock.pauseAt(Date.now() + 60_000);
    const run = (ms: number) => colleague.clock.runFor(ms);
    // From a new attempt on it takes 15 seconds until the next one, which queries everything.
    const [before, known] = [streams(), sessions()];
    await eventually(async () => {
      await run(500);
      return (streams() > before && sessions() > known) || undefined;
    });
    const attempts = streams();
    await day.api.db('users').where({ email }).update({ disabled_at: new Date() });
    const ended = colleague.getByRole('dialog', { name: 'Your session has ended' });
    await run(4_500);
    // The answer comes in its own time, and is drawn by timers.
    await eventually(async () => {
      await run(10);
      return (await ended.count()) > 0 || undefined;
    });
    expect(streams()).toBe(attempts);
    gateway.refuses = undefined;
    complaints.length = 0;
  });
});

describe('a failed invitation', () => {
  it('is listed with its reason, and is sent again once', async () => {
    const { api, account, dashboard } = day;
    const sender = { name: 'Office', from_email: 'office@example.com', smtp: { host: 'smtp.example.com' } };
    await account.request('post', '/email-senders').send(sender).expect(201);
    const page = await day.open('/members');
    await page.getByRole('button', { name: 'Invite member' }).click();
    await page.getByLabel('Email').fill('nora@example.com');
    await page.getByRole('button', { name: 'Create invitation' }).click();
    await page.getByText('nora@example.com').first().waitFor();
    const message = 'No such user.';
    await sendUserMails(api, account, { outcome: { kind: 'refused_final', code: 'smtp_550', message } });
    await page.reload();
    const failed = page.getByRole('region', { name: 'Failed emails and notifications' });
    await failed.getByText('nora@example.com').waitFor();
    await failed.getByText(message).waitFor();
    await day.look(page, 'members-failed-mail');
    await failed.getByRole('button', { name: 'Send again' }).click();
    await failed.waitFor({ state: 'hidden' });
    expect((await sendUserMails(api, account)).map(({ to }) => to.address)).toEqual(['nora@example.com']);
    expect(dashboard.complaints).toEqual([]);
  });
});

describe('forms of channels', () => {
  it('ask of each provider what it needs', async () => {
    const { dashboard } = day;
    const page = await day.open('/channels/whatsapp');
    await page.getByRole('button', { name: 'Add number' }).first().click();
    const dialog = page.getByRole('dialog');
    const choose = async (name: RegExp) => {
      await dialog.getByRole('combobox', { name: 'Provider' }).click();
      await page.getByRole('option', { name }).click();
    };
    await choose(/^Twilio/);
    for (const label of ['Account SID', 'Sender SID', 'Auth token']) await dialog.getByLabel(label).waitFor();
    await choose(/^Meta/);
    for (const label of ['Phone number ID', 'WhatsApp Business account ID', 'Access token'])
      await dialog.getByLabel(label).waitFor();
    expect(await dialog.getByLabel('Auth token').count()).toBe(0);
    await day.look(page, 'number-form');
    await page.goto(`${dashboard.url}/channels/voice`);
    await page.getByRole('button', { name: 'Add voice agent' }).first().click();
    await dialog.getByLabel('Provider’s agent ID').waitFor();
    await choose(/^Custom server/);
    await dialog.getByLabel('Server URL').waitFor();
    await choose(/^Sandbox/);
    expect(await dialog.getByLabel('API key').count()).toBe(0);
    await day.look(page, 'voice-form');
    expect(dashboard.complaints).toEqual([]);
  });
});
