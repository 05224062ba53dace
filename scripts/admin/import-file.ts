import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ImportFile as FileReading, Import, ImportPreview } from '../../schemas/imports/imports.js';

export interface ImportFile {
  /** The address of the service, such as http://127.0.0.1:3000. */
  apiUrl: string;
  apiKey: string;
  path: string;
  /** Fields of the form in addition to the file: mapping, on_duplicate, ... */
  fields: Record<string, string>;
}

interface Answer {
  status: number;
  body: { import?: Import; preview?: ImportPreview; message?: string; field?: string };
}

const POLL_MS = 1_000;
const BAR_WIDTH = 30;

/**
 * Imports a file like any client of the API: uploads it, then follows the import to its end, with a progress bar on
 * stderr if that is a terminal. Returns the outcomes of the rows, or with `dry_run` the expected ones.
 */
export async function importFile(file: ImportFile): Promise<Record<string, unknown>> {
  const started = performance.now();
  const sent = await send(file);
  if (sent.body.preview) return summaryOf(sent.body.preview);
  let current = sent.body.import;
  while (current && ['queued', 'running'].includes(current.status)) {
    const { rows, progress } = current;
    show(`Importing ${rows.toLocaleString('en')} rows`, progress);
    await sleep(POLL_MS);
    current = (await call(file, `/imports/${current.id}`)).body.import ?? current;
  }
  clear();
  if (current?.status !== 'completed') throw new Error(`The import ended with status ${current?.status ?? 'unknown'}.`);
  return {
    import_id: current.id,
    ...countsOf(current),
    ...(current.file ? readingOf(current.file) : {}),
    seconds: Math.round((performance.now() - started) / 100) / 10,
    ...(current.failed + current.warnings > 0
      ? {
          problems: `curl -H "X-API-Key: KEY" -H "Accept: text/csv" ${file.apiUrl}/api/public/imports/${current.id}/errors`,
        }
      : {}),
  };
}

const countsOf = ({ rows, created, updated, reused, failed, warnings }: Import | ImportPreview) => ({
  rows,
  created,
  updated,
  reused,
  failed,
  warnings,
});

/** Describes how a file was read, without the parts that its type lacks. */
const readingOf = (file: FileReading): Record<string, string> => {
  const { type, encoding, encoding_certain, delimiter, sheet, header_line, footer_lines } = file;
  const parts = {
    'file type': type,
    encoding: encoding && (encoding_certain ? encoding : `${encoding} (guessed)`),
    delimiter: delimiter === '\t' ? 'tab' : delimiter,
    sheet,
    'header line': header_line?.toString(),
    'skipped at the end': footer_lines.join(', '),
  };
  return Object.fromEntries(Object.entries(parts).filter((part): part is [string, string] => Boolean(part[1])));
};

/** Lists the warnings of a preview by column, with the lines of the first. */
const warningsOf = ({ columns, warning_groups }: ImportPreview): Record<string, string> => ({
  ...Object.fromEntries(columns.flatMap(({ header, warning }) => (warning ? [[`warning ${header}`, warning]] : []))),
  ...Object.fromEntries(
    warning_groups.map(({ column, code, message, count, lines }) => [
      `warning ${column ?? 'row'} ${code}`,
      `${message} (${count} times${lines.length > 0 ? `, first in line ${lines.join(', ')}` : ''})`,
    ]),
  ),
});

const summaryOf = (preview: ImportPreview) => {
  clear();
  return {
    ...countsOf(preview),
    ...readingOf(preview.file),
    ...(preview.encoding.certain ? {} : { 'cells to check': preview.encoding.samples.join(', ') }),
    ...(preview.sheets.length > 1 ? { sheets: preview.sheets.join(', ') } : {}),
    ...Object.fromEntries(preview.columns.map(({ header, to, type }) => [`column ${header}`, `${to} (${type})`])),
    ...warningsOf(preview),
    ...Object.fromEntries(
      preview.errors
        .slice(0, 20)
        .map(({ row, line, problems }) => [
          line === null ? `row ${row}` : `row ${row}, line ${line}`,
          problems.map(({ column, message }) => (column ? `${column}: ${message}` : message)).join(' '),
        ]),
    ),
  };
};

/** Sends the file and its options as a form, piece by piece. */
async function send(file: ImportFile): Promise<Answer> {
  const { size } = await stat(file.path);
  const boundary = `file-${crypto.randomUUID()}`;
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (const [name, value] of Object.entries(file.fields)) yield part(boundary, `name="${name}"`, value);
    yield part(boundary, `name="file"; filename="${fileName(file.path)}"`, '');
    let done = 0;
    for await (const piece of createReadStream(file.path) as AsyncIterable<Uint8Array>) {
      yield piece;
      done += piece.length;
      show('Uploading the file', size === 0 ? 1 : done / size);
    }
    yield Buffer.from(`\r\n--${boundary}--\r\n`);
  }
  return call(file, '/leads/import', {
    method: 'POST',
    headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
    body: ReadableStream.from(pieces()),
    duplex: 'half',
  });
}

const part = (boundary: string, disposition: string, value: string): Uint8Array =>
  Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${value}${value === '' ? '' : '\r\n'}`,
  );

const fileName = (path: string): string => basename(path).replace(/["\r\n\\]/g, '_');

/** One request. A question that comes too often, or to a busy service, is asked again when it says so. */
async function call({ apiUrl, apiKey }: ImportFile, path: string, init: RequestInit = {}): Promise<Answer> {
  for (;;) {
    const answer = await fetch(`${apiUrl}/api/public${path}`, {
      ...init,
      headers: { ...(init.headers as Record<string, string>), 'X-API-Key': apiKey },
    });
    const body = (await answer.json()) as Answer['body'];
    if (answer.ok) return { status: answer.status, body };
    const busy = answer.status === 429 || answer.status === 503;
    if (!busy || init.method === 'POST') {
      clear();
      throw new Error(
        `${body.message ?? `The service returned ${answer.status}.`}${body.field ? ` (${body.field})` : ''}`,
      );
    }
    await sleep(1_000 * Number(answer.headers.get('retry-after') ?? 1));
  }
}

function show(what: string, progress: number): void {
  if (!process.stderr.isTTY) return;
  const full = Math.round(BAR_WIDTH * Math.min(1, progress));
  const bar = '█'.repeat(full) + '░'.repeat(BAR_WIDTH - full);
  process.stderr.write(`\r\x1b[K${what} ${bar} ${Math.floor(100 * Math.min(1, progress))} %`);
}

const clear = (): void => {
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
};
