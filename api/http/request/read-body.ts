import type { Request } from 'express';
import { ApiError } from '../errors.js';
import { BODY_PACE, chunksInPace } from './body-pace.js';

/**
 * Reads a JSON request body as text, up to `maxBytes`. No body is `""`.
 * Answers 415 for another media type, 413 for more bytes, 400 for bytes that aren't UTF-8.
 */
export async function readBody(req: Request, maxBytes: number): Promise<string> {
  const declared = Number(req.get('content-length') ?? 0);
  if (declared > maxBytes) throw tooLarge(maxBytes);
  const hasBody = declared > 0 || req.get('transfer-encoding') !== undefined;
  if (!hasBody) return '';
  if (!req.is('application/json') || (req.get('content-encoding') ?? 'identity') !== 'identity') {
    throw new ApiError('UNSUPPORTED_MEDIA_TYPE');
  }
  return asText(await readBytes(req, maxBytes));
}

/** Reads the body as it came, whatever its media type, up to `maxBytes`; 413 for more, 408 when it arrives too slowly. */
export async function readBytes(req: Request, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunksInPace(req, BODY_PACE)) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Decodes bytes as text; 400 when they aren't UTF-8. */
export function asText(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ApiError('INVALID_JSON', { message: "The body isn't valid UTF-8." });
  }
}

const tooLarge = (maxBytes: number) =>
  new ApiError('PAYLOAD_TOO_LARGE', { message: `The body can have at most ${maxBytes} bytes.` });
