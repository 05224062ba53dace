import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { readPostmarkWebhook } from '../../domain/inbound/postmark.js';
import { composeEmail } from '../../providers/email/compose.js';
import { readMail } from '../../providers/email/read-mail.js';
import { EmailHookEvent } from '../../schemas/inbound/hooks.js';
import { postmark } from '../support/postmark.js';

const ID = '018f0000-0000-7000-8000-00000000000a';
const TO = 'ada@example.net';
const said = postmark(ID, TO);
const fits = new Ajv2020({ strict: false }).compile(EmailHookEvent);

/** The event in a webhook, which has the shape of our own email hook. */
function read(body: unknown): EmailHookEvent {
  const event = readPostmarkWebhook(body);
  expect(fits(event?.payload)).toBe(true);
  expect(event?.payload).toMatchObject({ event_id: event?.eventId, type: event?.type });
  return event?.payload as EmailHookEvent;
}

describe('a bounce that Postmark tells', () => {
  it.each([
    ['HardBounce', 1, 'smtp;550 5.1.1 The email account that you tried to reach does not exist.', 'hard', '5.1.1'],
    ['BadEmailAddress', 100000, 'The address is not a valid email address', 'hard', null],
    ['ManuallyDeactivated', 100006, 'The email was manually deactivated.', 'hard', null],
    ['SoftBounce', 4096, 'smtp;452 4.2.2 The email account is over quota', 'soft', '4.2.2'],
    ['Transient', 2, 'smtp;421 4.4.2 Connection dropped', 'soft', '4.4.2'],
    ['DnsError', 256, 'The mail server could not be found.', 'soft', null],
    ['SpamNotification', 512, '554 5.7.1 Message classified as spam', 'soft', '5.7.1'],
    ['Blocked', 100008, '550 5.7.1 Service unavailable; client host blocked', 'soft', '5.7.1'],
    ['DMARCPolicy', 100009, '550 5.7.26 Unauthenticated email is not accepted due to DMARC policy', 'soft', '5.7.26'],
    ['Unknown', 4096, '', 'soft', null],
  ])('as %s is one', (type, code, details, kind, status) => {
    expect(read(said.bounce(type, code, details))).toMatchObject({
      type: 'bounce',
      message_id: ID,
      to: TO,
      occurred_at: '2026-03-01T12:00:00Z',
      bounce: { kind, code: status },
    });
  });

  it.each(['AutoResponder', 'AddressChange', 'Subscribe', 'ChallengeVerification', 'OpenRelayTest', 'InboundError'])(
    'as %s says nothing about the address and is only kept',
    (type) => expect(readPostmarkWebhook(said.bounce(type, 32, 'x'))?.type).toBe('postmark.other'),
  );
});

describe('a reader who wants no more mail', () => {
  it.each([
    ['by a complaint', said.complaint],
    ['by a bounce that is a complaint', said.bounce('SpamComplaint', 100001, 'x')],
    ['by asking to be removed', said.bounce('Unsubscribe', 16, 'x')],
    ['by Postmark’s own link', said.subscription({})],
  ])('%s is heard', (_how, body) => expect(read(body)).toMatchObject({ type: 'complaint', message_id: ID, to: TO }));

  it('ignores recipients that Postmark or its customer suppressed, and those that were reactivated', () => {
    for (const changes of [
      { Origin: 'Customer' },
      { Origin: 'Admin', SuppressionReason: 'HardBounce' },
      { SuppressSending: false, SuppressionReason: null },
    ])
      expect(readPostmarkWebhook(said.subscription(changes))?.type).toBe('postmark.other');
  });
});

describe('what else Postmark tells', () => {
  it('are deliveries and openings with their time', () => {
    expect(read(said.delivery)).toMatchObject({
      type: 'delivered',
      message_id: ID,
      occurred_at: '2026-03-01T12:00:01Z',
    });
    expect(read(said.open)).toMatchObject({ type: 'opened', message_id: ID, occurred_at: '2026-03-01T12:05:00Z' });
  });

  it('is recognized when it is repeated, and distinguished from anything else', () => {
    const all = [said.delivery, said.open, said.complaint, said.subscription({}), said.click, said.inbound({})];
    const ids = all.map((body) => readPostmarkWebhook(body)?.eventId);
    expect(new Set(ids).size).toBe(all.length);
    expect(all.map((body) => readPostmarkWebhook(structuredClone(body))?.eventId)).toEqual(ids);
    const later = { ...said.open, ReceivedAt: '2026-03-01T13:00:00Z' };
    expect(readPostmarkWebhook(later)?.eventId).not.toBe(readPostmarkWebhook(said.open)?.eventId);
  });

  it('is stored if it is unknown, and rejected if it is not from Postmark', () => {
    expect(readPostmarkWebhook(said.click)?.type).toBe('postmark.other');
    for (const body of [{}, [], null, 'x', 5, { MessageID: 'x' }, { From: 'a@b.co' }])
      expect(readPostmarkWebhook(body)).toBeUndefined();
  });
});

describe('a mail that came in through Postmark', () => {
  it('is a reply with the thread, the writer and the headers of the mail', () => {
    const headers = { 'In-Reply-To': `<${ID}@example.com>`, References: `<${ID}@example.com>` };
    expect(read(said.inbound({}, headers))).toMatchObject({
      type: 'reply',
      message_id: '<their-1@example.net>',
      in_reply_to: `<${ID}@example.com>`,
      from: TO,
      to: 'sales@example.com',
      subject: 'Re: Hello',
      text: 'Yes, please.',
      headers: { 'x-spam-checker-version': 'SpamAssassin 3.4.0' },
    });
  });

  it('keeps what tells an automatic answer', () => {
    const away = said.inbound({ Subject: 'Automatic reply: Hello' }, { 'Auto-Submitted': 'auto-replied' });
    expect(read(away).headers).toMatchObject({ 'auto-submitted': 'auto-replied' });
  });
});

describe('a mail that leaves through Postmark', () => {
  const mail = {
    messageId: ID,
    accountId: ID,
    from: { address: 'sales@example.com' },
    to: { address: TO },
    subject: 'Hello',
    text: 'Hi',
  };
  const headersFor = async (relay?: string) => (await readMail((await composeEmail(mail, relay)).raw)).headers;

  it('carries the metadata that its events bring back, and keeps its own Message-ID', async () => {
    for (const relay of ['smtp.postmarkapp.com', 'smtp-broadcasts.POSTMARKAPP.com']) {
      const headers = await headersFor(relay);
      expect(headers).toMatchObject({ 'x-pm-metadata-las-message': ID, 'x-pm-keepid': 'true' });
      expect(headers['message-id']).toBe(`<${ID}@example.com>`);
      const key = Object.keys(headers).find((name) => name.startsWith('x-pm-metadata-')) ?? '';
      const Metadata = { [key.replace('x-pm-metadata-', '')]: headers[key] };
      expect(read({ ...said.delivery, Metadata })).toMatchObject({ message_id: ID });
    }
  });

  it.each([
    ['email-smtp.eu-west-1.amazonaws.com', 'x-ses-message-tags', `las-message=${ID}`],
    ['smtp.sendgrid.net', 'x-smtpapi', `{"unique_args":{"las-message":"${ID}"}}`],
    ['smtp.eu.mailgun.org', 'x-mailgun-variables', `{"las-message":"${ID}"}`],
    ['smtp.resend.com', 'resend-idempotency-key', ID],
  ])('carries our ID through %s in its own header', async (relay, header, value) => {
    expect((await headersFor(relay))[header]).toBe(value);
    expect((await headersFor(`not${relay.split('.').slice(-2).join('.')}`))[header]).toBeUndefined();
    expect((await headersFor(`${relay}.example.org`))[header]).toBeUndefined();
    expect((await headersFor('mail.example.com'))[header]).toBeUndefined();
  });

  it('tells other mail servers nothing of it', async () => {
    for (const relay of [undefined, 'mail.example.com', 'postmarkapp.com.example.org', 'notpostmarkapp.com'])
      expect(Object.keys(await headersFor(relay)).filter((name) => name.startsWith('x-pm-'))).toEqual([]);
  });
});
