import { describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { bumpEngagement } from '../../db/leads/engagement.js';
import { mailStep, makeEnrolledLead, makePublishedAgent, makeSender } from '../support/agent-requests.js';
import { useWorkday } from '../support/dashboard-work.js';
import { eventually } from '../support/eventually.js';
import { insertMessage } from '../support/leads.js';
import { addMeeting } from '../support/meeting-rows.js';
import { addBlock, addHost } from '../support/meetings.js';
import { addLead } from '../support/messaging.js';

const day = useWorkday('dashboard-rest');
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('conversions', () => {
  it('have kinds with values of their own, are recorded by hand with what they are worth, and taken out', async () => {
    const { account, dashboard } = day;
    await account.request('post', '/leads').send({ first_name: 'Dmitri', last_name: 'Okafor', source: 'fair' });
    const page = await day.open('/reports?tab=conversions', day.email, { timezoneId: 'America/New_York' });
    await page.getByText('No conversions yet').waitFor();
    await page.getByRole('button', { name: 'Add type' }).click();
    const form = page.getByRole('dialog', { name: 'Add conversion type' });
    await form.getByLabel('Name').fill('Order');
    await form.getByLabel('Currency').fill('EUR');
    await form.getByRole('button', { name: 'Add field' }).click();
    await form.getByLabel('Key').fill('panels');
    await form.getByLabel('Label').fill('Panels');
    await form.getByRole('combobox', { name: 'Type' }).click();
    await page.getByRole('option', { name: 'Number' }).click();
    await day.look(page, 'conversion-type');
    await form.getByRole('button', { name: 'Create type' }).click();
    await page.getByText('EUR · Panels').waitFor();

    await page.getByRole('button', { name: 'Record conversion' }).click();
    const record = page.getByRole('dialog', { name: 'Record conversion' });
    await record.getByRole('combobox', { name: 'Lead' }).fill('dmitri');
    await page.getByRole('option', { name: /Dmitri Okafor/ }).click();
    await record.getByRole('combobox', { name: 'Conversion type' }).click();
    await page.getByRole('option', { name: 'Order' }).click();
    await record.getByLabel('Amount').fill('4250.50');
    await record.getByLabel('Panels').fill('12');
    await record.getByLabel('Date (Europe/Madrid)').fill('2026-07-04T09:30');
    await record.getByLabel('Notes').fill('By phone');
    await day.look(page, 'conversion-record');
    await record.getByRole('button', { name: 'Save conversion' }).click();
    const list = page.getByRole('list', { name: 'Conversions' });
    await list.getByText('€4,250.50').waitFor();
    await list.getByRole('link', { name: 'Dmitri Okafor' }).waitFor();
    await day.look(page, 'conversions');
    const { body } = await account.request('get', '/conversions').expect(200);
    // Entered on the account's clock, also by a user elsewhere.
    const converted_at = '2026-07-04T07:30:00.000Z';
    expect(body.conversions[0]).toMatchObject({
      amount: 4250.5,
      currency: 'EUR',
      metadata: { panels: 12 },
      converted_at,
    });

    await page.getByRole('button', { name: 'Edit Order' }).click();
    await page.getByLabel('Name').fill('Signed order');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByRole('button', { name: 'Edit Signed order' }).waitFor();
    await page
      .getByRole('button', { name: 'Remove Order of Dmitri Okafor' })
      .or(page.getByRole('button', { name: 'Remove Signed order of Dmitri Okafor' }))
      .click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Remove/ })
      .click();
    await page.getByText('No conversions yet').waitFor();
    await page.getByRole('button', { name: 'Remove Signed order' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Remove/ })
      .click();
    await page.getByText('No conversion types yet').waitFor();
    expect(dashboard.complaints).toEqual([]);
  });
});

describe('hooks and secrets', () => {
  it('are made and ended by hand; what is secret is shown once, or never', async () => {
    const { account, dashboard } = day;
    const page = await day.open('/channels');
    await page.getByRole('link', { name: 'Inbound webhooks' }).click();
    await page.getByText('No webhooks yet').waitFor();
    await page.getByRole('button', { name: 'Add webhook' }).click();
    await page.getByRole('combobox', { name: 'Provider' }).click();
    await page.getByRole('option', { name: 'WhatsApp (Meta)' }).click();
    await page.getByLabel('Secret from the provider').fill('app-secret-of-meta');
    await page.getByRole('button', { name: 'Create webhook' }).click();
    const shown = page.getByRole('dialog', { name: 'Set up the provider' });
    await shown.getByText('app-secret-of-meta').waitFor();
    await shown.getByRole('heading', { name: 'Verify token' }).waitFor();
    await day.look(page, 'hook-made');
    await shown.getByRole('button', { name: 'I’ve stored them' }).click();
    await page.getByText('Receiving events').waitFor();
    await day.look(page, 'hooks');
    await page.getByRole('button', { name: 'Remove WhatsApp (Meta)' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Remove/ })
      .click();
    await page.getByText('No webhooks yet').waitFor();

    await page.goto(`${dashboard.url}/integrations`);
    await page.getByRole('button', { name: 'Add secret' }).click();
    await page.getByLabel('Name', { exact: true }).fill('crm_signing');
    await page.getByLabel('Value').fill('a secret that nobody sees');
    await page.getByRole('button', { name: 'Save secret' }).click();
    await page.getByText('crm_signing', { exact: true }).waitFor();
    await expect(page.content()).resolves.not.toContain('a secret that nobody sees');
    await day.look(page, 'secrets');
    const { body } = await account.request('get', '/secrets').expect(200);
    expect(body.secrets.map(({ name }: { name: string }) => name)).toEqual(['crm_signing']);
    await page.getByRole('button', { name: 'Remove crm_signing' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove crm_signing' }).click();
    await page.getByText('No secrets yet.').waitFor();
    expect(dashboard.complaints).toEqual([]);
  });
});

/** Paints Thursday and Friday with the pointer, a day too many that is taken back, and an hour of Saturday off by keys. */
async function paintHours(page: Page): Promise<void> {
  const week = page.getByRole('grid', { name: 'Weekly hours' });
  const at = (dayOfWeek: number, clock: string) =>
    week.getByRole('row', { name: clock }).getByRole('gridcell').nth(dayOfWeek);
  const drag = async (from: Locator, to: Locator) => {
    await from.hover();
    await page.mouse.down();
    await to.hover();
    await page.mouse.up();
  };
  await drag(at(3, '14:00'), at(4, '15:00'));
  await drag(at(2, '18:00'), at(2, '19:00'));
  expect(await at(2, '18:30').getAttribute('aria-label')).toBe('open');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  expect(await at(2, '18:30').getAttribute('aria-label')).toBe('closed');
  await at(4, '09:00').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Space');
  await page.getByText('Saturday, 09:00 to 10:00, closed. Saturday: 10:00 to 12:30.').waitFor();
  await page.getByRole('button', { name: 'Save hours' }).click();
}

describe('meetings', () => {
  it('go to other calendars, have notes by hand, and hours of hosts are changed in place', async () => {
    const { api, account, dashboard } = day;
    const hostId = await addHost(account, { name: 'Lena Park', timezone: 'Europe/Madrid' });
    const hours = { kind: 'weekly', weekdays: ['mon', 'tue'], starts: '09:00', ends: '17:00' };
    await addBlock(account, hostId, hours);
    const lead = await addLead(api.db, account.accountId, { first_name: 'Ida', email: 'ida@example.com' });
    const page = await day.open(`/meetings/hosts/${hostId}`);
    await page.getByRole('region', { name: 'Hours' }).getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('checkbox', { name: 'Sat' }).check();
    await page.getByLabel('To', { exact: true }).fill('12:30');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Mon, Tue, Sat · 09:00–12:30').waitFor();
    await paintHours(page);
    await page.getByText('Mon, Tue · 09:00–12:30').waitFor();
    await day.look(page, 'host-hours');
    const { body: painted } = await account.request('get', `/hosts/${hostId}/availability-blocks`).expect(200);
    expect(painted.availability_blocks.map(({ weekdays, starts, ends }: never) => [weekdays, starts, ends])).toEqual([
      [['mon', 'tue'], '09:00', '12:30'],
      [['thu', 'fri'], '14:00', '15:30'],
      [['sat'], '10:00', '12:30'],
    ]);
    await page.getByRole('button', { name: 'Create feed URL' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create feed URL' }).click();
    const shown = page.getByRole('dialog', { name: 'Calendar feed URL' });
    const address = (await shown.locator('code').textContent()) ?? '';
    expect((await fetch(address)).status).toBe(200);
    await shown.getByRole('button', { name: 'I’ve stored it' }).click();
    await day.look(page, 'host-feed');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download as file' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('Lena Park.ics');
    await page.getByRole('button', { name: 'Revoke feed URL' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke feed URL' }).click();
    await eventually(async () => ((await fetch(address)).status === 404 ? true : undefined));

    const { id } = await addMeeting(api.db, lead, { host_id: hostId });
    await page.goto(`${dashboard.url}/meetings/${id}`);
    const [invitation] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Invitation' }).click(),
    ]);
    expect(invitation.suggestedFilename()).toBe('invite.ics');
    // That the host has no calendar yet is an answer of 404, which browsers tell as an error.
    dashboard.complaints.length = 0;
    await page.getByRole('button', { name: 'Add notes' }).click();
    await page.getByLabel('Meeting notes').fill('Wants an offer for 12 panels.');
    await page.getByRole('button', { name: 'Save notes' }).click();
    await page.getByText('Wants an offer for 12 panels.').waitFor();
    await day.look(page, 'meeting-notes');
    expect(dashboard.complaints).toEqual([]);
  });
});

describe('runs and changes of many leads', () => {
  it('are looked into: step by step with what was sent, and what can be taken back', async () => {
    const { account, dashboard } = day;
    await makeSender(account);
    const steps = [
      mailStep('Hello', { key: 'hello', name: 'First words' }),
      { type: 'exit', key: 'end', reason: 'No answer' },
    ];
    const agent = await makePublishedAgent(account, steps, { name: 'Roof offers' });
    const { runId, leadId } = await makeEnrolledLead(account, agent);
    const page = await day.open('/runs');
    await page.getByRole('link', { name: /Roof offers/ }).click();
    await page.getByRole('heading', { name: /in Roof offers/ }).waitFor();
    const list = page.getByRole('list', { name: 'Steps' });
    await list.getByText('First words').waitFor();
    await list.getByText('Current', { exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/runs/${runId}`);
    await day.look(page, 'run');
    await page.getByRole('button', { name: 'Re-check now' }).click();
    await page.getByText('Checking now.').waitFor();

    const change = { lead_ids: [leadId], operation: 'add_tags', tags: ['roof'] };
    await account.request('post', '/lead-changes').send(change).expect(200);
    await page.goto(`${dashboard.url}/leads`);
    await page.getByRole('link', { name: 'Bulk history' }).click();
    await page.getByText('Added tags').waitFor();
    await day.look(page, 'lead-changes');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Undo change' }).click();
    await page.getByText('Undone', { exact: true }).waitFor();
    expect(dashboard.complaints).toEqual([]);
  });
});

describe('what is rarely needed', () => {
  it('has its place: pictures of messages, photos of numbers, names of campaigns, what browsers tell', async () => {
    const { api, account, dashboard } = day;
    const lead = await addLead(api.db, account.accountId, { first_name: 'Björn', phone: '+34600111222' });
    const picture = { id: 'media-1', type: 'image', mime_type: 'image/png', file_name: 'roof.png' };
    await insertMessage(api.db, account.accountId, lead.id, {
      channel: 'whatsapp',
      direction: 'inbound',
      status: 'received',
      content: 'Our roof',
      details: JSON.stringify({ attachments: [picture] }),
    } as never);
    await bumpEngagement(
      api.db,
      { id: lead.id, accountId: account.accountId },
      {
        counts: ['inbound_count'],
        lastInboundAt: new Date(),
        lastChannel: 'whatsapp',
      },
    );
    const page = await day.open('/inbox');
    // WhatsApp, which keeps the file, is played.
    await page.route('**/messages/*/media', (asked) => asked.fulfill({ contentType: 'image/png', body: PIXEL }));
    await page.getByRole('region', { name: 'Conversations' }).getByText('Björn').click();
    await page.getByRole('button', { name: 'Show image' }).click();
    await page.getByRole('img', { name: 'roof.png' }).waitFor();
    await day.look(page, 'media');

    const number = { phone_number: '+34600999888', provider: 'sandbox', display_name: 'Sales' };
    await account.request('post', '/whatsapp-numbers').send(number).expect(201);
    await page.goto(`${dashboard.url}/channels/whatsapp`);
    await page.getByRole('button', { name: 'Set profile photo' }).click();
    await page.getByLabel('Image URL').fill('http://pictures.example.com/a.png');
    await page.getByRole('button', { name: 'Save photo' }).click();
    await page.getByRole('dialog').getByText(/https/).last().waitFor();
    await day.look(page, 'photo');
    await page.keyboard.press('Escape');

    const made = await account.request('post', '/campaigns').send({ name: 'Fair', source: 'fair' }).expect(201);
    await page.goto(`${dashboard.url}/campaigns/${made.body.campaign.id}`);
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Name').fill('Autumn fair');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Autumn fair' }).waitFor();
    await day.look(page, 'campaign');
  });
});
