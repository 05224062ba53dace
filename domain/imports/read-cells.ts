import { singleLine } from '../values/text.js';

const MAX_TAG = 64;

/** Writes tags into a cell so that `readTags` reads the same names: one that holds a separator is quoted. */
export const writeTags = (names: readonly string[]): string =>
  names.map((name) => (/[;,|\n"]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name)).join(', ');

/**
 * Reads the tags of a cell, separated by `;`, `,`, `|` or ` ::: `; overlong ones are left out with a warning, and so are
 * the groups that Google Contacts itself makes, such as `* myContacts`.
 */
export function readTags(text: string, header: string, warnings: RowProblem[]): string[] {
  const names = text
    .split(' ::: ')
    .flatMap(splitTags)
    .map(singleLine)
    .filter((name) => name !== '' && !name.startsWith('* '));
  const fitting = names.filter((name) => name.length <= MAX_TAG);
  if (fitting.length < names.length) {
    warnings.push({
      column: header,
      code: 'TAG_TOO_LONG',
      message: `A tag is longer than ${MAX_TAG} characters. It was skipped.`,
    });
  }
  return fitting;
}

function splitTags(text: string): string[] {
  if (!text.includes('"')) return text.split(/[;,|\n]/);
  const names = [''];
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] as string;
    const name = names.at(-1) as string;
    if (quoted && char === '"' && text[at + 1] === '"') {
      names[names.length - 1] = `${name}"`;
      at += 1;
    } else if (quoted && char === '"') quoted = false;
    else if (char === '"' && name.trim() === '') {
      names[names.length - 1] = '';
      quoted = true;
    } else if (!quoted && /[;,|\n]/.test(char)) names.push('');
    else names[names.length - 1] = name + char;
  }
  return names;
}

/** Reads consent as exports write it. A yes in a column about opting out means no. */
export function readConsent(text: string, header: string): 'opted_in' | 'opted_out' | undefined {
  const word = text.toLowerCase().replace(/[\s_-]+/g, '_');
  if (['opted_in', 'opt_in', 'subscribed', 'granted'].includes(word)) return 'opted_in';
  if (['opted_out', 'opt_out', 'unsubscribed', 'denied', 'do_not_contact'].includes(word)) return 'opted_out';
  const yes = /^(1|yes|y|true|si|sí|sim|ja|oui|x)$/.test(word);
  const no = /^(0|no|n|false|não|nao|nein|non)$/.test(word);
  if (!yes && !no) return undefined;
  const aboutLeaving = /out|unsub|do[\s_-]?not|dnc|baja|optedout/i.test(header);
  return yes === aboutLeaving ? 'opted_out' : 'opted_in';
}

/** Something about a row that people should know; the text of a cell is never repeated. */
export interface RowProblem {
  column: string | null;
  code: string;
  message: string;
}
