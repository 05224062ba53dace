import * as words from '../words/en/shape.js';
import { plainOf } from './shape.js';

interface Read {
  value: unknown;
  /** The reason why the text means nothing. */
  fault?: string;
}

/** Reads JSON; nothing written is no value. */
export function readJson(text: string): Read {
  if (!text.trim()) return { value: undefined };
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { value: undefined, fault: words.thisIsntValidJson };
  }
}
export const writeJson = (value: unknown): string => (value === undefined ? '' : JSON.stringify(value, null, 2));

/** Reads `name = value` line by line. */
export function readLines(text: string): Read {
  const lines = text.split('\n').filter((line) => line.trim());
  const odd = lines.find((line) => !/^\s*[^=\s][^=]*=/.test(line));
  if (odd !== undefined) return { value: undefined, fault: words.mustHaveTheFormNameValue(odd.trim()) };
  const entries = lines.map((line) => {
    const at = line.indexOf('=');
    return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
  });
  return { value: entries.length > 0 ? Object.fromEntries(entries) : undefined };
}
export const writeLines = (value: unknown): string =>
  Object.entries(plainOf(value))
    .map(([name, text]) => `${name} = ${text}`)
    .join('\n');

/** Reads what a condition compares with as a person types it: a number, yes or no, a list, a text. */
export function readValue(text: string, isList: boolean): unknown {
  if (isList) return text.split(',').flatMap((each) => (each.trim() ? [readValue(each.trim(), false)] : []));
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  if (trimmed === 'true' || trimmed === 'false') return trimmed === 'true';
  // Numbers as people write them: no zero in front, which is a phone number or a code.
  if (/^-?(0|[1-9]\d{0,14})(\.\d{1,10})?$/.test(trimmed)) return Number(trimmed);
  return text;
}
export const writeValue = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(writeValue).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};
