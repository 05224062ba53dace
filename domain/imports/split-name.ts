import { cut, foldWords, singleLine } from '../values/text.js';

/** A whole name, taken apart. */
export interface SplitName {
  first: string;
  last: string;
  /** Titles in front of it and behind it. */
  prefix?: string;
  suffix?: string;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));
const PREFIXES = words(
  'mr mrs ms miss mx dr dra drs dre prof profa sir madam sr sra srta srita don dona dna d lic licda ing arq abg herr frau fr hr m mme mlle mlles me monsieur madame mademoiselle maitre sig sigra signor signora signorina dott dottssa dottore dottoressa avv geom rag eng enga doutor doutora senhor senhora dipl diplom mag rev ir',
);
/** Titles that are also first names or initials, without a full stop. */
const ONLY_WITH_STOP = words('d m me fr don mag ms eng ing ir');
const SUFFIXES = words(
  'phd dphil md mba msc bsc ba ma bs ms llb llm jd dds dvm rn cpa cfa pmp esq jr jnr sr snr ii iii iv ing mag meng beng ca mbbs frcs hons',
);
const MAX_NAME = 400;
const PARTICLE = /^(?:de|del|da|das|do|dos|di|du|van|von|vom|zu|der|den|la|las|los|le|ter|ten|el|al|bin|ibn)$/i;

/**
 * Splits a whole name into first and last name. `Last, First` is turned round, as is `LAST First` in capitals, or any
 * name where `lastFirst` says so; titles are taken off.
 */
export function splitName(text: string, lastFirst = false): SplitName {
  const name = cut(singleLine(text), MAX_NAME).replace(/\s{0,5}[<(][^<>()]{0,200}[>)]$/, '');
  const parts = name
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const suffixes = parts.slice(1).filter(isSuffix);
  const [left = '', ...right] = parts.filter((part, at) => at === 0 || !isSuffix(part));
  const given = takePrefix(right.length > 0 ? (right[0] as string) : left);
  const all = takeSuffix(given.rest);
  const behind = [...suffixes, ...all.suffix, ...right.slice(1)].join(', ');
  const titles = { ...(given.prefix && { prefix: given.prefix }), ...(behind && { suffix: behind }) };
  if (right.length > 0) {
    const family = takePrefix(left);
    return { first: all.rest.join(' '), last: family.rest.join(' '), ...prefixed(family.prefix, titles) };
  }
  return { ...splitWords(all.rest, lastFirst), ...titles };
}

const prefixed = (prefix: string, titles: Pick<SplitName, 'prefix' | 'suffix'>) =>
  prefix ? { ...titles, prefix: [prefix, titles.prefix].filter(Boolean).join(' ') } : titles;

function takePrefix(text: string): { prefix: string; rest: string[] } {
  const rest = text.split(/\s+/);
  let count = 0;
  while (count < rest.length - 1 && isPrefix(rest[count] as string)) count += 1;
  return { prefix: rest.slice(0, count).join(' '), rest: rest.slice(count) };
}

function isPrefix(word: string): boolean {
  const folded = foldWords(word.replaceAll('.', '').replace(/[ªº]/g, 'a'));
  const parts = folded.split(' ');
  if (!parts.every((part) => PREFIXES.has(part))) return false;
  return word.endsWith('.') || !parts.some((part) => ONLY_WITH_STOP.has(part));
}

function takeSuffix(rest: readonly string[]): { rest: string[]; suffix: string[] } {
  const end = rest.findLastIndex((word) => !isSuffix(word)) + 1;
  // One word or none remains: it is rather the name.
  return end < 2 ? { rest: [...rest], suffix: [] } : { rest: rest.slice(0, end), suffix: rest.slice(end) };
}

const isSuffix = (text: string): boolean => SUFFIXES.has(foldWords(text.replaceAll('.', '')).replaceAll(' ', ''));

const isUpper = (word: string): boolean => /\p{Lu}.*\p{Lu}/u.test(word) && word === word.toLocaleUpperCase();

function splitWords(all: readonly string[], lastFirst: boolean): { first: string; last: string } {
  const join = (at: number) => ({ first: all.slice(0, at).join(' '), last: all.slice(at).join(' ') });
  const turned = (at: number) => ({ first: all.slice(at).join(' '), last: all.slice(0, at).join(' ') });
  if (all.length < 2) return join(1);
  const firstSmall = all.findIndex((word) => !isUpper(word) && !PARTICLE.test(word));
  // `GARCÍA LÓPEZ Ana`: the family name is the one in capitals.
  if (firstSmall > 0 && isUpper(all[firstSmall - 1] as string) && all.slice(firstSmall).every((word) => !isUpper(word)))
    return turned(firstSmall);
  if (lastFirst) return turned(familyLength(all));
  // `María del Carmen García`: the first name has a particle of its own.
  const compound = /^(?:maria|ma)$/.test(foldWords(all[0] as string)) && /^del?$/i.test(all[1] as string);
  const at = /^l[ao]s?$/i.test(all[2] ?? '') ? 4 : 3;
  return join(compound && all.length > at ? at : 1);
}

/**
 * Returns the number of words of a family name at the front: its particles, and a second one if two more words follow.
 */
function familyLength(all: readonly string[]): number {
  let length = 1;
  while (length < all.length - 1 && PARTICLE.test(all[length - 1] as string)) length += 1;
  return all.length - length > 2 ? length + 1 : length;
}

/** Returns whether a name is in capitals alone, so that nothing says which of its words is the family name. */
export const isAllCapitals = (text: string): boolean => {
  const all = text.split(/[\s,]+/).filter((word) => word !== '');
  return !text.includes(',') && all.length > 1 && all.every((word) => isUpper(word) || PARTICLE.test(word));
};
