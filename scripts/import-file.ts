import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Import, ImportPreview } from '../schemas/imports/imports.js';

export interface ImportFile {
  /** Where the service answers, such as http://127.0.0.1:3000. */
  apiUrl: string;
  apiKey: string;
  path: string;
  /** Fields of the form besides the file: mapping, on_duplicate, ... */
  fields: Record<string, string>;
}

interface Answer {
  status: number;
  body: { import?: Import; preview?: ImportPreview; message?: string; field?: string };
}

const POLL_MS = 1_000;
const BAR_WIDTH = 30;

/**
 * Imports a file as any client of the API does: sends it, then follows the import to its end. Shows a bar on stderr
 * where that is a terminal. Answers what became of the rows, or with `dry_run` what would.
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
  if (current?.status !== 'completed') throw new Error(`The import ended as ${current?.status ?? 'unknown'}.`);
  return {
    import_id: current.id,
    ...countsOf(current),
    seconds: Math.round((performance.now() - started) / 100) / 10,
    ...(current.failed + current.warnings > 0
      ? {
          problems: `curl -H "X-API-Key: KEY" -H "Accept: text/csv" ${file.apiUrl}/api/public/imports/${current.id}/errors`,
        }
      : {}),
  };
}

const countsOf = ({ rows, created, updated, reused, failed, warnings }: Import | ImportPreview) => ({
  ...{ rows, created, updated, reused, failed, warnings },
});

const summaryOf = (preview: ImportPreview) => {
  clear();
  return {
    ...countsOf(preview),
    encoding: preview.encoding.certain
      ? preview.encoding.name
      : `${preview.encoding.name} (guessed): ${preview.encoding.samples.join(', ')}`,
    ...Object.fromEntries(preview.columns.map(({ header, to, type }) => [`column ${header}`, `${to} (${type})`])),
    ...Object.fromEntries(
      preview.errors
        .slice(0, 20)
        .map(({ row, problems }) => [
          `row ${row}`,
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
      show('Sending the file', size === 0 ? 1 : done / size);
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
        `${body.message ?? `The service answered ${answer.status}.`}${body.field ? ` (${body.field})` : ''}`,
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
