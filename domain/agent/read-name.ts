import { foldWords } from '../values/text.js';
import { isCommon } from './language.js';
import { NOT_NAMES } from './not-names.js';

/** A first name with what follows it, or a whole name. */
export interface FoundName {
  first: string;
  last: string | null;
  evidence: string;
  confidence: number;
}

/** The fields that hold names. */
export const NAME_KEYS: readonly string[] = ['first_name', 'last_name', 'name', 'full_name'];

const ASKED = 0.95;
const UNASKED = 0.85;
const BARE = 0.7;
const MAX_NAME = 100;
const MAX_WORDS = 5;

/**
 * Phrases that introduce a name but also other things. After them only capitalized words are a name. Includes typing
 * errors.
 */
const NAMING = [
  ...['my name is', "my name's", 'my names', 'name is', 'call me', 'i am called', 'you can call me', 'the name is'],
  ...['me llamo', 'me yamo', 'me llano', 'me lamo', 'mi nombre es', 'mi nombr es', 'mi nonbre es', 'nombre'],
  ...['me chamo', 'me xamo', 'meu nome é', 'meu nome e', 'o meu nome é', 'chamo-me', 'chamo me'],
  ...['ich heiße', 'ich heisse', 'ich heise', 'ich heis', 'mein name ist', 'mein name', 'man nennt mich'],
  ...[
    "je m'appelle",
    "je m'apelle",
    "je m'apele",
    'je mappelle',
    'je mapelle',
    "j'm'appelle",
    "moi c'est",
    'mon nom est',
    'mon prénom est',
  ],
  ...['اسمي', 'إسمي', 'اسمى', 'انا اسمي'],
];
const MAY_NAME = [
  ...[
    'i am',
    "i'm",
    'im',
    'this is',
    "it's",
    'its',
    'yo soy',
    'soy',
    'soi',
    'soii',
    'sy',
    'eu sou',
    'sou',
    'sow',
    'je suis',
    "c'est",
  ],
  ...['ich bin', 'hier ist', 'hier spricht', 'انا', 'أنا', 'sono', 'ik ben'],
];
/** Nouns have capitals in German, so that only the answer to the question is a name there. */
const ONLY_ASKED = ['ich bin', 'hier ist', 'im', 'its', "it's", 'sy', 'sow', 'nombre', 'name is'];

/** Particles in front of a family name that belong to it. */
const PARTICLES = new Set(
  'da de do dos das del di du des della la las los le von van vom zu zur zum der den ter ten el al bin ibn ben bint abu abd e y i af av'.split(
    ' ',
  ),
);
/** Particles that are also first names. */
const ALSO_FIRST_NAMES = new Set(['ben', 'al', 'van', 'abu']);
/** Titles in front of a name that are no part of it. */
const TITLES = new Set(
  'mr mrs ms miss dr dra prof sr sra srta don doña herr frau m mme mlle monsieur madame السيد السيدة د'.split(' '),
);
const GREETINGS = new Set(
  'hi hello hey hola ola oi hallo moin bonjour bonsoir salut buenas yes yeah ok si sim ja oui مرحبا اهلا نعم'.split(
    ' ',
  ),
);
const STOP = new Set(NOT_NAMES.flatMap((line) => line.split(' ')).map(foldWords));
/** Keys next to each other, and letters held down. */
const TYPED_AT_RANDOM = /^(?:asd|qwe|zxc|hjk|jkl|dfg|sdf|fgh|wer|abc)|(\p{L})\1{2}/u;

const NAME_WORD = /^\p{L}[\p{L}\p{M}'’.-]{0,39}$/u;
const isParticle = (word: string): boolean => PARTICLES.has(word.toLowerCase());
const startsLowercase = (word: string): boolean => word.charAt(0) !== word.charAt(0).toLocaleUpperCase();
const capitalized = (word: string): string =>
  isParticle(word) && startsLowercase(word) ? word : word.charAt(0).toLocaleUpperCase() + word.slice(1);

/**
 * Returns whether a word can be one of a name: what is in no name isn't, nor is what is common in a language, in small
 * letters.
 */
function isNameWord(word: string): boolean {
  const folded = foldWords(word).replaceAll('ß', 'ss');
  if (!NAME_WORD.test(word) || folded === '') return false;
  if (isParticle(word)) return true;
  if (folded.split(' ').some((part) => STOP.has(part) && !PARTICLES.has(part)) || TYPED_AT_RANDOM.test(folded))
    return false;
  return !(isCommon(word) && startsLowercase(word));
}

/** Returns whether a text holds nothing that could be of a name: an insult, a refusal, a phrase. */
export const cannotBeName = (text: string): boolean => {
  const words = foldWords(text.slice(0, MAX_NAME)).split(' ');
  return words.every((word) => STOP.has(word) || isCommon(word) || TYPED_AT_RANDOM.test(word));
};

function toName(words: readonly string[], evidence: string, confidence: number): FoundName | undefined {
  const [given = '', ...rest] = words.map(capitalized);
  const first = given.charAt(0).toLocaleUpperCase() + given.slice(1);
  const isFirst = !isParticle(first) || ALSO_FIRST_NAMES.has(first.toLowerCase());
  if (!words.every(isNameWord) || !isFirst || isCommon(first)) return undefined;
  // `Ana y Luis` are two people.
  if (/^[ey]$/i.test(rest[0] ?? '')) return undefined;
  // A name that ends with a particle was cut out of another text.
  while (rest.length > 0 && isParticle(rest.at(-1) ?? '')) rest.pop();
  return { first, last: rest.length > 0 ? rest.join(' ') : null, evidence, confidence };
}

/** The words of a name at the beginning of a text: after the first, particles and capitals only. */
function leading(text: string, needsCapital: boolean): { words: string[]; evidence: string } | undefined {
  const words: string[] = [];
  let end = 0;
  for (const match of text
    .slice(0, MAX_NAME + 40)
    .matchAll(/\s{0,10}(\p{L}[\p{L}\p{M}'’-]{0,39})(?=([\s.,;:!?)]|$))/guy)) {
    const [all, word = '', after] = match;
    const isFirst = words.length === 0;
    const hasCapital = /^[\p{Lu}\p{Lo}]/u.test(word);
    if (isFirst ? needsCapital && !hasCapital : !hasCapital && !isParticle(word)) break;
    words.push(word);
    end = match.index + all.length;
    if (words.length === MAX_WORDS || (after !== undefined && after.trim() !== '')) break;
  }
  while (words.length > 1 && isParticle(words.at(-1) ?? '')) words.pop();
  return words.length === 0 ? undefined : { words, evidence: text.slice(0, end).trim() };
}

function nameAfter(text: string, phrases: readonly string[], needsCapital: boolean) {
  const plain = text.replaceAll('’', "'");
  const lower = plain.toLowerCase();
  if (lower.length !== plain.length) return undefined;
  for (const phrase of phrases) {
    for (let at = lower.indexOf(phrase); at >= 0; at = lower.indexOf(phrase, at + 1)) {
      const isWhole =
        !/[\p{L}\p{N}]/u.test(lower.charAt(at - 1)) && !/[\p{L}\p{N}']/u.test(lower.charAt(at + phrase.length));
      const name = isWhole ? leading(plain.slice(at + phrase.length), needsCapital) : undefined;
      if (name) return name;
    }
  }
  return undefined;
}

/** The words of an answer without greetings, titles and the words that introduce a name. */
function bareWords(segment: string): string[] {
  const lower = segment.toLowerCase();
  const introduction = [...NAMING, ...MAY_NAME].find((phrase) => lower.startsWith(`${phrase} `));
  const words = segment
    .slice(introduction?.length ?? 0)
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '');
  // Some say a name with its article: `sou a Joana`.
  if (introduction !== undefined && words.length > 1 && /^(?:a|o|der|die|el|la)$/i.test(words[0] ?? '')) words.shift();
  while (words.length > 1 && [TITLES, GREETINGS].some((set) => set.has((words[0] ?? '').toLowerCase()))) words.shift();
  return introduction === undefined && words.length < segment.trim().split(/\s+/).length
    ? bareWords(words.join(' '))
    : words;
}

const isCourtesy = (segment: string): boolean => {
  const words = foldWords(segment).split(' ');
  return words.every((word) => STOP.has(word) || GREETINGS.has(word) || TITLES.has(word));
};

/** Reads an answer that is a name and nothing else, also `García, Ana`. */
function bareName(text: string): FoundName | undefined {
  const plain = text.replaceAll('’', "'").trim();
  if (plain.length > MAX_NAME) return undefined;
  const smiling = plain.replace(/\p{Extended_Pictographic}|[\u200d\ufe0f]|[:;]-?[)D]/gu, ' ');
  const segments = smiling
    .split(/[,;!\n]|\.(?=\s|$)/u)
    .map((segment) => segment.trim())
    .filter((segment) => segment !== '' && !isCourtesy(segment));
  const [one, two, ...more] = segments.map(bareWords);
  if (!one || more.length > 0) return undefined;
  const words = two === undefined ? one : [...two, ...one];
  if (words.length > MAX_WORDS || (two !== undefined && (two.length > 2 || !smiling.includes(',')))) return undefined;
  return toName(words, segments.length === 1 ? (segments[0] ?? plain) : plain, BARE);
}

/** Finds the name that a person gives: behind the words that say one or, where it was asked for, as the whole answer. */
export function readName(text: string, asked: boolean): FoundName | undefined {
  const bare = asked ? bareName(text) : undefined;
  if (bare?.last !== undefined && bare.last !== null) return bare;
  const may = asked ? MAY_NAME : MAY_NAME.filter((phrase) => !ONLY_ASKED.includes(phrase));
  const naming = asked ? NAMING : NAMING.filter((phrase) => !ONLY_ASKED.includes(phrase));
  const named = nameAfter(text, naming, false) ?? nameAfter(text, may, true);
  const found = named && toName(named.words, named.evidence, asked ? ASKED : UNASKED);
  return found ?? bare;
}

/** Reads an answer to the question for a family name, where the first name is known already. */
export function readFamilyName(
  text: string,
  firstName: string,
): (Omit<FoundName, 'first' | 'last'> & { value: string }) | undefined {
  const plain = text.replaceAll('’', "'").trim();
  const words = plain.length <= MAX_NAME ? bareWords(plain.replace(/[.!]$/, '')) : [];
  const [one = ''] = words;
  const family = words.length > 1 && foldWords(one) === foldWords(firstName) ? words.slice(1) : words;
  const value = family.map(capitalized).join(' ');
  const isWhole = family.length > 0 && family.length <= MAX_WORDS;
  return isWhole && family.every(isNameWord) && !family.every(isParticle)
    ? { value, evidence: family.join(' '), confidence: BARE }
    : undefined;
}
