import type { AgentField } from '../../schemas/agents/agents.js';
import type { Language } from '../../schemas/agents/talking.js';
import { parseDate } from '../values/dates.js';
import { parseEmail } from '../values/email.js';
import { parsePhone } from '../values/phone.js';
import { foldWords, withoutTrailing } from '../values/text.js';
import { questionOf } from './scripted-reply.js';
import { isYes, spelledNumber } from './words.js';

/** A value that a text holds, with the very words that hold it. */
export interface FoundValue {
  value: unknown;
  evidence: string;
  confidence: number;
}

/** The settings that determine how a text is read. */
export interface Reading {
  language: Language;
  country: string | null;
  /** True if this field is what was asked for. */
  asked: boolean;
}

const ASKED = 0.95;
const UNASKED = 0.85;
const FREE_TEXT = 0.7;

const MAX_TEXT = 500;

type Read = (text: string, field: AgentField, reading: Reading) => FoundValue | undefined;

const confidenceOf = ({ asked }: Reading): number => (asked ? ASKED : UNASKED);

/** Digits of any script as 0 to 9, place by place. */
const plainDigits = (text: string): string =>
  text.replace(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf));

/** A name of one letter more than addresses may have, so that the end of a longer one is refused and not taken for one. */
const EMAIL = /[^\s@<>,;:()"'[\]]{1,65}@[^\s@<>,;:()"'[\]]{1,255}/gu;

const readEmail: Read = (text, _field, reading) => {
  for (const [match] of text.matchAll(EMAIL)) {
    const evidence = withoutTrailing(match, '.!?');
    const address = parseEmail(evidence);
    if (address.ok) return { value: address.value.toLowerCase(), evidence, confidence: confidenceOf(reading) };
  }
  return undefined;
};

const PHONE = /(?:\+|00)?\(?\p{Nd}[\p{Nd}\s().\-/]{5,22}\p{Nd}/gu;
/** Less than this many digits are something else, unless a number was asked for. */
const PHONE_DIGITS = 8;

const readPhone: Read = (text, _field, reading) => {
  for (const [match] of text.replace(EMAIL, ' ').matchAll(PHONE)) {
    const digits = match.match(/\p{Nd}/gu)?.length ?? 0;
    const number = parsePhone(plainDigits(match), reading.country);
    if (number.ok && (reading.asked || digits >= PHONE_DIGITS)) {
      return { value: number.value, evidence: match, confidence: confidenceOf(reading) };
    }
  }
  return undefined;
};

const NUMBER = /(?<![\p{L}\p{N}@.,])[-+]?\p{Nd}+(?:[.,]\p{Nd}+)*(?![\p{N}@])/gu;
/** Languages with a decimal point. The others use a comma. */
const POINT: readonly Language[] = ['en', 'ar'];

function toNumber(text: string, language: Language): number {
  const plain = plainDigits(text);
  const [, before = '', separator = '', after = ''] = /^(.*?)([.,])(\d+)$/.exec(plain) ?? [];
  if (separator === '') return Number(plain);
  const several = /[.,]/.test(before);
  const thousands = after.length === 3 && (several || separator === (POINT.includes(language) ? ',' : '.'));
  const whole = before.replace(/[.,]/g, '');
  return Number(thousands ? `${whole}${after}` : `${whole}.${after}`);
}

const hintsOf = ({ extract_hint }: AgentField): string[] =>
  (extract_hint ?? '')
    .split(',')
    .map((hint) => hint.trim().toLowerCase())
    .filter((hint) => hint !== '');

/** Reads a number that is the whole answer as a word, alone or with what the question counts: `three rooms`. */
const readSpelled: Read = (text, field, { language, asked }) => {
  const [word = '', counted, ...more] = foldWords(text).split(' ');
  const question = foldWords(`${questionOf(field, { language })} ${field.extract_hint ?? ''}`).split(' ');
  const isWhole = counted === undefined || question.some((each) => each.startsWith(counted));
  if (!asked || !isWhole || more.length > 0) return undefined;
  const value = spelledNumber(word, language);
  return value === undefined ? undefined : { value, evidence: text.trim(), confidence: ASKED };
};

/** The distance behind a number in which its noun is looked for. */
const NOUN_DISTANCE = 200;

const readNumber: Read = (text, field, reading) => {
  const hints = hintsOf(field);
  const found = [...text.matchAll(NUMBER)].map((match) => {
    const after = match.index + match[0].length;
    const following = text.slice(after, after + NOUN_DISTANCE).toLowerCase();
    const hint = hints.find((each) => following.trimStart().startsWith(each));
    const end = hint === undefined ? after : after + following.indexOf(hint) + hint.length;
    return { hinted: hint !== undefined, number: match[0], evidence: text.slice(match.index, end) };
  });
  const [hinted] = found.filter((each) => each.hinted);
  const [only, another] = found;
  const chosen = hinted ?? (reading.asked && another === undefined ? only : undefined);
  if (!chosen) return found.length === 0 ? readSpelled(text, field, reading) : undefined;
  const value = toNumber(chosen.number, reading.language);
  return Number.isFinite(value) ? { value, evidence: chosen.evidence, confidence: confidenceOf(reading) } : undefined;
};

/** Choices that people say in passing too. */
const VAGUE = ['other', 'otro', 'otra', 'outro', 'outra', 'andere', 'autre', 'none', 'any'];

const readChoice: Read = (text, { options }, reading) => {
  const words = ` ${foldWords(text)} `;
  const named = options.filter((option) => {
    const folded = foldWords(option);
    return folded !== '' && words.includes(` ${folded} `) && (reading.asked || !VAGUE.includes(folded));
  });
  const [value, another] = named;
  if (value === undefined || another !== undefined) return undefined;
  const at = text.toLowerCase().indexOf(value.toLowerCase());
  const evidence = at < 0 ? text.trim() : text.slice(at, at + value.length);
  return { value, evidence, confidence: confidenceOf(reading) };
};

const readBoolean: Read = (text, _field, reading) => {
  if (!reading.asked) return undefined;
  if (isYes(text)) return { value: true, evidence: text.trim(), confidence: ASKED };
  return undefined;
};

const DATE = /\b(\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{4})\b/;

const readDate: Read = (text, _field, reading) => {
  const evidence = DATE.exec(plainDigits(text))?.[0];
  const iso = evidence?.replace(/^(\d{1,2})[./](\d{1,2})[./](\d{4})$/, (_all, day, month, year) =>
    [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-'),
  );
  if (evidence === undefined || iso === undefined || !parseDate(iso, {}).ok) return undefined;
  return { value: iso, evidence, confidence: confidenceOf(reading) };
};

const readText: Read = (text, _field, reading) => {
  const value = text.trim();
  if (!reading.asked || value === '' || value.length > MAX_TEXT) return undefined;
  return { value, evidence: value, confidence: FREE_TEXT };
};

const READERS: Record<AgentField['type'], Read> = {
  text: readText,
  number: readNumber,
  boolean: readBoolean,
  date: readDate,
  enum: readChoice,
  email: readEmail,
  phone: readPhone,
};

/** Finds what a text says of a field, by the field's type; a text counts as the answer only where it was asked for. */
export const readValue: Read = (text, field, reading) => READERS[field.type](text, field, reading);
