import { describe, expect, it } from '@jest/globals';
import { openSenderBreaker } from '../../db/channels/sender-breakers.js';
import { insertEvents } from '../../db/events/events.js';
import { sandboxEmail } from '../../providers/email/sandbox.js';
import { newId } from '../../runtime/ids.js';
import { countNextEvents } from '../../services/operations/count-events.js';
import { checkSenders } from '../support/check-senders.js';
import { useWorkday } from '../support/dashboard-work.js';
import { startDns, type Zone } from '../support/dns-server.js';
import { inTime } from '../support/in-time.js';
import { insertMessage } from '../support/leads.js';
import { addAgent, addLead, addMessage, addRun } from '../support/messaging.js';
import { sendUserMails } from '../support/user-mails.js';

const day = useWorkday('dashboard-channels');

describe('channels', () => {
  it('are set up: senders with mailboxes, numbers, voice agents, templates that are tried, suppressed addresses', async () => {
    const { account, dashboard } = day;
    const lead = { first_name: 'Olga', last_name: 'Own', email: 'olga@example.com', source: 'test' };
    await account.request('post', '/leads').send(lead).expect(201);
    const page = await day.open('/channels');
    await page.getByRole('button', { name: 'Add sender' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Newsletter');
    await page.getByLabel('Email address', { exact: true }).fill('news@example.com');
    await page.getByLabel('Maximum emails per day').fill('500');
    await page.getByLabel('SMTP host').fill('no such server');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('must be the name or address of a server').first().waitFor();
    dashboard.complaints.length = 0;
    await page.getByLabel('SMTP host').fill('');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const sender = page.getByRole('region', { name: 'Newsletter' });
    await sender.getByText('500 per day').waitFor();
    await sender.getByRole('button', { name: 'Connect mailbox' }).click();
    await page.getByLabel('IMAP server').fill('imap.example.com');
    await page.getByLabel('User').fill('news');
    await page.getByLabel('Password').fill('secret of the mailbox');
    await page.getByRole('combobox', { name: 'Copies of sent emails in Sent' }).click();
    await page.getByRole('option', { name: 'Never' }).click();
    await page.getByRole('button', { name: 'Save and sync' }).click();
    await sender.getByText('news at imap.example.com').waitFor();
    await day.look(page, 'channels-email');

    // The list arrives while the form is open: the form keeps what was typed.
    const formFilled = Promise.withResolvers<void>();
    await page.route('**/whatsapp-numbers?*', async (route) => {
      await formFilled.promise;
      await route.continue();
    });
    await page.getByRole('link', { name: 'WhatsApp' }).click();
    await page.getByRole('button', { name: 'Add number' }).click();
    await page.getByLabel('Number', { exact: true }).fill('+34600111222');
    formFilled.resolve();
    await page.getByText('No WhatsApp numbers yet').waitFor();
    await page.unroute('**/whatsapp-numbers?*');
    expect(await page.getByLabel('Number', { exact: true }).inputValue()).toBe('+34600111222');
    await page.getByRole('combobox', { name: 'Provider' }).click();
    await page.getByRole('option', { name: /^Sandbox/ }).click();
    await page.getByLabel('Display name').fill('Sun and Roof');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('heading', { name: 'Sun and Roof' }).waitFor();
    await day.look(page, 'channels-whatsapp');

    await page.getByRole('link', { name: 'Voice' }).click();
    await page.getByRole('button', { name: 'Add voice agent' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Caller');
    await page.getByLabel('Caller number').fill('+34600111222');
    await page.getByLabel('Provider’s agent ID').fill('agent_1');
    await page.getByLabel('API key').fill('key_of_the_tests');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('Retell · +34600111222').waitFor();
    await day.look(page, 'channels-voice');

    await page.getByRole('link', { name: 'Templates' }).click();
    await page.getByRole('button', { name: 'Add email template' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Hello');
    await page.getByLabel('Subject').fill('For {{ lead.first_name }}');
    await page.getByLabel('Text', { exact: true }).fill('Dear {{ lead.first_name }} of {{ lead.company }},');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('listitem').getByText('Approved').waitFor();
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByRole('combobox', { name: 'Lead' }).fill('olga');
    await page.getByRole('option', { name: /Olga Own/ }).click();
    await page.getByText('For Olga').waitFor();
    await page.getByText('Missing: lead.company').waitFor();
    await day.look(page, 'template-try');
    await page.getByRole('button', { name: 'Send to lead' }).click();
    await page.getByText('Sending…').waitFor();
    const { body } = await account.request('get', '/messages?limit=1').expect(200);
    expect(body.messages[0]).toMatchObject({ subject: 'For Olga' });

    await page.getByRole('link', { name: 'Suppressed addresses' }).click();
    await page.getByRole('button', { name: 'Suppress address' }).click();
    await page.getByLabel('Address or number').fill('never@example.com');
    await page.getByRole('button', { name: 'Suppress', exact: true }).click();
    await page.getByText('never@example.com').waitFor();
    await page.getByRole('button', { name: 'Remove never@example.com' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove never@example.com' }).click();
    await page.getByText('No suppressed addresses').waitFor();
    await page.getByRole('link', { name: 'Sandbox' }).click();
    await page.getByText('No messages yet').waitFor();
    expect(dashboard.complaints).toEqual([]);
  });
});

/** Has messages of a sender end so, and be counted. */
async function sends(sender_id: string, channel: 'email' | 'call', ends: readonly ('sent' | 'failed')[]) {
  const { api, account } = day;
  const lead = await addLead(api.db, account.accountId);
  const run = await addRun(api.db, lead, await addAgent(api, account));
  const about = { accountId: account.accountId, leadId: lead.id, agentRunId: run.id };
  for (const status of ends) {
    const { id } = await addMessage(api.db, lead, run, { status, sender_id, channel });
    const event = { ...about, type: `message.${status}` as const, origin: { kind: 'system', id: null } as const };
    await insertEvents(api.db, new Date(), [{ ...event, data: { message_id: id, channel } }]);
  }
  while ((await countNextEvents({ db: api.db, now: new Date() })) > 0);
}

/** Has a sender's provider have failed too often. */
async function isHeldBack(sender_id: string, last_code: string) {
  const now = new Date();
  await openSenderBreaker(day.api.db, {
    sender_id,
    account_id: day.account.accountId,
    last_code,
    opened_at: now,
    retry_at: new Date(now.getTime() + 3_600_000),
    probe_until: null,
    trips: 1,
  });
}

describe('a voice agent', () => {
  it('says how its calls went, and that it is held back', async () => {
    const { account, dashboard } = day;
    const agent = { name: 'Reception', provider: 'sandbox', from_number: '+34911222333' };
    const { id } = (await account.request('post', '/voice-agents').send(agent).expect(201)).body.voice_agent;
    const page = await day.open('/channels/voice');
    const row = page.getByRole('listitem').filter({ hasText: 'Reception' });
    await row.getByText('No calls made').waitFor();
    await sends(id, 'call', ['sent', 'failed']);
    await isHeldBack(id, 'voice_503');
    await page.reload();
    await row.getByText('2 calls, 50% failed').waitFor();
    await row.getByText('Provider error: voice_503').waitFor();
    await day.look(page, 'voice-health');
    expect(dashboard.complaints).toEqual([]);
  });
});

describe('a sender', () => {
  it('is tried with a mail to oneself, grows by its ramp, and says how it did and that it is held back', async () => {
    const { api, account, dashboard, email } = day;
    const sender = { name: 'Sales desk', from_email: 'desk@example.com', per_day: 500 };
    const made = (await account.request('post', '/email-senders').send(sender).expect(201)).body.email_sender;
    const page = await day.open('/channels');
    const card = page.getByRole('region', { name: 'Sales desk' });
    await card.getByText('No messages sent').waitFor();
    await card.getByRole('button', { name: 'Send test to myself' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send test to myself' });
    await dialog.getByText(`The test is sent only to ${email}.`).waitFor();
    await dialog.getByLabel('Subject').fill('Does it work?');
    await dialog.getByRole('button', { name: 'Send test', exact: true }).click();
    await dialog.getByText('Sending', { exact: true }).waitFor();
    expect(await sendUserMails(api, account)).toMatchObject([
      { from: { address: 'desk@example.com' }, to: { address: email }, subject: 'Does it work?' },
    ]);
    await dialog.getByText('Sent', { exact: true }).waitFor();
    await day.look(page, 'sender-test');
    await page.keyboard.press('Escape');

    await card.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Warm-up schedule').fill('1: 50, soon');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('“soon” isn’t a valid entry').waitFor();
    await page.getByLabel('Warm-up schedule').fill('1: 50, 8: 200');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await card.getByText('50 today (day 1 of warm-up), 200 from day 8').waitFor();
    const { body } = await account.request('get', `/email-senders/${made.id}`).expect(200);
    expect(body.email_sender.ramp).toEqual([
      { day: 1, max: 50 },
      { day: 8, max: 200 },
    ]);

    await sends(made.id, 'email', ['sent', 'sent', 'sent', 'failed']);
    await isHeldBack(made.id, 'smtp_451');
    await page.reload();
    await card.getByText('3 sent, 25% failed').waitFor();
    await card.getByText('On hold', { exact: true }).first().waitFor();
    await card.getByText('Provider error: smtp_451').waitFor();
    await day.look(page, 'sender-health');
    expect(dashboard.complaints).toEqual([]);
  });
});

describe('the sending health of a sender', () => {
  it('shows each check with its reason and the record to create, and is checked again on request', async () => {
    const { api, account, dashboard } = day;
    const zone: Zone = {
      'TXT health.example.com': ['v=spf1 include:other.example.net ~all'],
      'TXT other.example.net': ['v=spf1 -all'],
      'A mail.example.net': ['203.0.113.9'],
      'MX health.example.com': ['mx.example.net'],
    };
    const server = await startDns(zone);
    try {
      const sender = { name: 'Healthy', from_email: 'us@health.example.com', smtp: { host: 'mail.example.net' } };
      const { id } = (await account.request('post', '/email-senders').send(sender).expect(201)).body.email_sender;
      const page = await day.open('/channels');
      const health = page.getByRole('region', { name: 'Healthy' }).getByRole('region', { name: 'Sending health' });
      await health.getByText('Checking…').waitFor();
      await checkSenders(api.db, server.address);
      await health.getByText('checks of health.example.com need attention').click();
      const dmarc = health.getByRole('listitem', { name: 'DMARC' });
      await dmarc.getByText('Failed', { exact: true }).waitFor();
      await dmarc.getByText('The domain has no DMARC record.').waitFor();
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await dmarc.getByRole('button', { name: 'Copy new value: DMARC' }).click();
      await dmarc.getByText('Copied').waitFor();
      expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe('v=DMARC1; p=none');
      const spf = health.getByRole('listitem', { name: 'SPF' });
      await spf.getByText('v=spf1 include:other.example.net ~all', { exact: true }).waitFor();
      await spf.getByText('v=spf1 include:other.example.net a:mail.example.net ~all').waitFor();
      await health.scrollIntoViewIfNeeded();
      await day.look(page, 'sending-health');

      zone['TXT _dmarc.health.example.com'] = ['v=DMARC1; p=reject'];
      await health.getByRole('button', { name: 'Check again' }).click();
      await health.getByText('Checking…').waitFor();
      await checkSenders(api.db, server.address);
      await dmarc.getByText('The DMARC policy is reject.').waitFor();

      await page.getByRole('region', { name: 'Healthy' }).getByRole('button', { name: 'Edit' }).click();
      await page.getByLabel('DKIM selector').fill('mine');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await health.getByText('Checking…').waitFor();
      await checkSenders(api.db, server.address);
      await health.getByText('need attention').click();
      await health.getByText('No DKIM key was found under the selector mine.').waitFor();
      const { body } = await account.request('get', `/email-senders/${id}`).expect(200);
      expect(body.email_sender.dkim_selector).toBe('mine');
      expect(dashboard.complaints).toEqual([]);
    } finally {
      await server.stop();
    }
  });
});

describe('the sandbox', () => {
  it('lets one answer as the lead whom it delivered a message to', async () => {
    const { api, account, dashboard } = day;
    const lead = { first_name: 'Sara', last_name: 'Sand', email: 'sara@example.com', source: 'test' };
    const { body } = await account
      .request('post', '/leads')
      .send({ leads: [lead] })
      .expect(201);
    const leadId: string = body.results[0].lead_id;
    const mail = {
      to_address: lead.email,
      provider: 'sandbox',
      provider_message_id: `<${newId()}@example.com>`,
      sent_at: new Date(),
    };
    const messageId = await insertMessage(api.db, account.accountId, leadId, { ...mail, subject: 'For Sara' });
    await sandboxEmail(api.db).send(
      {
        messageId,
        accountId: account.accountId,
        subject: 'For Sara',
        text: 'Shall we talk?',
        from: { address: 'sales@example.com', name: 'Sales' },
        to: { address: lead.email },
      },
      inTime(),
    );
    const page = await day.open('/channels/sandbox');
    await page.getByText('Shall we talk?').waitFor();
    await day.look(page, 'channels-sandbox');
    await page.getByRole('button', { name: 'Mark as read' }).click();
    await page.getByText('Marked as read by the lead.').waitFor();
    await page.getByRole('link', { name: lead.email }).click();
    await page.getByRole('heading', { name: 'Sara Sand' }).waitFor();
    await page.getByRole('button', { name: 'Details' }).click();
    await page.getByRole('button', { name: 'Reply as lead' }).click();
    await page.getByLabel('Reply text').fill('Yes, please.');
    await page.getByRole('button', { name: 'Send reply' }).click();
    await page.getByText('Reply sent as the lead.').waitFor();
    const came = await api.db('inbound_events').where({ account_id: account.accountId }).orderBy('id');
    expect(came.map(({ payload }) => JSON.parse(payload))).toMatchObject([
      { type: 'opened', message_id: mail.provider_message_id },
      { type: 'reply', in_reply_to: mail.provider_message_id, from: lead.email, text: 'Yes, please.' },
    ]);
    expect(dashboard.complaints).toEqual([]);
  });
});
