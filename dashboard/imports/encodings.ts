import type { ImportPreview } from '../../schemas/imports/imports.js';

type Encoding = ImportPreview['encoding']['name'];

/** The encodings in which a file can be read, by the languages that they are for. */
const LABELS: Record<Encoding, string> = {
  'utf-8': 'Unicode (UTF-8)',
  'utf-16le': 'Unicode (UTF-16 LE)',
  'utf-16be': 'Unicode (UTF-16 BE)',
  'windows-1252': 'Western European (windows-1252)',
  'iso-8859-15': 'Western European (ISO 8859-15)',
  'windows-1250': 'Central European (windows-1250)',
  'iso-8859-2': 'Central European (ISO 8859-2)',
  'windows-1254': 'Turkish (windows-1254)',
  'windows-1251': 'Cyrillic (windows-1251)',
  'koi8-r': 'Cyrillic (KOI8-R)',
  'windows-1253': 'Greek (windows-1253)',
  'windows-1255': 'Hebrew (windows-1255)',
  'windows-1256': 'Arabic (windows-1256)',
  cp866: 'Cyrillic, MS-DOS (CP866)',
  cp850: 'Western European, MS-DOS (CP850)',
  cp852: 'Central European, MS-DOS (CP852)',
  cp437: 'United States, MS-DOS (CP437)',
  macintosh: 'Western European, old Mac (MacRoman)',
  shift_jis: 'Japanese (Shift JIS)',
  'euc-kr': 'Korean (EUC-KR)',
  gb18030: 'Simplified Chinese (GB18030)',
  big5: 'Traditional Chinese (Big5)',
  'euc-jp': 'Japanese (EUC-JP)',
};

export const ENCODINGS = Object.entries(LABELS).map(([value, label]) => ({ value, label }));
