import type { ImportPreview } from '../../../schemas/imports/imports.js';
import * as words from '../../words/en/imports.js';

type Encoding = ImportPreview['encoding']['name'];

/** The encodings in which a file can be read, by the languages that they are for. */
const LABELS: Record<Encoding, string> = {
  'utf-8': words.unicodeUtf8,
  'utf-16le': words.unicodeUtf16Le,
  'utf-16be': words.unicodeUtf16Be,
  'windows-1252': words.westernEuropeanWindows1252,
  'iso-8859-15': words.westernEuropeanIso885915,
  'windows-1250': words.centralEuropeanWindows1250,
  'iso-8859-2': words.centralEuropeanIso88592,
  'windows-1254': words.turkishWindows1254,
  'windows-1251': words.cyrillicWindows1251,
  'koi8-r': words.cyrillicKoi8R,
  'windows-1253': words.greekWindows1253,
  'windows-1255': words.hebrewWindows1255,
  'windows-1256': words.arabicWindows1256,
  cp866: words.cyrillicMsDosCp866,
  cp850: words.westernEuropeanMsDosCp850,
  cp852: words.centralEuropeanMsDosCp852,
  cp437: words.unitedStatesMsDosCp437,
  macintosh: words.westernEuropeanOldMacMacroman,
  shift_jis: words.japaneseShiftJis,
  'euc-kr': words.koreanEucKr,
  gb18030: words.simplifiedChineseGb18030,
  big5: words.traditionalChineseBig5,
  'euc-jp': words.japaneseEucJp,
};

export const ENCODINGS = Object.entries(LABELS).map(([value, label]) => ({ value, label }));
