import iconv from 'iconv-lite';
import type { TextEncoding } from '../../schemas/imports/imports.js';

/** Encodings of one byte a character that spreadsheets write; those that come first win where nothing decides. */
const SINGLE_BYTE = [
  ...(['windows-1252', 'iso-8859-15', 'windows-1250', 'iso-8859-2', 'windows-1254', 'windows-1251', 'koi8-r'] as const),
  ...(['windows-1253', 'windows-1255', 'windows-1256', 'cp866', 'cp850', 'cp852', 'cp437', 'macintosh'] as const),
] as const;
const MULTI_BYTE = ['shift_jis', 'euc-kr', 'gb18030', 'big5', 'euc-jp'] as const;

/** Letters that the languages of an encoding use; any other character above ASCII speaks against it. */
const LETTERS: Record<(typeof SINGLE_BYTE)[number], string> = (() => {
  const western = 'áéíóúüñçàèìòùâêîôûäöëïãõåæøßœ';
  const central = 'áéíóúýčďěňřšťůžąćęłńóśźżöüőűäôľĺŕăâîșțşţđß';
  const cyrillic = 'абвгдежзийклмнопрстуфхцчшщъыьэюяёіїєґ';
  const greek = 'αβγδεζηθικλμνξοπρστυφχψωςάέήίόύώϊϋΐΰ';
  return {
    'windows-1252': western,
    'iso-8859-15': `${western}šž`,
    'windows-1250': central,
    'iso-8859-2': central,
    'windows-1254': 'çğıöşüâîûİ',
    'windows-1251': cyrillic,
    'koi8-r': cyrillic,
    cp866: cyrillic,
    'windows-1253': greek,
    'windows-1255': 'אבגדהוזחטיךכלםמןנסעףפץצקרשת',
    cp850: western,
    cp852: central,
    'windows-1256': 'ابتثجحخدذرزسشصضطظعغفقكلمنهويىةءآأإئؤپچژگ',
    cp437: 'áéíóúüñçàèìòùâêîôûäöëïåæß',
    macintosh: western,
  };
})();
/** The letters beyond ASCII that are by far the most frequent ones in Latin names. */
const EVERYDAY = new Set('áéíóúñçüöäßèêåæøąćęłńśżčřšžýěığş');
const RARE = new Set('ÿþðýÝƒ¼½¾¤¦¬¯¸¹²³');
const PUNCTUATION = new Set('€£°ºª«»“”‘’–—…·•¿¡§©®™№„‚\u00a0');
/** Leading bytes of the characters that everyday texts of an encoding are made of. */
const COMMON_LEADS: Record<(typeof MULTI_BYTE)[number], readonly [from: number, to: number][]> = {
  shift_jis: [
    [0x82, 0x83],
    [0x88, 0x97],
    [0xe0, 0xe9],
  ],
  gb18030: [[0xb0, 0xd7]],
  big5: [[0xa4, 0xc6]],
  'euc-kr': [[0xb0, 0xc8]],
  'euc-jp': [
    [0xa4, 0xa5],
    [0xb0, 0xcf],
  ],
};
const COMMON_SCRIPT: Record<(typeof MULTI_BYTE)[number], RegExp> = {
  shift_jis: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}ー]/u,
  gb18030: /\p{Script=Han}/u,
  big5: /\p{Script=Han}/u,
  'euc-kr': /\p{Script=Hangul}/u,
  'euc-jp': /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}ー]/u,
};
const MAX_BYTES = 64 * 1024;

/**
 * Returns the encoding in which the bytes of a file that isn't UTF-8 read best. Nothing in such a file says what it is
 * written in, so that the answer is a guess.
 */
export function guessEncoding(head: Uint8Array): TextEncoding {
  const bytes = Buffer.from(head.subarray(0, MAX_BYTES));
  let best: { encoding: TextEncoding; score: number } = { encoding: 'windows-1252', score: 0 };
  for (const encoding of [...SINGLE_BYTE, ...MULTI_BYTE]) {
    const text = iconv.decode(bytes, encoding);
    const isWide = (MULTI_BYTE as readonly string[]).includes(encoding);
    const score = isWide
      ? wideScore(text, bytes, encoding as (typeof MULTI_BYTE)[number])
      : letterScore(text, LETTERS[encoding as (typeof SINGLE_BYTE)[number]]);
    if (score > best.score) best = { encoding, score };
  }
  return best.encoding;
}

/** From 1 for letters that fit together down to -1 for signs within words, by character above ASCII. */
function letterScore(text: string, letters: string): number {
  const known = new Set(letters);
  const isLatin = !/[^\p{Script=Latin}]/u.test(letters);
  let score = 0;
  let count = 0;
  let before = ' ';
  for (const char of text) {
    if (char > '\u007f') {
      count += 1;
      score += charScore(char, before, known, isLatin);
    } else if (!isLatin && /[a-z]/i.test(char) && /[^\P{L}a-z]/iu.test(before)) score -= 1;
    before = char;
  }
  return count === 0 ? 0 : score / count;
}

function charScore(char: string, before: string, known: ReadonlySet<string>, isLatin: boolean): number {
  const lower = char.toLowerCase();
  const inWord = /\p{L}/u.test(before);
  if ((known.has(lower) || known.has(char)) && !RARE.has(char)) {
    if (inWord && char !== lower && before === before.toLowerCase() && before !== before.toUpperCase()) return -0.5;
    if (inWord && before > '\u007f' === isLatin) return isLatin ? 0.4 : -1;
    if (!isLatin && inWord && char !== lower) return 0.7;
    if (!isLatin && !inWord && lower === char && char !== char.toUpperCase()) return 0.8;
    return isLatin && !EVERYDAY.has(lower) ? 0.95 : 1;
  }
  if (PUNCTUATION.has(char)) return inWord && !/[\u00a0’–—…»”]/.test(char) ? -0.3 : 0.3;
  return /\p{L}/u.test(char) ? -0.5 : -1;
}

/** The share of everyday characters of East Asia; a text of letters alone reads better as letters. */
function wideScore(text: string, bytes: Buffer, encoding: (typeof MULTI_BYTE)[number]): number {
  let count = 0;
  let fitting = 0;
  let before = ' ';
  for (const char of text) {
    const afterLetter = /[a-z]/i.test(before);
    before = char;
    if (char <= '\u007f') continue;
    count += 1;
    // A word of Latin letters whose accents were read together with the letters behind them.
    if (afterLetter) fitting -= 1;
    else if (COMMON_SCRIPT[encoding].test(char)) fitting += 1;
    else if (char === '\ufffd') fitting -= 2;
  }
  if (count === 0) return 0;
  let leads = 0;
  let common = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] as number;
    if (byte < 0x80) continue;
    leads += 1;
    if (COMMON_LEADS[encoding].some(([from, to]) => byte >= from && byte <= to)) common += 1;
    at += 1;
  }
  return (fitting / count) * (0.2 + (0.75 * common) / leads);
}
