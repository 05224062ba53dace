import { LANGUAGES, type Language } from '../../schemas/agents/talking.js';
import { hasPaymentData } from '../values/payment-data.js';
import { cut, foldWords, withoutTrailing } from '../values/text.js';
import { citedNumbers } from './citations.js';
import { type CompletedActions, claimsUntrue } from './claims.js';
import { detectLanguage } from './language.js';
import { matchesAny } from './never-say.js';

/** The reason why an answer of a model is not sent. */
export type GuardCode =
  | ('EMPTY' | 'PROMPT_LEAK' | 'URL_NOT_ALLOWED' | 'PAYMENT_DATA' | 'FOREIGN_CONTACT')
  | ('NEVER_SAY' | 'REPEATED' | 'LANGUAGE' | 'UNCOVERED' | 'CUT_OFF' | 'UNTRUE_CLAIM');

/** The context for the guards of an answer. */
export interface GuardInput {
  language: Language;
  /** The trusted text, which the model must not repeat, and the canary in it. */
  secret: string;
  canary: string;
  /** Addresses that may be linked to, as hosts or whole URLs. */
  links: readonly string[];
  /** The texts with email addresses and phone numbers that it may mention. */
  known: readonly string[];
  neverSay: readonly string[];
  lastReply: string | null;
  /** The numbers of the sources of which it names one; null where it needs none. */
  mustCite: readonly number[] | null;
  /** The actions that it may mention as done. */
  completedActions: CompletedActions;
  maxChars: number;
}

/** An answer as it can be sent, or why it can't. */
export type GuardResult = { ok: true; text: string } | { ok: false; code: GuardCode };

/** Invisible characters that hide text in text. Joiners stay, because scripts and emoji need them. */
const INVISIBLE =
  /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]|(?![\n\t])\p{Cc}/gu;

/** A link of Markdown, with its label and its address, which may hold a pair of parentheses. */
const LINK = /!?\[([^[\]\n]{0,500})\]\(\s{0,20}<?((?:[^()\s<>]|\([^()\s<>]{0,200}\)){1,2000})(?:[>\s][^()]{0,300})?\)/g;

/** Leaves of markup what chats show: bold, lists and bare links. */
function plainText(text: string): string {
  return text
    .replace(INVISIBLE, '')
    .replace(/<script\b[\s\S]*?(?:<\/script\s{0,20}>|$)/gi, '')
    .replace(/<style\b[\s\S]*?(?:<\/style\s{0,20}>|$)/gi, '')
    .replace(/<\/?[a-z!][^>\n]*>?/gi, '')
    .replace(LINK, (_all, label: string, url: string) => (label === '' || label === url ? url : `${label}: ${url}`))
    .replace(/^```.*$/gm, '')
    .replace(/^#{1,6}\s+/gm, '')
    .replaceAll('`', '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Cuts a text behind the last sentence that fits. */
function cutAtSentence(text: string, max: number): string {
  if (text.length <= max) return text;
  const kept = text.slice(0, max).toWellFormed();
  const end = Math.max(...['. ', '! ', '? ', '.\n', '!\n', '?\n', '。', '؟ '].map((mark) => kept.lastIndexOf(mark)));
  return (end > max / 3 ? kept.slice(0, end + 1) : kept.slice(0, kept.lastIndexOf(' '))).trim();
}

/** Ends of sentences, which a number in front of an item of a list is none of, and of lines. */
const SENTENCE_END = /(?<!(?:^|\n)\s*\d{1,3})[.!?…。؟]["'”’»)\]]*(?=\s|$)|[^\s:](?=\n)/g;

/** Keeps the whole sentences of a text that was never finished; empty where it has none. */
function wholeSentences(text: string): string {
  const last = [...text.matchAll(SENTENCE_END)].at(-1);
  return last ? text.slice(0, last.index + last[0].length) : '';
}

const LEAKED_WORDS = 12;
const withoutSpaces = (text: string): string => foldWords(text).replaceAll(' ', '');

/** The texts that an answer holds in other clothes: as it is, and what of it is base64 or hexadecimal. */
function decodedForms(text: string): string[] {
  const base64 = text.match(/[A-Za-z0-9+/_-]{24,}={0,2}/g) ?? [];
  const hex = text.match(/(?:[0-9a-f]{2}[\s:]?){16,}/gi) ?? [];
  return [
    text,
    ...base64.map((part) => Buffer.from(part, 'base64').toString('utf8')),
    ...hex.map((part) => Buffer.from(part.replace(/[^0-9a-f]/gi, ''), 'hex').toString('utf8')),
    [...text].reverse().join(''),
  ];
}

/**
 * Returns whether an answer repeats twelve words in a row of what the model was told in trust, however they are spaced.
 */
function leaks(text: string, { secret, canary }: Pick<GuardInput, 'secret' | 'canary'>): boolean {
  const words = foldWords(secret).split(' ');
  const runs = words
    .slice(0, Math.max(0, words.length - LEAKED_WORDS + 1))
    .map((_word, at) => words.slice(at, at + LEAKED_WORDS).join(''));
  return decodedForms(text).some((form) => {
    const plain = withoutSpaces(form);
    return plain.includes(withoutSpaces(canary)) || runs.some((run) => plain.includes(run));
  });
}

const SCHEMES = /\b(?:javascript|vbscript|data|file|blob)\s*:/i;
const URLS = /[a-z][a-z0-9+.-]{0,30}:\/\/[^\s<>"']+/gi;
/** The last labels by which programs make a link of a host without a scheme. */
const LINKED = new Set(
  'com net org io co app dev info biz xyz top site online shop store club link click live ru cn tk ml ga cf gq es de fr pt br uk eu us me ai ly gl gg to sh zip mov test example invalid local localhost'.split(
    ' ',
  ),
);
const HOST_RUN = /[\p{L}\p{N}.-]+/gu;
const AFTER_HOST = /[/:?#][^\s<>"']*/uy;

/** The hosts in a text that programs make links of though they have no scheme, each with what follows it. */
function bareLinks(text: string): string[] {
  const found: string[] = [];
  let read = 0;
  for (const { 0: run, index } of text.matchAll(HOST_RUN)) {
    // Behind an @ it is an address, behind a slash a path.
    if (index < read || '@/_'.includes(text[index - 1] ?? ' ')) continue;
    for (const host of run.split(/\.{2,}/)) {
      const labels = host.split('.');
      const last = labels.findLastIndex((label, at) => at > 0 && LINKED.has(label.toLowerCase()));
      if (last < 0 || labels[last - 1] === '') continue;
      AFTER_HOST.lastIndex = index + run.length;
      const rest = last === labels.length - 1 && run.endsWith(host) ? (AFTER_HOST.exec(text)?.[0] ?? '') : '';
      if (rest !== '') read = index + run.length + rest.length;
      found.push(
        labels
          .slice(0, last + 1)
          .join('.')
          .replace(/^\.|^-{1,63}/, '') + rest,
      );
    }
  }
  return found;
}
const TRAILING = ').,;:!?]}*_»”’';

function hostOf(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.password) return undefined;
  return url.hostname.replace(/\.$/, '');
}

/** Returns whether everything that looks like a link leads where the agent's own links lead. */
function linksAreAllowed(text: string, { links }: Pick<GuardInput, 'links'>): boolean {
  if (SCHEMES.test(text)) return false;
  const hosts = new Set(links.map((link) => hostOf(link) ?? link));
  const whole = text.match(URLS) ?? [];
  const rest = text.replace(URLS, ' ').normalize('NFKC');
  const bare = bareLinks(rest).map((link) => `https://${link}`);
  return [...whole, ...bare].every((url) => {
    const host = hostOf(withoutTrailing(url, TRAILING));
    return host !== undefined && (hosts.has(host) || hosts.has(host.replace(/^www\./, '')));
  });
}

const EMAILS = /[^\s@<>()[\]",;:]{1,65}@(?:[^\s@<>()[\]",;:.]{1,63}\.){1,10}\p{L}{2,63}/gu;
const PHONES = /(?<![\p{L}\p{N}-])\+?\(?\p{Nd}[\p{Nd}\s().-]{6,}\p{Nd}/gu;
const DATE = /\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b|\b\d{1,2}[:.]\d{2}\b/g;
const PHONE_DIGITS = 9;
const COMPARED_DIGITS = 7;
const digitsOf = (text: string): string => text.normalize('NFKC').replace(/\D/g, '');

/** Returns whether every address and number in an answer was known to those who talk. */
function contactsAreKnown(text: string, { known }: Pick<GuardInput, 'known'>): boolean {
  const plain = text
    .normalize('NFKC')
    .replace(/\s?[[(]at[\])]\s?/gi, '@')
    .replace(/\s?[[(]dot[\])]\s?/gi, '.');
  const where = known.join('\n').normalize('NFKC').toLowerCase();
  const numbers = known.map(digitsOf).join(' ');
  const emails = (plain.match(EMAILS) ?? []).map((each) => withoutTrailing(each, TRAILING).toLowerCase());
  const phones = (plain.replace(DATE, ' ').match(PHONES) ?? [])
    .map(digitsOf)
    .filter(({ length }) => length >= PHONE_DIGITS);
  return (
    emails.every((each) => where.includes(each)) &&
    phones.every((each) => numbers.includes(each.slice(-COMPARED_DIGITS)))
  );
}

/** So few letters tell no language. */
const SHORT = 20;

const isInLanguage = (text: string, language: Language): boolean =>
  (text.match(/\p{L}/gu)?.length ?? 0) < SHORT || detectLanguage([text], language, LANGUAGES) === language;

/** The multiple of the reply limit that is read of an answer, since markup is removed, and the minimum. */
const READ_FACTOR = 4;
const MIN_READ = 2_000;

/**
 * Looks at an answer before it is said: cleans it of what chats don't show, and stops what must not leave. Of one that
 * was cut off while it was written the whole sentences are said.
 */
export function guard(answer: string, turnInput: GuardInput, isCutOff = false): GuardResult {
  const read = cut(answer, Math.max(MIN_READ, turnInput.maxChars * READ_FACTOR));
  const isPart = isCutOff || read.length < answer.length;
  const plain = plainText(read);
  const text = cutAtSentence(isPart ? wholeSentences(plain) : plain, turnInput.maxChars);
  const stop = (code: GuardCode): GuardResult => ({ ok: false, code });
  if (text === '') return stop(isPart ? 'CUT_OFF' : 'EMPTY');
  if (leaks(read, turnInput)) return stop('PROMPT_LEAK');
  if (!linksAreAllowed(text, turnInput)) return stop('URL_NOT_ALLOWED');
  if (hasPaymentData(text)) return stop('PAYMENT_DATA');
  if (!contactsAreKnown(text, turnInput)) return stop('FOREIGN_CONTACT');
  if (matchesAny(text, turnInput.neverSay)) return stop('NEVER_SAY');
  if (turnInput.mustCite !== null && !citedNumbers(text).some((n) => turnInput.mustCite?.includes(n)))
    return stop('UNCOVERED');
  if (claimsUntrue(text, turnInput.completedActions)) return stop('UNTRUE_CLAIM');
  // The first answer begins with what the agent is.
  if (turnInput.lastReply !== null && withoutSpaces(turnInput.lastReply).endsWith(withoutSpaces(text)))
    return stop('REPEATED');
  return isInLanguage(text, turnInput.language) ? { ok: true, text } : stop('LANGUAGE');
}
