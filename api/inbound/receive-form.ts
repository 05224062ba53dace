import busboy from 'busboy';
import type { Request } from 'express';
import { ApiError } from '../http/errors.js';
import { chunksInPace, UPLOAD_PACE } from '../http/request/body-pace.js';

/** Mailgun accepts emails of 25 MiB; their parts are at most a third longer. */
const MAX_BYTES = 36 * 1024 * 1024;
/** The most that is kept of an email; attachments are read and dropped. */
const MAX_KEPT = 6 * 1024 * 1024;
const LIMITS = { fields: 500, fieldNameSize: 200, fieldSize: MAX_KEPT, files: 1_000, fileSize: 600_000, parts: 1_500 };
const CALENDAR = /^(text\/calendar|application\/ics)\b/i;

/** Returns whether the body of a request is a form. */
export const isForm = (req: Request): boolean =>
  Boolean(req.is(['application/x-www-form-urlencoded', 'multipart/form-data']));

/**
 * Reads a form with an email as it arrives: its fields, and `calendar` from the first iCalendar file. Other files
 * aren't kept. Throws 413 beyond what email providers accept, 408 for a form that arrives too slowly, 400 for what
 * isn't a form.
 */
export async function receiveForm(req: Request): Promise<Record<string, string>> {
  const form = openForm(req);
  const fields = new Map<string, string>();
  let kept = 0;
  const keep = (name: string, value: string) => {
    kept += value.length;
    if (kept > MAX_KEPT) throw tooLarge();
    if (!fields.has(name)) fields.set(name, value);
  };
  let fault: unknown;
  const guarded = (act: () => void) => {
    try {
      act();
    } catch (error) {
      fault ??= error;
    }
  };
  form.on('field', (name, value, { valueTruncated, nameTruncated }) =>
    guarded(() => {
      if (valueTruncated || nameTruncated) throw tooLarge();
      keep(name, value);
    }),
  );
  form.on('file', (_name, stream, { mimeType }) => {
    stream.on('error', () => undefined);
    if (!CALENDAR.test(mimeType) || fields.has('calendar')) return void stream.resume();
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => guarded(() => keep('calendar', Buffer.concat(chunks).toString('utf8'))));
  });
  for (const limit of ['fieldsLimit', 'filesLimit', 'partsLimit'] as const) form.on(limit, () => (fault ??= invalid()));
  const closed = new Promise<void>((resolve, reject) => {
    form.on('close', resolve);
    form.on('error', () => reject(invalid()));
  });
  closed.catch(() => undefined);
  let size = 0;
  for await (const chunk of chunksInPace(req, UPLOAD_PACE)) {
    size += chunk.length;
    if (size > MAX_BYTES) throw tooLarge();
    if (fault) throw fault;
    if (!form.write(chunk)) await Promise.race([new Promise((resolve) => form.once('drain', resolve)), closed]);
  }
  form.end();
  await closed;
  if (fault) throw fault;
  return Object.fromEntries(fields);
}

function openForm(req: Request): busboy.Busboy {
  try {
    return busboy({ headers: req.headers, limits: LIMITS, defParamCharset: 'utf8' });
  } catch {
    throw invalid();
  }
}

const tooLarge = () => new ApiError('PAYLOAD_TOO_LARGE', { message: `The form can have at most ${MAX_BYTES} bytes.` });
const invalid = () => new ApiError('VALIDATION_ERROR', { field: '', message: "The body isn't a valid form." });
