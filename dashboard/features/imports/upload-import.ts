import type { ImportPreview } from '../../../schemas/imports/imports.js';
import { markWorkStarted } from '../../api/background-work.js';
import { downloadCsv } from '../../api/download.js';
import { noResponse, problemOf } from '../../api/problem.js';
import { addressOf } from '../../api/request.js';
import { type ImportOptions, queryOf } from './import-options.js';

interface Sent {
  dryRun: boolean;
  /** Under which a repeat imports nothing twice. */
  key?: string;
  signal?: AbortSignal;
}

async function send(file: File, choices: ImportOptions, { dryRun, key, signal }: Sent): Promise<unknown> {
  const url = new URL('api/internal/leads/import', document.baseURI);
  url.search = queryOf(choices, file.name).toString();
  if (dryRun) url.searchParams.set('dry_run', 'true');
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      Accept: 'application/json',
      'Content-Type': 'text/csv',
      'X-Requested-With': 'dashboard',
      ...(key ? { 'Idempotency-Key': key } : {}),
    },
    body: file,
    ...(signal ? { signal } : {}),
  }).catch((thrown) => {
    throw signal?.aborted ? thrown : noResponse();
  });
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw problemOf(response.status, body);
  return body;
}

/** Queries what importing a file would do. */
export const previewOf = async (file: File, choices: ImportOptions, signal: AbortSignal): Promise<ImportPreview> =>
  ((await send(file, choices, { dryRun: true, signal })) as { preview: ImportPreview }).preview;

/** Imports a file; answers the import's id once the file is stored. */
export async function importFile(file: File, choices: ImportOptions, key: string): Promise<string> {
  const answer = (await send(file, choices, { dryRun: false, key })) as { import: { id: string } };
  markWorkStarted();
  return answer.import.id;
}

/** Downloads the rows of an import that were refused or have something to know, as a file with their cells. */
export const downloadErrors = (id: string): Promise<void> =>
  downloadCsv(addressOf('listImportErrors', { id }), `refused-rows-${id}.csv`);
