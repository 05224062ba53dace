import { createHash, type Hash } from 'node:crypto';
import type { Knex } from 'knex';
import { findAgent } from '../../db/agents/agents.js';
import { inTransaction } from '../../db/connection.js';
import {
  deleteImport,
  deleteImportRows,
  findImport,
  insertImport,
  insertImportRows,
  listAbandonedUploads,
  lockImport,
  type NewImportRow,
  updateImport,
} from '../../db/imports/imports.js';
import { listCampaignNames, listKnownUsers } from '../../db/leads/lead-details.js';
import type { ImportRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { type ColumnAnalysis, createColumnAnalyser } from '../../domain/imports/analysis.js';
import type { ColumnPlan } from '../../domain/imports/mapping.js';
import { type FileOptions, type LeadFile, openFile } from '../../domain/imports/open-file.js';
import type { Clock } from '../../runtime/clock.js';
import { type ImportFile, type ImportPreview, MAX_IMPORT_ROWS } from '../../schemas/imports/imports.js';
import { startImport } from '../instructions/imports.js';
import { type LeadProblem, NO_CAMPAIGN, NO_OWNER, readLead } from '../leads/read-lead.js';
import type { StoredOptions } from './read-row.js';

/** An upload that is being received. */
export interface Upload {
  importId: string;
  accountId: string;
  /** The author: `key:<id>` or `user:<id>`. */
  createdBy: string;
}

/** A file whose rows are stored. */
export interface StoredFile {
  rows: number;
  analysis: ColumnAnalysis[];
  /** The encoding, with cells that show it. */
  encoding: ImportPreview['encoding'];
  /** The reading of the file. */
  reading: ImportFile;
  /** The names of a spreadsheet's sheets. */
  sheets: readonly string[];
  /** SHA-256 of its bytes. */
  digest: string;
}

/** A file with more rows than can be taken. */
export class TooManyRows extends Error {
  constructor() {
    super(`A file can have at most ${MAX_IMPORT_ROWS.toLocaleString('en')} rows.`);
    this.name = 'TooManyRows';
  }
}

const ROWS_A_STATEMENT = 500;
const CHARACTERS_A_STATEMENT = 1024 * 1024;
const TOUCH_MS = 10_000;
/** An upload that got nothing for so long belongs to a process that is gone. */
const ABANDONED_MS = 15 * 60_000;

/**
 * Stores the rows of a file as they come, without keeping more than a few hundred in memory, and learns about its
 * columns on the way. Nothing is imported by this: `queueImport` decides, or `discardUpload` or `failUpload`.
 */
export async function storeFile(
  db: Knex,
  clock: Clock,
  upload: Upload,
  bytes: AsyncIterable<Uint8Array>,
  { fileName, ...options }: { fileName: string | null } & FileOptions,
): Promise<StoredFile> {
  const hash = createHash('sha256');
  const file = await openFile(hashed(bytes, hash), options);
  await insertImport(db, newImport(upload, clock.now(), fileName));
  const analyser = createColumnAnalyser(file.headers);
  const samples = new Set<string>();
  const see = (cells: string[]) => {
    analyser.add(cells);
    if (samples.size < ENCODING_SAMPLES) sampleLetters(cells, samples);
  };
  let rows = 0;
  let touched = clock.now().getTime();
  for await (const batch of batches(upload, file, see)) {
    rows += batch.length;
    if (rows > MAX_IMPORT_ROWS) throw new TooManyRows();
    await insertImportRows(db, batch);
    const now = clock.now();
    if (now.getTime() - touched < TOUCH_MS) continue;
    touched = now.getTime();
    await updateImport(db, upload.importId, { row_count: rows, updated_at: now });
  }
  const { name, certain } = file.encoding ?? { name: 'utf-8' as const, certain: true };
  return {
    rows,
    analysis: analyser.finish().map((column) => ({ ...column, isNumber: file.numbers.has(column.header) })),
    encoding: { name, certain, samples: [...samples] },
    reading: readingOf(file),
    sheets: file.sheets,
    digest: hash.digest('hex'),
  };
}

const readingOf = (file: LeadFile): ImportFile => ({
  type: file.type,
  encoding: file.encoding?.name ?? null,
  encoding_certain: file.encoding?.certain ?? true,
  delimiter: file.delimiter,
  sheet: file.sheet,
  header_line: file.headerLine,
  footer_lines: file.footerLines,
});

const ENCODING_SAMPLES = 5;
const SAMPLE_LENGTH = 80;

/** Adds cells whose letters show whether the encoding is the right one. */
function sampleLetters(cells: readonly string[], samples: Set<string>): void {
  for (const cell of cells) {
    if (samples.size >= ENCODING_SAMPLES) return;
    const start = cell.slice(0, SAMPLE_LENGTH).toWellFormed();
    if (/[\u0080-\uffff]/.test(start)) samples.add(start);
  }
}

async function* hashed(bytes: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    hash.update(chunk);
    yield chunk;
  }
}

async function* batches(
  { importId, accountId }: Upload,
  file: LeadFile,
  see: (cells: string[]) => void,
): AsyncGenerator<NewImportRow[]> {
  let batch: NewImportRow[] = [];
  let characters = 0;
  for await (const { row, line, cells, warning, error } of file.rows) {
    see(cells);
    const data = JSON.stringify({ line, cells, warning, error: error?.code === 'UNEVEN_ROW' ? undefined : error });
    if (characters + data.length > CHARACTERS_A_STATEMENT && batch.length > 0) {
      yield batch;
      batch = [];
      characters = 0;
    }
    batch.push({ import_id: importId, row_no: row, account_id: accountId, data });
    characters += data.length;
    if (batch.length < ROWS_A_STATEMENT) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}

const newImport = ({ importId, accountId, createdBy }: Upload, now: Date, fileName: string | null): ImportRow => ({
  id: importId,
  account_id: accountId,
  status: 'uploading',
  file_name: fileName,
  options: '{}',
  columns_plan: '[]',
  row_count: 0,
  done_count: 0,
  created_count: 0,
  updated_count: 0,
  reused_count: 0,
  failed_count: 0,
  warning_count: 0,
  failure: null,
  undo_progress: null,
  created_by: createdBy,
  created_at: now,
  updated_at: now,
  completed_at: null,
});

/**
 * Removes an upload that is not to be imported, without a trace. One that is queued already is left alone: an upload
 * whose commit got no answer may have been handed over all the same. The lock waits for a commit that is under way.
 */
export async function discardUpload(db: Knex, importId: string): Promise<void> {
  const found = await inTransaction(db, (tx) => lockImport(tx, importId));
  if (found?.status !== 'uploading' && found?.status !== 'failed') return;
  await deleteImportRows(db, importId);
  await deleteImport(db, importId);
}

/** Notes that an upload broke and removes its rows. One that was never begun or is queued already is left alone. */
export async function failUpload(db: Knex, now: Date, importId: string, reason: string): Promise<void> {
  const marked = await inTransaction(db, async (tx) => {
    const found = await lockImport(tx, importId);
    if (found?.status !== 'uploading') return false;
    await updateImport(tx, importId, {
      status: 'failed',
      failure: reason.slice(0, 500),
      row_count: 0,
      updated_at: now,
    });
    return true;
  });
  if (marked) await deleteImportRows(db, importId);
}

/** Gives up uploads whose process died while it received them. Returns how many there were. */
export async function failAbandonedUploads(db: Knex, now: Date): Promise<number> {
  const found = await listAbandonedUploads(db, new Date(now.getTime() - ABANDONED_MS), 100);
  for (const { id } of found) await failUpload(db, now, id, 'The service stopped while it received the file.');
  return found.length;
}

/** Finds what an import refers to that the account hasn't, or can't be used now; undefined when everything is there. */
export async function findOptionProblem(
  db: Knex,
  account: { id: string; country: string | null },
  options: Pick<StoredOptions, 'agentId' | 'defaults'>,
): Promise<LeadProblem | undefined> {
  const problem = (code: LeadProblem['code'], message: string) => ({ code, field: '/workflow_id', message });
  if (options.agentId !== null) {
    const agent = await findAgent(db, account.id, options.agentId);
    if (!agent) return problem('WORKFLOW_NOT_FOUND', 'Workflow not found.');
    if (agent.version === 0)
      return problem('WORKFLOW_NOT_PUBLISHED', "The workflow isn't published. Publish it first.");
    if (!agent.is_active) return problem('WORKFLOW_PAUSED', 'The workflow is inactive.');
  }
  const { tags: _tags, ...fields } = options.defaults;
  const read = readLead(fields, account.country);
  const within = (found: LeadProblem): LeadProblem => ({ ...found, field: `/defaults${found.field}` });
  if (!read.ok) return read.problems[0] && within(read.problems[0]);
  const { campaign_id: campaign, owner_id: owner } = read.values;
  if (campaign && !(await listCampaignNames(db, account.id, [campaign])).has(campaign)) return within(NO_CAMPAIGN);
  if (owner && !(await listKnownUsers(db, account.id, [owner])).has(owner)) return within(NO_OWNER);
  return undefined;
}

/** The request to import a stored file. */
export interface QueueRequest {
  rows: number;
  columns: readonly ColumnPlan[];
  options: StoredOptions;
  fileName: string | null;
}

/** Hands a stored file over to its workflow: status and instruction commit together. Undefined: it was given up. */
export async function queueImport(
  work: Work,
  { importId, accountId }: Upload,
  request: QueueRequest,
): Promise<ImportRow | undefined> {
  const { tx, now } = work;
  const found = await lockImport(tx, importId);
  if (found?.status !== 'uploading') return undefined;
  await updateImport(tx, importId, {
    status: 'queued',
    row_count: request.rows,
    columns_plan: JSON.stringify(request.columns),
    options: JSON.stringify(request.options),
    file_name: request.fileName ?? found.file_name,
    updated_at: now,
  });
  await startImport(work, { id: importId, account_id: accountId, row_count: request.rows });
  return findImport(tx, accountId, importId);
}
