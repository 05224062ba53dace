import type { Request } from 'express';
import { ApiError } from './errors.js';

const MAX_LENGTH = 128;

/**
 * The idempotency key of a request: in the named field of its body, where there is one, else in the header. Throws the
 * 400 when the header isn't 1 to 128 characters, or says something else than the field.
 */
export function idempotencyKey(req: Request, field: string | undefined, body: unknown): string | undefined {
  const named = field === undefined ? undefined : (body as Record<string, unknown> | undefined)?.[field];
  const inBody = typeof named === 'string' ? named : undefined;
  const header = req.get('idempotency-key');
  if (header === undefined) return inBody;
  const key = Buffer.from(header, 'latin1').toString('utf8');
  const length = [...key].length;
  if (length < 1 || length > MAX_LENGTH) {
    throw new ApiError('VALIDATION_ERROR', { message: 'The Idempotency-Key header must have 1 to 128 characters.' });
  }
  if (inBody !== undefined && inBody !== key) {
    throw new ApiError('VALIDATION_ERROR', {
      message: `The Idempotency-Key header and /${field} differ; send one of them.`,
      field: `/${field}`,
    });
  }
  return key;
}
