import type { AttendeeAnswerKind } from '../../schemas/meetings/meetings.js';
import { addressKey } from '../meetings/calendar-event.js';
import {
  type CalendarComponent,
  type CalendarProperty,
  componentsNamed,
  propertiesOf,
  propertyOf,
  readComponents,
  unescapeText,
  wordOf,
} from '../meetings/calendar-text.js';
import { instantOf, readTime, zonesOf } from '../meetings/calendar-times.js';
import { cut, storable } from '../values/text.js';
import { isAnswerNotice } from './calendar-answer-words.js';
import { foldPhrase } from './phrases.js';

/** The content of a calendar program's email (RFC 5546), as far as it can be read. */
export interface CalendarMail {
  /** `REPLY`, `COUNTER`, `REQUEST`, `CANCEL`, ...; empty where the calendar names none. */
  method: string;
  uid: string | null;
  /** The attendee's answer; null if the email doesn't answer an invitation. */
  answer: AttendeeAnswerKind | null;
  /** The address of the attendee who answers. */
  attendee: string | null;
  /** The person's comment. */
  comment: string | null;
  /** Of which version of the invitation it speaks. */
  sequence: number | null;
  proposed: { startsAt: Date; endsAt: Date } | null;
}

const MAX_CALENDAR = 200_000;
const MAX_COMMENT = 1_000;
const PARTSTATS: Readonly<Record<string, AttendeeAnswerKind>> = {
  ACCEPTED: 'accepted',
  DECLINED: 'declined',
  TENTATIVE: 'tentative',
};

/** Reads the calendar part of a mail. `from` is the key of who wrote the mail, `text` what its body says. */
export function readCalendarMail(
  calendar: string,
  { from, text }: { from: string | null; text: string },
): CalendarMail | null {
  const root = readComponents(calendar.slice(0, MAX_CALENDAR));
  const [event] = componentsNamed(root, 'VEVENT');
  const object = event?.parent;
  if (!event || !object) return null;
  const method = wordOf(object, 'METHOD').replace(/[^A-Z-]/g, '');
  const attendees = propertiesOf(event, 'ATTENDEE');
  const own = attendees.find(({ value }) => addressKey(value) === from);
  const attendee = own ?? (attendees.length === 1 ? attendees[0] : undefined);
  const uid = propertyOf(event, 'UID')?.value ?? '';
  const sequence = /^\d{1,9}$/.exec(propertyOf(event, 'SEQUENCE')?.value ?? '')?.[0];
  return {
    method,
    uid: uid === '' ? null : originalUid(uid.slice(0, 1_000)),
    answer: answerOf(method, attendee),
    attendee: attendee ? addressKey(attendee.value) : null,
    comment: commentOf(event, attendee) ?? personsWords(text, calendar),
    sequence: sequence === undefined ? null : Number(sequence),
    proposed: method === 'COUNTER' ? timesOf(root, event) : null,
  };
}

function answerOf(method: string, attendee: CalendarProperty | undefined): AttendeeAnswerKind | null {
  if (method === 'COUNTER') return 'proposed';
  if (method !== 'REPLY') return null;
  return PARTSTATS[(attendee?.params.get('PARTSTAT') ?? '').replaceAll('"', '').toUpperCase()] ?? null;
}

const OUTLOOK_UID = /^040000008200E00074C5B7101A82E008/i;
const OUTLOOK_MARK = '7643616C2D55696401000000';

/** Outlook wraps a UID that it didn't make in one of its own, and sometimes returns that. */
function originalUid(uid: string): string {
  const mark = OUTLOOK_UID.test(uid) ? uid.toUpperCase().indexOf(OUTLOOK_MARK) : -1;
  if (mark === -1) return uid;
  const wrapped = Buffer.from(uid.slice(mark + OUTLOOK_MARK.length), 'hex').toString('utf8');
  return wrapped.split('\0')[0] ?? uid;
}

function commentOf(event: CalendarComponent, attendee: CalendarProperty | undefined): string | null {
  const written = propertyOf(event, 'COMMENT')?.value ?? '';
  const param = (attendee?.params.get('X-RESPONSE-COMMENT') ?? '')
    .replaceAll('"', '')
    .replace(/\^([n'^])/g, (_all, sign: string) => (sign === 'n' ? '\n' : sign === "'" ? '"' : '^'));
  return worded(unescapeText(written.slice(0, 4_000))) ?? worded(unescapeText(param.slice(0, 4_000)));
}

const worded = (text: string): string | null => {
  const plain = storable(text).trim();
  return plain === '' ? null : cut(plain, MAX_COMMENT);
};

/** Lines that calendar programs put around an answer, in any language: labels, rules, links, and copies of the invitation. */
const FURNITURE = /^\W{0,40}$|^[*_=~-]{3,}|^\s{0,9}[\p{L} ]{2,20}\s?[:：]\s|https?:\/\/|^\W{0,9}<?mailto:/u;
const ORIGINAL = /\n\s{0,9}-{3,}[^\n-]{3,60}-{3,}|\n\s{0,9}\*~(?:\*~){3}/;
const WHOLE = /calendar\.google\.com|www\.google\.com\/calendar|calendar\.yahoo\.com|calendar\.zoho\./i;

/** Returns what a person wrote into the body of a calendar program's mail; null where the program alone speaks. */
export function personsWords(text: string, calendar = ''): string | null {
  const body = text.slice(0, 8_000);
  if (WHOLE.test(body)) return null;
  const copied = foldPhrase(unescapeText(calendar.slice(0, MAX_CALENDAR).replace(/\r?\n[ \t]/g, '')));
  const lines = (`\n${body}`.split(ORIGINAL)[0] ?? '').split('\n').filter((line) => {
    const plain = foldPhrase(line);
    return plain !== '' && !FURNITURE.test(line) && !isAnswerNotice(line) && !copied.includes(plain);
  });
  return worded(lines.join('\n'));
}

function timesOf(root: CalendarComponent, event: CalendarComponent): CalendarMail['proposed'] {
  const zones = zonesOf(componentsNamed(root, 'VTIMEZONE'), 'UTC');
  const at = (name: string): Date | undefined => {
    const property = propertyOf(event, name);
    const time = property && readTime(property.value, property.params, zones);
    return time && new Date(instantOf(time.wall, time.zone));
  };
  const [startsAt, endsAt] = [at('DTSTART'), at('DTEND')];
  return startsAt && endsAt && endsAt > startsAt ? { startsAt, endsAt } : null;
}
