import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { readHtml } from '../../documents/read-html.js';
import { readMarkdown } from '../../documents/read-markdown.js';
import { aboutMeeting } from '../../domain/agent/about-meeting.js';
import { asksForTimes } from '../../domain/agent/asks-times.js';
import { answerTo, slotsNamedIn } from '../../domain/agent/choose-slot.js';
import { keepCitations, stripCitations } from '../../domain/agent/citations.js';
import { claimsUntrue } from '../../domain/agent/claims.js';
import { isDiscontented } from '../../domain/agent/discontent.js';
import { guard } from '../../domain/agent/guards.js';
import { detectLanguage } from '../../domain/agent/language.js';
import { readName } from '../../domain/agent/read-name.js';
import { readValue } from '../../domain/agent/read-values.js';
import { isDangerous } from '../../domain/agent/safety.js';
import {
  isCorrection,
  isGoodbye,
  isGreeting,
  isNo,
  isYes,
  questionsIn,
  wantsPerson,
} from '../../domain/agent/words.js';
import { readConsent, readTags } from '../../domain/imports/read-cells.js';
import { openCsv } from '../../domain/imports/read-csv.js';
import { readEmails, readPhones } from '../../domain/imports/several-values.js';
import { splitName } from '../../domain/imports/split-name.js';
import { guessTarget, metadataKey } from '../../domain/imports/targets.js';
import { detectAutoReply } from '../../domain/inbound/auto-reply.js';
import { htmlReplyText } from '../../domain/inbound/html-reply.js';
import { readInboundEmail } from '../../domain/inbound/inbound-email.js';
import { mailToEvent, type ReadMail } from '../../domain/inbound/mail-to-event.js';
import { isBare, withoutQuotes } from '../../domain/inbound/quoted-text.js';
import { chunksOf } from '../../domain/knowledge/chunks.js';
import { passageOf } from '../../domain/knowledge/passage.js';
import { signsOf } from '../../domain/knowledge/signs.js';
import { termsOf } from '../../domain/knowledge/tokens.js';
import { optOutIntent } from '../../domain/leads/opt-out.js';
import { tagSlug } from '../../domain/leads/tag-slug.js';
import { asksForPerson } from '../../domain/messages/handoff.js';
import { htmlToText } from '../../domain/messages/html-to-text.js';
import { replySubject } from '../../domain/messages/reply-subject.js';
import { trackHtml } from '../../domain/messages/tracked-html.js';
import { parseCountry } from '../../domain/values/country.js';
import { dateShape, parseDate } from '../../domain/values/dates.js';
import { parseEmail } from '../../domain/values/email.js';
import { parseMoney } from '../../domain/values/money.js';
import { maskPaymentData } from '../../domain/values/payment-data.js';
import { parsePhone } from '../../domain/values/phone.js';
import { singleLine } from '../../domain/values/text.js';
import { parseTimezone } from '../../domain/values/timezone.js';
import { parseAllowedDomain } from '../../domain/widget/allowed-domains.js';
import { cleanText, keptPage } from '../../domain/widget/visitor-text.js';
import { wantedBy } from '../../providers/model/habits.js';
import { withoutThoughts } from '../../providers/model/without-thoughts.js';
import { faultOf } from '../../runtime/fault.js';
import { describeError, scrub } from '../../runtime/logger.js';
import type { AgentField } from '../../schemas/agents/agents.js';
import { bookingTurn } from '../support/booking-turn-fixture.js';
import { threadCpuMicros } from '../support/cpu-time.js';

/** The repeated pieces of patterns, and the text that they search in vain after them. */
const PIECES = [
  ...['a', 'A', 'ü', 'e\u0301', 'ا', '漢', '😀', '0', '٣', ' ', '\t', '\n', '\r\n', ' \n', '\u200b', '\u00a0'],
  ...[
    '.',
    ',',
    '-',
    '_',
    '@',
    ':',
    ';',
    '/',
    '\\',
    '"',
    "'",
    '(',
    ')',
    '[',
    ']',
    '<',
    '>',
    '|',
    '=',
    '#',
    '*',
    '&',
    '+',
    '!',
    '?',
  ],
  ...[
    'a@',
    'a.',
    '@.',
    'a@a.',
    'a@a',
    'a.a@',
    'ab ',
    'a b. ',
    'Aa ',
    '1 ',
    '1.',
    '1,',
    '1-',
    '+1',
    '(1',
    '12:',
    '0a ',
    'A0',
    'DE12 ',
  ],
  ...[
    '[a](',
    '[a](b',
    '](',
    '![',
    '[1]',
    '<a',
    '<a ',
    '</',
    '<script',
    '<style>',
    '</script',
    '<!--',
    '<a href="',
    'class="',
    'url(',
  ],
  ...[
    'http://',
    'a://',
    'a:',
    'a:b@',
    'www.',
    'a.com ',
    'a.com/',
    'data:',
    'data :',
    '```',
    '# ',
    '| ',
    ' |\n',
    '> ',
    '-- ',
    '--\n',
  ],
  ...[
    '> a\n',
    'On a wrote\n',
    'From: a\n',
    'X-A: b\n',
    'X:   ',
    '\n ',
    'back ',
    'until ',
    'ab wieder ',
    'no such user ',
    'unknown a ',
  ],
  ...[
    'ignore ',
    'system\n',
    'you are ',
    'my name is ',
    'I am ',
    'What? ',
    '&amp',
    '&#1',
    '{{',
    '<think>',
    '</think>',
    '[think',
    '" "',
  ],
  ...['"a"\n', '"a', 'a,', 'a;', 'temperature ', 'svc_live_a', '\u0000', '\ud800', '/db/', '\n    at /db/a.js:1'],
];
const ENDS = ['', '!\n\u0000x'];
const SIZE = 16_000;

const FIELD: AgentField = {
  key: 'value',
  label: 'Value',
  question: null,
  options: ['red', 'blue'],
  extract_hint: 'rooms, beds',
  required: true,
} as unknown as AgentField;
const readAs = (type: AgentField['type'], asked: boolean) => (text: string) =>
  readValue(text, { ...FIELD, type }, { language: 'en', country: 'ES', asked });

const SCENE = {
  language: 'en' as const,
  secret: `${'these words are secret and said to no one at all '.repeat(3)}`,
  canary: 'c4n4ry',
  links: ['https://example.com'],
  known: ['ana@example.com'],
  neverSay: ['(a+)+$'],
  lastReply: 'Hello.',
  mustCite: null,
  completedActions: new Set<never>(),
};

const MAIL: ReadMail = {
  headers: {},
  from: 'ana@example.com',
  to: 'us@example.com',
  subject: 'Re: hello',
  text: 'Hello.',
  html: null,
  date: null,
  parts: [],
};
const AT = new Date('2026-01-05T12:00:00Z');
const event = (more: object) => ({ event_id: '1', occurred_at: null, type: 'reply', from: 'ana@example.com', ...more });
const mail = (more: Partial<ReadMail>) => mailToEvent({ ...MAIL, ...more }, '1');
const report = (type: string) => (text: string) => mail({ parts: [{ type, text }] });
const block = (text: string) => ({ kind: 'text' as const, level: 0, text, page: null });

/** Everything that reads what leads, visitors, models, documents, files and providers write. */
const READERS: Record<string, (text: string) => unknown> = {
  ...Object.fromEntries(
    (['text', 'number', 'boolean', 'date', 'enum', 'email', 'phone'] as const).flatMap((type) => [
      [`reads a field of type ${type}`, readAs(type, false)],
      [`reads an answer of type ${type}`, readAs(type, true)],
    ]),
  ),
  'reads a name': (text) => [readName(text, true), readName(text, false), readName(`my name is ${text}`, false)],
  'reads intents': (text) => [
    ...[wantsPerson(text), isYes(text), isNo(text), isCorrection(text), isGoodbye(text), isGreeting(text)],
    ...[questionsIn(text), asksForTimes(text), isDangerous(text), isDiscontented(text)],
    ...[optOutIntent(text), asksForPerson([text], ['boss', '人'])],
  ],
  'reads an answer to times on offer': (text) => [
    answerTo(bookingTurn(text, 'en')),
    slotsNamedIn(text, bookingTurn('', 'de')),
    aboutMeeting(text),
  ],
  'reads claims': (text) => claimsUntrue(text, new Set()),
  'detects a language': (text) => detectLanguage([text], 'en', ['en', 'es', 'ar']),
  'guards an answer': (text) => guard(text, { ...SCENE, maxChars: SIZE * 2 }),
  'guards an answer that was cut off': (text) => guard(text, { ...SCENE, maxChars: SIZE * 2 }, true),
  'keeps citations': (text) => [keepCitations(text, []), stripCitations(text)],
  'removes thoughts': withoutThoughts,
  'reads a refusal of a model': (text) => wantedBy({ statusCode: 400, responseBody: text }, new Set()),
  'masks payment data': maskPaymentData,
  'removes quotes': (text) => [withoutQuotes(text), isBare(text)],
  'removes quotes from HTML': htmlReplyText,
  'turns HTML into text': (text) => htmlToText(text),
  'tracks the links of HTML': (text) =>
    trackHtml(text, { linkOf: (url: string) => url, pixelUrl: 'https://x' } as never),
  'detects automatic replies': (text) => detectAutoReply({ headers: {}, subject: text, text, occurredAt: AT }),
  'reads a reply': (text) => readInboundEmail(event({ text, subject: text, references: [text] }) as never, AT),
  'reads a reply in HTML': (text) => readInboundEmail(event({ html: text, from: text, to: text }) as never, AT),
  'reads a mail': (text) => mail({ text, subject: text, from: text, to: text }),
  'reads the letter of a mail server': (text) =>
    mail({ text, from: 'MAILER-DAEMON@example.com', subject: 'failure notice' }),
  'reads a delivery report': report('message/delivery-status'),
  'reads a complaint': report('message/feedback-report'),
  'reads a receipt': report('message/disposition-notification'),
  'reads an address': (text) => [parseEmail(text), parsePhone(text, 'ES'), parseCountry(text), parseTimezone(text)],
  'reads an amount': parseMoney,
  'reads a date': (text) => [parseDate(text, {}), dateShape(text)],
  'reads a cell': (text) => [
    readTags(text, 'a', []),
    splitName(text),
    readEmails(text),
    readPhones(text, 'ES'),
    readConsent(text, text),
    guessTarget(text),
    metadataKey(text, 1),
  ],
  'reads a CSV file': async (text) => {
    const file = await openCsv(Readable.from([Buffer.from(`a,b\n${text}`)]));
    for await (const _row of file.rows ?? []);
  },
  'makes the slug of a tag': tagSlug,
  'divides a document': (text) => chunksOf([block(text)]),
  'looks for signs in a document': (text) => signsOf([block(text)], [text]),
  'finds the terms of a document': (text) => [termsOf(text, 'en'), termsOf(text, 'de')],
  'cuts out a passage': (text) => passageOf(text, 'What does it cost?'),
  'reads HTML': (text) => readHtml(text, SIZE * 4),
  'reads Markdown': (text) => readMarkdown(text, SIZE * 4),
  'reads what a visitor says': (text) => [cleanText(text), keptPage({ url: text }), parseAllowedDomain(text)],
  'reads a subject': (text) => [singleLine(text), replySubject(text)],
  'scrubs a log line': scrub,
  'describes an error': (text) => [describeError(new Error(text)), faultOf(new Error(text))],
};

const textOf = (piece: string, size: number, end: string) => piece.repeat(Math.ceil(size / piece.length)) + end;

/** As long as this many passes over a text any reader may take whatever its shape: below it, times are noise. */
const PLAIN_PASSES = 200;
/** A text of four times the length takes four times as long, sixteen times if the work is quadratic. */
const PARTS = 4;
const MOST_TIMES_AS_LONG = 8;
const ROUNDS = 40;

/** Returns the time of a plain pass over a text of the size, at least the smallest measurable time. */
async function plainPass(): Promise<number> {
  const text = textOf('a', SIZE, '');
  const passes: number[] = [];
  for (let round = 0; round < 5; round += 1) passes.push(await threadCpuMicros(() => text.replace(/[^b]/gu, 'c')));
  return Math.max(100, ...passes.sort((one, other) => one - other).slice(0, 1));
}

/** Returns whether a reader's work grows faster than the text, by the fastest of several rounds for each length. */
async function isSuperLinear(read: (text: string) => unknown, piece: string, end: string, plain: number) {
  const long = textOf(piece, SIZE, end);
  const part = textOf(piece, SIZE / PARTS, end);
  let leastLong = await threadCpuMicros(() => read(long));
  let leastPart = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round += 1) {
    if (leastLong < plain * PLAIN_PASSES) return false;
    leastPart = Math.min(leastPart, await threadCpuMicros(() => read(part)));
    leastLong = Math.min(leastLong, await threadCpuMicros(() => read(long)));
    if (leastLong < leastPart * MOST_TIMES_AS_LONG) return false;
  }
  return true;
}

describe('texts from strangers', () => {
  it.each(Object.entries(READERS))('take time in proportion to their length: %s', async (_name, read) => {
    const slow: string[] = [];
    const plain = await plainPass();
    for (const piece of PIECES) {
      for (const end of ENDS) if (await isSuperLinear(read, piece, end, plain)) slow.push(JSON.stringify([piece, end]));
    }
    expect(slow).toEqual([]);
  });
});
