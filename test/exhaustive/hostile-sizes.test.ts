import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { readHtml } from '../../documents/read-html.js';
import { readMarkdown } from '../../documents/read-markdown.js';
import { guard } from '../../domain/agent/guards.js';
import { openCsv } from '../../domain/imports/read-csv.js';
import { htmlReplyText } from '../../domain/inbound/html-reply.js';
import { readInboundEmail } from '../../domain/inbound/inbound-email.js';
import { mailToEvent } from '../../domain/inbound/mail-to-event.js';
import { readMailgunWebhook } from '../../domain/inbound/mailgun.js';
import { readMetaWebhook } from '../../domain/inbound/meta.js';
import { readPostmarkWebhook } from '../../domain/inbound/postmark.js';
import { withoutQuotes } from '../../domain/inbound/quoted-text.js';
import { readResendWebhook } from '../../domain/inbound/resend.js';
import { readRetellWebhook } from '../../domain/inbound/retell.js';
import { readSendGridWebhook } from '../../domain/inbound/sendgrid.js';
import { readSesWebhook } from '../../domain/inbound/ses.js';
import { readTwilioWebhook } from '../../domain/inbound/twilio.js';
import { contentOf } from '../../domain/inbound/whatsapp-content.js';
import { chunksOf } from '../../domain/knowledge/chunks.js';
import { signsOf } from '../../domain/knowledge/signs.js';
import { termsOf } from '../../domain/knowledge/tokens.js';
import { readCalendarObject } from '../../domain/meetings/calendar-busy.js';
import { htmlToText } from '../../domain/messages/html-to-text.js';
import { trackHtml } from '../../domain/messages/tracked-html.js';
import { readMail } from '../../providers/email/read-mail.js';
import { withoutThoughts } from '../../providers/model/without-thoughts.js';
import { parseStrictJson } from '../../runtime/strict-json.js';
import { receiveHookContract } from '../../schemas/inbound/provider-hooks.js';
import { threadCpuMicros } from '../support/cpu-time.js';

const MIB = 1024 * 1024;
const fill = (piece: string, size: number): string => piece.repeat(Math.ceil(size / piece.length)).slice(0, size);
/** Texts of a size: a piece again and again, between two other texts. */
const shapes = (pieces: readonly string[], head = '', tail = '') =>
  Object.fromEntries(pieces.map((piece) => [piece, (size: number) => head + fill(piece, size) + tail]));

const MAIL_HEAD = 'From: ada@example.net\nTo: us@example.com\nSubject: Re: Hello\n';
const mailWith = (headers: string, pieces: readonly string[]) => shapes(pieces, `${MAIL_HEAD}${headers}\n`);
/** A multipart within each part, so that each further line is compared with ever more boundaries. */
const boundaries = (size: number) => {
  let mail = `${MAIL_HEAD}Content-Type: multipart/mixed; boundary=b\n\n`;
  for (let n = 0; mail.length < size / 2; n += 1) mail += `--b\nContent-Type: multipart/mixed; boundary=c${n}\n\n`;
  return mail + fill('--x\n', size / 2);
};
const AT = new Date('2026-01-05T12:00:00Z');
const replyEvent = (more: object) =>
  readInboundEmail({ event_id: '1', type: 'reply', from: 'ada@example.net', occurred_at: null, ...more } as never, AT);

const meta = (value: object) => ({
  object: 'whatsapp_business_account',
  entry: [{ id: '1', changes: [{ field: 'messages', value }] }],
});
const many = <T>(size: number, bytes: number, make: (n: number) => T): T[] =>
  Array.from({ length: Math.floor(size / bytes) }, (_, n) => make(n));
const written = (events: unknown) => JSON.stringify(events).length;

const calendar =
  (head: string, piece: string, tail = 'END:VEVENT\r\n') =>
  (size: number) =>
    `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART:20260105T100000Z\r\nDTEND:20260105T110000Z\r\n${head}${fill(piece, size)}\r\n${tail}END:VCALENDAR\r\n`;
const RANGE = {
  from: AT,
  to: new Date('2026-04-05T12:00:00Z'),
  timezone: 'Europe/Madrid',
  addresses: ['us@example.com'],
};

const HTML_PIECES = [
  '<a ',
  '<a href="',
  '<!--',
  '<div>',
  '<b><i>',
  '&amp',
  '</',
  ' \n ',
  '<style>',
  '<table><td>',
  '<script',
];
const TEXT_PIECES = ['> a\n', '\n--', ' \n', 'a@', 'On a wrote:\n', 'From: a\n', '\r', '_', 'X:   '];

interface Door {
  /** The most characters that it lets in. */
  most: number;
  read(input: never): unknown;
  shapes: Record<string, (size: number) => unknown>;
}
const door = <T>(most: number, read: (input: T) => unknown, inputs: Record<string, (size: number) => T>): Door => ({
  most,
  read: read as Door['read'],
  shapes: inputs,
});

/** Larger files and documents are read in pieces, or in a process of their own with limits of time and memory. */
const READ_APART = MIB / 8;
const HOOK = receiveHookContract.maxBytes;
const DOORS: Record<string, Door> = {
  'a mail of a mailbox': door(5 * MIB, (raw: string) => readMail(Buffer.from(raw)), {
    ...mailWith('', ['\n--', 'a']),
    ...mailWith('Content-Transfer-Encoding: base64\n', ['a=', '=']),
    ...mailWith('Content-Transfer-Encoding: quoted-printable\n', ['=41']),
    ...mailWith('Content-Type: text/html\n', ['<!--']),
    ...mailWith('Content-Type: text/plain; format=flowed; delsp=yes\n', [' \n']),
    ...mailWith('Content-Type: multipart/mixed; boundary=b\n', ['--b\n\n\n']),
    ...shapes(['a:', 'a@b ', '"', '(', '<', '=?utf-8?q?a?= '], 'From: '),
    ...shapes(['X: y\n', ' \n', ';a*1=b'], 'Content-Type: text/plain'),
    boundaries,
  }),
  'the text of a mail': door(
    500_000,
    (text: string) => {
      const mail = {
        headers: {},
        from: 'ada@example.net',
        to: 'us@example.com',
        subject: 'Re: Hello',
        html: null,
        date: null,
      };
      const part = (type: string) => mailToEvent({ ...mail, text: '', parts: [{ type, text }] }, '1');
      const daemon = { ...mail, from: 'MAILER-DAEMON@example.com', subject: 'failure notice' };
      return [
        mailToEvent({ ...mail, text, parts: [] }, '1'),
        mailToEvent({ ...daemon, text, parts: [] }, '1'),
        part('message/delivery-status'),
        part('message/feedback-report'),
        part('message/disposition-notification'),
      ];
    },
    shapes(TEXT_PIECES),
  ),
  'a reply': door(MIB, (text: string) => replyEvent({ text }), shapes(TEXT_PIECES)),
  'a reply in HTML': door(2 * MIB, (html: string) => [replyEvent({ html }), htmlReplyText(html)], shapes(HTML_PIECES)),
  'a mail without its quotes': door(MIB, withoutQuotes, shapes(TEXT_PIECES)),
  'HTML as text': door(300_000, (html: string) => htmlToText(html), shapes(HTML_PIECES)),
  'the links of a mail': door(
    200_000,
    (html: string) => trackHtml(html, { linkOf: (url: string) => url, pixelUrl: 'https://x' } as never),
    shapes(HTML_PIECES),
  ),
  'a body of JSON': door(HOOK, (text: string) => parseStrictJson(text), {
    ...shapes(['[', '1,', '{"a":', '"a",', '"\\u0000', ' '], '['),
    keys: (size) => `{${many(size, 12, (n) => `"k${n}":1`).join(',')}}`,
  }),
  'a webhook of Meta': door(HOOK, (body: unknown) => written((readMetaWebhook(body) ?? []).slice(-1_000)), {
    'messages and contacts': (size) =>
      meta({
        messages: many(size / 2, 40, (n) => ({ id: `m${n}`, from: `1${n}` })),
        contacts: many(size / 2, 40, (n) => ({ wa_id: `2${n}` })),
      }),
    'messages that share much': (size) =>
      meta({
        metadata: { phone_number_id: fill('1', size / 4) },
        messages: many(size / 2, 40, (n) => ({ id: `m${n}`, from: '1' })),
        contacts: [{ wa_id: '1', profile: { name: fill('a', size / 4) } }],
      }),
    'statuses without an ID': (size) => meta({ statuses: many(size, 40, () => ({ status: 'sent' })) }),
    'fields of no name': (size) => meta(Object.fromEntries(many(size, 60, (n) => [`field ${n}`, [n]]))),
  }),
  'the content of a WhatsApp message': door(HOOK, (message: { type: string }) => contentOf(message.type, message), {
    ...Object.fromEntries(
      TEXT_PIECES.map((piece) => [
        piece,
        (size: number) => ({ id: '1', type: 'text', text: { body: fill(piece, size) } }),
      ]),
    ),
    contacts: (size) => ({
      id: '1',
      type: 'contacts',
      contacts: many(size, 40, (n) => ({ name: { formatted_name: `A ${n}` }, phones: [{ phone: '1' }] })),
    }),
    order: (size) => ({
      id: '1',
      type: 'order',
      order: { product_items: many(size, 40, (n) => ({ product_retailer_id: `${n}`, quantity: 1 })) },
    }),
  }),
  'a webhook of Twilio': door(HOOK, (form: Record<string, string>) => written(readTwilioWebhook(form, undefined)), {
    body: (size) => ({
      MessageSid: 'SM1',
      From: `whatsapp:${fill('1', size / 4)}`,
      To: fill('whatsapp:', size / 4),
      Body: fill('\n', size / 2),
    }),
    fields: (size) => ({
      MessageSid: 'SM1',
      From: 'whatsapp:+1',
      NumMedia: '9999999999',
      ...Object.fromEntries(many(size, 30, (n) => [`MediaUrl${n}`, 'x'])),
    }),
  }),
  'a webhook of Retell': door(HOOK, (body: unknown) => written(readRetellWebhook(body)), {
    transcript: (size) => ({
      event: 'call_analyzed',
      call: { call_id: '1', transcript: fill('Agent: a\nUser: ', size) },
    }),
    turns: (size) => ({
      event: 'call_ended',
      call: { call_id: '1', transcript_object: many(size, 40, () => ({ role: 'user', content: 'a' })) },
    }),
  }),
  'a webhook of Postmark': door(HOOK, (body: unknown) => written(readPostmarkWebhook(body)), {
    headers: (size) => ({
      MessageID: '1',
      From: 'a@b.co',
      Headers: many(size, 40, (n) => ({ Name: `X-${n}`, Value: 'a' })),
    }),
    details: (size) => ({
      RecordType: 'Bounce',
      MessageID: '1',
      ID: 1,
      Type: 'HardBounce',
      Details: fill('5.1.', size),
    }),
  }),
  'a webhook of SES': door(HOOK, (body: unknown) => written(readSesWebhook(body)), {
    message: (size) => ({ Type: 'Notification', MessageId: '1', Message: `{"a":"${fill('{\\n', size)}"}` }),
    headers: (size) => ({
      Type: 'Notification',
      MessageId: '1',
      Message: JSON.stringify({
        eventType: 'Delivery',
        mail: { headers: many(size, 40, (n) => ({ name: `X-${n}`, value: 'a' })) },
      }),
    }),
  }),
  'a webhook of SendGrid': door(HOOK, (body: unknown) => written((readSendGridWebhook(body) ?? []).slice(-1_000)), {
    events: (size) => many(size, 400, (n) => ({ sg_event_id: `${n}`, event: 'bounce', reason: fill('a', 300) })),
    reason: (size) => [{ sg_event_id: '1', event: 'dropped', reason: fill(' a', size) }],
  }),
  'a webhook of Mailgun': door(HOOK, (body: unknown) => written(readMailgunWebhook(body)), {
    headers: (size) => ({
      recipient: 'a@b.co',
      'message-headers': JSON.stringify(many(size, 20, (n) => [`X-${n}`, 'a'])),
    }),
    answer: (size) => ({
      'event-data': { id: '1', event: 'failed', 'delivery-status': { message: fill('mailbox ', size) } },
    }),
  }),
  'a webhook of Resend': door(HOOK, (body: unknown) => written(readResendWebhook('1', body)), {
    headers: (size) => ({
      type: 'email.delivered',
      data: { headers: many(size, 40, (n) => ({ name: `X-${n}`, value: 'a' })) },
    }),
    answer: (size) => ({ type: 'email.bounced', data: { bounce: { message: fill('5.1.', size) } } }),
  }),
  'a calendar object': door(2 * MIB, (text: string) => readCalendarObject(text, RANGE), {
    lines: calendar('', '\r\n'),
    folds: calendar('SUMMARY:a', '\r\n a'),
    parameters: calendar('ATTENDEE', ';A="b"'),
    quotes: calendar('ATTENDEE;A=', '"'),
    attendees: calendar('', 'ATTENDEE;PARTSTAT=DECLINED:mailto:a@b.co\r\n'),
    'excluded days': calendar('RRULE:FREQ=DAILY\r\nEXDATE:', '20260105T100000Z,', 'END:VEVENT\r\n'),
    'further days': calendar('RDATE:', '20260106T100000Z,'),
    rules: calendar('', 'RRULE:FREQ=SECONDLY\r\n'),
    components: calendar('', 'BEGIN:VALARM\r\n'),
    events: calendar('', 'END:VEVENT\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART:20260105T100000Z\r\nRRULE:FREQ=DAILY\r\n'),
    changes: calendar(
      '',
      'END:VEVENT\r\nBEGIN:VEVENT\r\nUID:1\r\nRECURRENCE-ID:20260105T100000Z\r\nDTSTART:20260105T110000Z\r\n',
    ),
    zones: (size) =>
      `BEGIN:VCALENDAR\r\n${fill('BEGIN:VTIMEZONE\r\nTZID:x\r\nBEGIN:STANDARD\r\nRRULE:FREQ=DAILY\r\nDTSTART:19700101T000000\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n', size)}BEGIN:VEVENT\r\nUID:1\r\nDTSTART;TZID=x:20260105T100000\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`,
  }),
  'a CSV file': door(
    READ_APART,
    async (text: string) => {
      const file = await openCsv(Readable.from([Buffer.from(text)]));
      for await (const _row of file.rows);
    },
    shapes(['"a', ',', '"\n'], 'a,b\n'),
  ),
  'a page of HTML': door(READ_APART, (text: string) => readHtml(text, MIB), shapes(HTML_PIECES)),
  'a document of Markdown': door(
    READ_APART,
    (text: string) => readMarkdown(text, MIB),
    shapes(['> ', '* ', '[a](', '`', '<a ', '![', '*a _b ', '&']),
  ),
  'the text of a document': door(
    MIB,
    (text: string) => {
      const block = { kind: 'text' as const, level: 0, text, page: null };
      return [chunksOf([block]), signsOf([block], []), termsOf(text, 'en')];
    },
    shapes(['a', '1 ']),
  ),
  'the answer of a model': door(
    4 * MIB,
    (text: string) => [
      withoutThoughts(text),
      guard(text, {
        language: 'en',
        secret: 'secret '.repeat(20),
        canary: 'c4n4ry',
        links: [],
        known: [],
        neverSay: [],
        lastReply: '',
        mustCite: null,
        completedActions: new Set(),
        maxChars: 4_000,
      } as never),
    ],
    shapes(['[a](', '<think>', '</think>', 'a', 'http://a.b/ ', '```']),
  ),
};

/** Below it, times are noise. */
const ANY_SIZE_MS = 250;
const PART = 4;
const MOST_TIMES_AS_LONG = 2 * PART;
const ROUNDS = 12;

/** Returns whether the work for the most that a door lets in is out of proportion to that for a part of it. */
async function isOutOfProportion({ most, read }: Door, make: (size: number) => unknown): Promise<boolean> {
  const work = (size: number) => {
    const input = make(size) as never;
    return threadCpuMicros(() => read(input));
  };
  let [leastWhole, leastPart] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < ROUNDS; round += 1) {
    // The part first: what takes far too long for it need not be tried whole.
    leastPart = Math.min(leastPart, await work(most / PART));
    leastWhole = Math.min(leastWhole, await work(most));
    if (leastWhole < Math.max(ANY_SIZE_MS * 1_000, leastPart * MOST_TIMES_AS_LONG)) return false;
  }
  return true;
}

describe('the most that a door lets in', () => {
  it.each(Object.entries(DOORS))('takes work in proportion to its length: %s', async (_name, each) => {
    const slow: string[] = [];
    for (const [name, make] of Object.entries(each.shapes)) {
      if (await isOutOfProportion(each, make)) slow.push(JSON.stringify(name));
    }
    expect(slow).toEqual([]);
  });
});
