import type { Readable } from 'node:stream';
import busboy from 'busboy';
import type { Request } from 'express';
import { ApiError } from '../errors.js';
import { type BodyPace, bodyTimeout, chunksInPace, UPLOAD_PACE, watchPace } from './body-pace.js';

/** A connection that ended before the file did, so no client can receive an answer. */
export class BrokenUpload extends Error {
  constructor() {
    super('The upload was interrupted.');
    this.name = 'BrokenUpload';
  }
}

/** Takes the bytes of the file as they come; `fields` are those that the form has in front of it. */
export type FileTaker<T> = (
  bytes: AsyncIterable<Uint8Array>,
  fileName: string | null,
  fields: ReadonlyMap<string, string>,
) => Promise<T>;

/** The received form: the result of the file, and the other fields. */
export interface Received<T> {
  file: T;
  fields: Map<string, string>;
}

/**
 * Hands the file in a request to `take` while it arrives, from a body of one of `types` or from the `file` of a form, and
 * reads the form's fields. Throws 413 beyond `maxBytes`, 408 for a file that arrives too slowly, 400 for what is no
 * such form.
 */
export async function receiveFile<T>(
  req: Request,
  take: FileTaker<T>,
  maxBytes: number,
  pace = UPLOAD_PACE,
  types: readonly string[] = ['text/csv'],
): Promise<Received<T>> {
  const unsupported = () =>
    new ApiError('UNSUPPORTED_MEDIA_TYPE', {
      message: `Send the file as ${types.join(', ')} or as multipart/form-data.`,
    });
  if ((req.get('content-encoding') ?? 'identity') !== 'identity') throw unsupported();
  if (req.is([...types])) {
    if (Number(req.get('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes);
    return { file: await take(counted(bodyOf(req, pace), maxBytes), null, new Map()), fields: new Map() };
  }
  if (req.is('multipart/form-data')) return receiveForm(req, take, maxBytes, pace);
  throw unsupported();
}

const tooLarge = (maxBytes: number) =>
  new ApiError('PAYLOAD_TOO_LARGE', { message: `A file can have at most ${maxBytes} bytes.` });

async function* bodyOf(req: Request, pace: BodyPace): AsyncGenerator<Uint8Array> {
  try {
    yield* chunksInPace(req, pace);
  } catch (error) {
    throw error instanceof ApiError ? error : new BrokenUpload();
  }
  if (!req.complete) throw new BrokenUpload();
}

async function* counted(bytes: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge(maxBytes);
    yield chunk;
  }
}

const LIMITS = { files: 1, fields: 20, fieldSize: 65_536, fieldNameSize: 100, parts: 21 };

function receiveForm<T>(req: Request, take: FileTaker<T>, maxBytes: number, pace: BodyPace): Promise<Received<T>> {
  return new Promise((resolve, reject) => {
    const fields = new Map<string, string>();
    let work: Promise<T> | undefined;
    // The parser counts a file as cut off that just reaches its limit.
    const form = openForm(req, maxBytes + 1);
    let over = false;
    const fail = (error: unknown) => {
      if (over) return;
      over = true;
      stopWatch();
      req.off('close', onClose);
      req.unpipe(form);
      form.destroy();
      // The file's reader is waited for, so that nothing is written any more when the upload is given up.
      const settled = work ?? Promise.resolve();
      settled.then(
        () => reject(error),
        () => reject(error),
      );
    };
    const onClose = () => {
      if (!req.complete) fail(new BrokenUpload());
    };
    const stopWatch = watchPace(req, pace, () => fail(bodyTimeout()));
    form.on('file', (name, stream, info) => {
      // A form that is given up also reports an error to its open file, which may have no reader.
      stream.on('error', () => undefined);
      if (name !== 'file') return fail(refused(name, "isn't a known file field. Send the file as `file`."));
      work = take(fileOf(stream, maxBytes), info.filename || null, new Map(fields));
      work.catch(fail);
    });
    form.on('field', (name, value, info) => {
      if (info.valueTruncated || info.nameTruncated) return fail(refused(name, 'is too long.'));
      if (fields.has(name)) return fail(refused(name, 'can appear only once.'));
      fields.set(name, value);
    });
    form.on('filesLimit', () => fail(refused('file', 'can appear only once.')));
    form.on('fieldsLimit', () => fail(refused('', 'has too many fields.')));
    form.on('partsLimit', () => fail(refused('', 'has too many parts.')));
    form.on('error', () => fail(refused('', "isn't valid multipart/form-data.")));
    form.on('close', () => {
      if (over) return;
      if (!work) return fail(refused('file', 'is required.'));
      over = true;
      stopWatch();
      req.off('close', onClose);
      work.then((file) => resolve({ file, fields }), reject);
    });
    req.on('close', onClose);
    req.pipe(form);
  });
}

function openForm(req: Request, fileSize: number): busboy.Busboy {
  try {
    return busboy({ headers: req.headers, limits: { ...LIMITS, fileSize }, defParamCharset: 'utf8' });
  } catch {
    throw refused('', "isn't valid multipart/form-data because it has no boundary.");
  }
}

async function* fileOf(stream: Readable & { truncated?: boolean }, maxBytes: number): AsyncGenerator<Uint8Array> {
  try {
    yield* stream as AsyncIterable<Uint8Array>;
  } catch {
    throw new BrokenUpload();
  }
  if (stream.truncated) throw tooLarge(maxBytes);
}

const refused = (name: string, message: string) =>
  new ApiError('VALIDATION_ERROR', {
    field: name === '' ? '' : `/${name.slice(0, 100).replaceAll('~', '~0').replaceAll('/', '~1')}`,
    message: name === '' ? `The form ${message}` : `The field ${name.slice(0, 100)} ${message}`,
  });
