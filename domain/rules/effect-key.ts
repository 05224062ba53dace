import { createHash } from 'node:crypto';

/** Makes the form in which an effect's idempotency key is stored: whatever its length, the same key is the same row. */
export const effectKey = (key: string): Buffer => createHash('sha256').update(key).digest();
