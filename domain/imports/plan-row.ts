import { parseCountry } from '../values/country.js';
import { dateShape, parseDate } from '../values/dates.js';
import { parseEmail } from '../values/email.js';
import { parseMoney } from '../values/money.js';
import { PHONE_EXTENSION, readPhone } from '../values/phone.js';
import { checkText, findMetadataProblem, singleLine } from '../values/text.js';
import { parseTimezone } from '../values/timezone.js';
import { unescapeCsvCell } from './csv-escape.js';
import type { ColumnPlan } from './mapping.js';
import { isFlag, optOutChannel, readOptOut, saysLeftEverything } from './opt-outs.js';
import { type RowProblem, readConsent, readTags, splitName } from './read-cells.js';
import { metadataKey } from './targets.js';

/** The lead columns that a row fills; those it leaves empty are absent. */
export interface ImportedLead {
  /** The account's lead that the row names. */
  id?: string;
  first_name: string;
  last_name?: string;
  email?: string;
  phone?: string;
  company?: string;
  title?: string;
  source?: string;
  timezone?: string;
  country?: string;
  owner_id?: string;
  external_id?: string;
  consent?: Partial<Record<'email' | 'whatsapp' | 'call' | 'sms', 'opted_in' | 'opted_out'>>;
  metadata: Record<string, unknown>;
}

/** What becomes of a row: a lead, with what was dropped on the way, or nothing, with the reasons. */
export type RowPlan =
  | { kind: 'lead'; lead: ImportedLead; tags: string[]; warnings: RowProblem[] }
  | { kind: 'error'; errors: RowProblem[] };

/** What a row is read with besides its columns. */
export interface RowOptions {
  /** Country of national phone numbers in rows without one of their own. */
  defaultCountry?: string | null;
  /** Zone of times without an offset. */
  timezone?: string;
}

const MAX_LENGTH = {
  first_name: 200,
  last_name: 200,
  company: 200,
  title: 200,
  source: 100,
  external_id: 255,
} as const;
const CHANNELS = ['email', 'whatsapp', 'call', 'sms'] as const;
const PLAIN = Object.keys(MAX_LENGTH) as (keyof typeof MAX_LENGTH)[];
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Reads one row into a lead. A row without a first name is an error; an invalid e-mail or phone is dropped with a
 * warning where the other one is valid, else an error. Formulas stay the text they are: they are escaped on export.
 */
export function planRow(cells: readonly string[], columns: readonly ColumnPlan[], options: RowOptions = {}): RowPlan {
  const row = new Map<string, { text: string; header: string }>();
  const errors: RowProblem[] = [];
  const warnings: RowProblem[] = [];
  const tags: string[] = [];
  const lead: ImportedLead = { first_name: '', metadata: {} };

  columns.forEach((column, index) => {
    const text = unescapeCsvCell((cells[index] ?? '').trim());
    if (text === '' || column.to === 'ignore') return;
    if (text.includes('\ufffd')) warnings.push(broken(column.header));
    const safe = checkText(text);
    if (!safe.ok) errors.push({ column: column.header, code: safe.code, message: safe.message });
    else if (column.to.startsWith('opt_out.')) readOptOutCell(text, column, lead, warnings);
    else if (column.to === 'tags') tags.push(...readTags(text, column.header, warnings));
    else if (column.to === 'metadata') readMetadataObject(text, column.header, lead, errors, warnings);
    else if (column.to.startsWith('metadata.')) {
      lead.metadata[column.to.slice('metadata.'.length)] = readMetadata(text, column, options, warnings);
    } else if (!isPlaceholder(text)) row.set(column.to, { text, header: column.header });
  });
  readNames(row);
  for (const key of PLAIN) {
    const cell = row.get(key);
    if (!cell) continue;
    const text = key === 'external_id' ? cell.text : singleLine(cell.text);
    if (text.length > MAX_LENGTH[key]) errors.push(tooLong(cell.header, MAX_LENGTH[key]));
    else if (text !== '') lead[key] = text;
  }
  if (lead.first_name === '' && errors.length === 0) {
    errors.push({ column: null, code: 'FIRST_NAME_MISSING', message: 'The row has no first name.' });
  }
  readLocation(row, lead, warnings);
  readContact(row, lead, options, errors, warnings);
  readRest(row, lead, warnings);
  const metadataProblem = findMetadataProblem(lead.metadata);
  if (metadataProblem) errors.push({ column: null, code: 'INVALID_METADATA', message: metadataProblem.message });
  return errors.length > 0
    ? { kind: 'error', errors }
    : { kind: 'lead', lead, tags: [...new Set(tags)].slice(0, 100), warnings };
}

/** Tells whether a cell only says that it is empty, as databases and spreadsheets write it. */
const isPlaceholder = (text: string): boolean =>
  text.length <= 11 &&
  /^(?:null|nil|none|undefined|nan|#?n\/a|#ref!|#value!|#name\?|#error!|\(?blank\)?|-+|–|—|\.)$/i.test(text);

type Row = Map<string, { text: string; header: string }>;

function readNames(row: Row): void {
  const whole = row.get('full_name');
  if (!whole || row.has('first_name')) return;
  const { first, last } = splitName(whole.text);
  row.set('first_name', { text: first, header: whole.header });
  if (last !== '' && !row.has('last_name')) row.set('last_name', { text: last, header: whole.header });
}

function readLocation(row: Row, lead: ImportedLead, warnings: RowProblem[]): void {
  for (const [key, parse] of [
    ['country', parseCountry],
    ['timezone', parseTimezone],
  ] as const) {
    const cell = row.get(key);
    if (!cell) continue;
    const read = parse(cell.text);
    if (read.ok) lead[key] = read.value;
    else warnings.push({ column: cell.header, code: read.code, message: `${read.message} It was left out.` });
  }
}

function readContact(
  row: Row,
  lead: ImportedLead,
  options: RowOptions,
  errors: RowProblem[],
  warnings: RowProblem[],
): void {
  const invalid: RowProblem[] = [];
  const email = row.get('email');
  const phone = row.get('phone');
  const readEmail = email && parseEmail(email.text);
  const number = phone && readPhone(phone.text, lead.country ?? options.defaultCountry);
  if (readEmail?.ok) lead.email = readEmail.value;
  else if (email && readEmail) invalid.push({ column: email.header, code: readEmail.code, message: readEmail.message });
  if (number?.ok) {
    lead.phone = number.value.number;
    if (number.value.extension) lead.metadata[PHONE_EXTENSION] ??= number.value.extension;
  } else if (phone && number) invalid.push({ column: phone.header, code: number.code, message: number.message });
  if (lead.email || lead.phone)
    warnings.push(...invalid.map((problem) => ({ ...problem, message: `${problem.message} It was left out.` })));
  else errors.push(...invalid);
}

function readRest(row: Row, lead: ImportedLead, warnings: RowProblem[]): void {
  const id = row.get('id');
  if (id && UUID.test(id.text)) lead.id = id.text.toLowerCase();
  else if (id)
    warnings.push({
      column: id.header,
      code: 'INVALID_ID',
      message: 'The cell is not the id of a lead. It was left out.',
    });
  const owner = row.get('owner_id');
  if (owner && UUID.test(owner.text)) lead.owner_id = owner.text.toLowerCase();
  else if (owner)
    warnings.push({ column: owner.header, code: 'INVALID_OWNER', message: 'The owner is not an id. It was left out.' });
  for (const channel of CHANNELS) {
    const cell = row.get(`consent.${channel}`);
    if (!cell) continue;
    if (cell.text.toLowerCase() === 'unknown') continue;
    const consent = readConsent(cell.text, cell.header);
    if (consent) lead.consent = { [channel]: consent, ...lead.consent };
    else
      warnings.push({
        column: cell.header,
        code: 'INVALID_CONSENT',
        message: 'The consent is neither yes nor no. It was left out.',
      });
  }
}

function readOptOutCell(text: string, column: ColumnPlan, lead: ImportedLead, warnings: RowProblem[]): void {
  const own = optOutChannel(column.header) !== undefined;
  const isDate = dateShape(text).kind !== 'none';
  const read = isDate && own ? 'opted_out' : readOptOut(text);
  // A date, a reason or a status says more than yes; a status that isn't about leaving says nothing else.
  if (column.guessed && !isFlag(text)) lead.metadata[metadataKey(column.header, 0)] ??= text;
  if (read === 'not_said' || (read === 'unclear' && !own)) return;
  const channel = saysLeftEverything(text) ? 'all' : column.to.slice('opt_out.'.length);
  for (const one of CHANNELS)
    if (channel === 'all' || channel === one) lead.consent = { ...lead.consent, [one]: 'opted_out' };
  if (read === 'unclear') {
    warnings.push({
      column: column.header,
      code: 'UNCLEAR_OPT_OUT',
      message: 'The cell is neither yes nor no. It counts as an opt-out.',
    });
  }
}

/** Takes in the keys of a JSON object; a null says nothing, so that no import removes a key. */
function readMetadataObject(
  text: string,
  header: string,
  lead: ImportedLead,
  errors: RowProblem[],
  warnings: RowProblem[],
): void {
  const value = parseObject(text);
  if (!value) {
    warnings.push({
      column: header,
      code: 'INVALID_METADATA',
      message: 'The cell is not a JSON object. It was kept as text.',
    });
    lead.metadata.metadata = text;
    return;
  }
  const problem = findMetadataProblem(value);
  if (problem) errors.push({ column: header, code: 'INVALID_METADATA', message: problem.message });
  else for (const [key, item] of Object.entries(value)) if (item !== null) lead.metadata[key] ??= item;
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

function readMetadata(text: string, column: ColumnPlan, options: RowOptions, warnings: RowProblem[]): unknown {
  if (column.type === 'text') return text;
  const read =
    column.type === 'number'
      ? parseMoney(text)
      : parseDate(text, { order: column.date_order, zone: options.timezone ?? 'utc' });
  if (read.ok) return read.value;
  warnings.push({ column: column.header, code: read.code, message: `${read.message} It was kept as text.` });
  return text;
}

const broken = (header: string): RowProblem => ({
  column: header,
  code: 'BROKEN_CHARACTERS',
  message: 'Some characters of the cell could not be read in the encoding of the file.',
});

const tooLong = (header: string, max: number): RowProblem => ({
  column: header,
  code: 'TEXT_TOO_LONG',
  message: `The text is longer than ${max} characters.`,
});
