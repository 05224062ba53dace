import { MAX_DEAL_VALUE } from '../../schemas/leads/lead-bodies.js';
import { parseCountry } from '../values/country.js';
import { dateShape, parseDate } from '../values/dates.js';
import { currencyIn, parseMoney } from '../values/money.js';
import { PHONE_EXTENSION } from '../values/phone.js';
import { checkText, findMetadataProblem, singleLine } from '../values/text.js';
import { parseTimezone } from '../values/timezone.js';
import { unescapeCsvCell } from './csv-escape.js';
import type { ColumnPlan } from './mapping.js';
import { isFlag, isFullOptOut, optOutChannel, readOptOut } from './opt-outs.js';
import { type RowProblem, readConsent, readTags } from './read-cells.js';
import { type CellValues, readEmails, readPhones, splitContactValues } from './several-values.js';
import { isAllCapitals, splitName } from './split-name.js';
import { metadataKey, namesLastFirst } from './targets.js';

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
  deal_value?: number;
  deal_currency?: string;
  consent?: Partial<Record<'email' | 'whatsapp' | 'call' | 'sms', 'opted_in' | 'opted_out'>>;
  metadata: Record<string, unknown>;
}

/** The plan for a row: a lead with the dropped values, or nothing with the reasons. */
export type RowPlan =
  | { kind: 'lead'; lead: ImportedLead; tags: string[]; warnings: RowProblem[] }
  | { kind: 'error'; errors: RowProblem[] };

/** The options of reading a row in addition to its columns. */
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
  const row: Row = new Map();
  const spares: Spare[] = [];
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
      if (column.fallback_for && !isPlaceholder(text)) spares.push({ text, for: column.fallback_for });
    } else if (!isPlaceholder(text)) row.set(column.to, { text, header: column.header });
  });
  readNames(row, lead, warnings);
  for (const key of PLAIN) {
    const cell = row.get(key);
    if (!cell) continue;
    const { first, others } = splitContactValues(cell.text);
    const text = key === 'external_id' ? cell.text : singleLine(first);
    if (others.length > 0 && key !== 'external_id') keepOthers(lead, key, others, cell.header, warnings);
    if (text.length > MAX_LENGTH[key]) errors.push(tooLong(cell.header, MAX_LENGTH[key]));
    else if (text !== '') lead[key] = text;
  }
  if (lead.first_name === '' && errors.length === 0) {
    errors.push({ column: null, code: 'FIRST_NAME_MISSING', message: 'The row has no first name.' });
  }
  readLocation(row, lead, warnings);
  readContact(row, spares, lead, options, errors, warnings);
  readRest(row, lead, warnings);
  const metadataProblem = findMetadataProblem(lead.metadata);
  if (metadataProblem) errors.push({ column: null, code: 'INVALID_METADATA', message: metadataProblem.message });
  return errors.length > 0
    ? { kind: 'error', errors }
    : { kind: 'lead', lead, tags: [...new Set(tags)].slice(0, 100), warnings };
}

/** Returns whether a cell only says that it is empty or an error, as databases and spreadsheets write it. */
const isPlaceholder = (text: string): boolean =>
  text.length <= 11 &&
  /^(?:null|nil|none|undefined|nan|n\/a|#(?:n\/a|name\?|div\/0!|(?:ref|value|num|null|error|spill|calc|field|busy)!)|err:5\d\d|\(?blank\)?|-+|–|—|\.)$/i.test(
    text,
  );

type Row = Map<string, { text: string; header: string }>;

/** A cell that is used where the row has no better value. */
interface Spare {
  text: string;
  for: 'email' | 'phone';
}

function readNames(row: Row, lead: ImportedLead, warnings: RowProblem[]): void {
  const whole = row.get('full_name');
  if (!whole || row.has('first_name')) return;
  const lastFirst = namesLastFirst(whole.header);
  const { first, last, prefix, suffix } = splitName(whole.text, lastFirst);
  if (prefix) lead.metadata.name_prefix ??= prefix;
  if (suffix) lead.metadata.name_suffix ??= suffix;
  if (!lastFirst && isAllCapitals(whole.text)) {
    const message = 'The name is in capitals. Check that the first name is correct.';
    warnings.push({ column: whole.header, code: 'NAME_ORDER_UNCLEAR', message });
  }
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
    else warnings.push({ column: cell.header, code: read.code, message: `${read.message} The value was skipped.` });
  }
}

function readContact(
  row: Row,
  spares: readonly Spare[],
  lead: ImportedLead,
  options: RowOptions,
  errors: RowProblem[],
  warnings: RowProblem[],
): void {
  const country = lead.country ?? options.defaultCountry;
  const invalid: RowProblem[] = [];
  const take = <T>(key: 'email' | 'phone', read: (text: string) => CellValues<T>): T | undefined => {
    const cell = row.get(key);
    const own = cell && read(cell.text);
    if (cell && own?.read.ok) {
      if (own.others.length > 0) keepOthers(lead, key, own.others, cell.header, warnings);
      return own.read.value;
    }
    if (cell && own && !own.read.ok)
      invalid.push({ column: cell.header, code: own.read.code, message: own.read.message });
    for (const spare of spares) {
      const other = spare.for === key ? read(spare.text).read : undefined;
      if (other?.ok) return other.value;
    }
    return undefined;
  };
  const email = take('email', readEmails);
  const phone = take('phone', (text) => readPhones(text, country));
  if (email) lead.email = email;
  if (phone) {
    lead.phone = phone.number;
    if (phone.extension) lead.metadata[PHONE_EXTENSION] ??= phone.extension;
  }
  if (lead.email || lead.phone)
    warnings.push(...invalid.map((problem) => ({ ...problem, message: `${problem.message} The value was skipped.` })));
  else errors.push(...invalid);
}

/** Keeps further values of a cell, so that none is lost. */
function keepOthers(
  lead: ImportedLead,
  key: string,
  others: readonly string[],
  header: string,
  warnings: RowProblem[],
): void {
  lead.metadata[`other_${key}`] ??= others.join(', ');
  const message = `The cell has several values. The first valid one is used; the others are stored in \`metadata.other_${key}\`.`;
  warnings.push({ column: header, code: 'SEVERAL_VALUES', message });
}

function readRest(row: Row, lead: ImportedLead, warnings: RowProblem[]): void {
  const id = row.get('id');
  if (id && UUID.test(id.text)) lead.id = id.text.toLowerCase();
  else if (id)
    warnings.push({
      column: id.header,
      code: 'INVALID_ID',
      message: "The cell isn't a lead ID. The value was skipped.",
    });
  const owner = row.get('owner_id');
  if (owner && UUID.test(owner.text)) lead.owner_id = owner.text.toLowerCase();
  else if (owner)
    warnings.push({
      column: owner.header,
      code: 'INVALID_OWNER',
      message: "The owner isn't a user ID. The value was skipped.",
    });
  readDeal(row, lead, warnings);
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
        message: 'The consent must be yes or no. The value was skipped.',
      });
  }
}

/** Reads a deal's value and currency. Without a column of its own, the currency is read from the value. */
function readDeal(row: Row, lead: ImportedLead, warnings: RowProblem[]): void {
  const value = row.get('deal_value');
  const currency = row.get('deal_currency');
  if (value) {
    const read = parseMoney(value.text);
    if (read.ok && read.value >= 0 && read.value <= MAX_DEAL_VALUE) lead.deal_value = read.value;
    else
      warnings.push({
        column: value.header,
        code: 'INVALID_NUMBER',
        message: "The cell isn't an amount of money from 0 to 1,000,000,000,000. The value was skipped.",
      });
  }
  const code = currency ? currencyIn(currency.text) : value && currencyIn(value.text);
  if (code) lead.deal_currency = code;
  else if (currency)
    warnings.push({
      column: currency.header,
      code: 'INVALID_CURRENCY',
      message: "The cell isn't a currency code, such as EUR. The value was skipped.",
    });
}

function readOptOutCell(text: string, column: ColumnPlan, lead: ImportedLead, warnings: RowProblem[]): void {
  const own = optOutChannel(column.header) !== undefined;
  const isDate = !['none', 'serial'].includes(dateShape(text).kind);
  const read = isDate && own ? 'opted_out' : readOptOut(text);
  // A date, a reason or a status says more than yes; a status that isn't about leaving says nothing else.
  if (column.guessed && !isFlag(text)) lead.metadata[metadataKey(column.header, 0)] ??= text;
  if (read === 'not_said' || (read === 'unclear' && !own)) return;
  const channel = isFullOptOut(text) ? 'all' : column.to.slice('opt_out.'.length);
  for (const one of CHANNELS)
    if (channel === 'all' || channel === one) lead.consent = { ...lead.consent, [one]: 'opted_out' };
  if (read === 'unclear') {
    warnings.push({
      column: column.header,
      code: 'UNCLEAR_OPT_OUT',
      message: 'The cell must be yes or no. It was imported as an opt-out.',
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
      message: "The cell isn't a JSON object. It was imported as text.",
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
  warnings.push({ column: column.header, code: read.code, message: `${read.message} It was imported as text.` });
  return text;
}

const broken = (header: string): RowProblem => ({
  column: header,
  code: 'BROKEN_CHARACTERS',
  message: "Some characters of the cell aren't valid in the encoding of the file.",
});

const tooLong = (header: string, max: number): RowProblem => ({
  column: header,
  code: 'TEXT_TOO_LONG',
  message: `The text is longer than ${max} characters.`,
});
