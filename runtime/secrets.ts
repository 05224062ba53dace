import { hkdfSync } from 'node:crypto';

/** A 32-byte key for one purpose, made from the master secret; keys of different purposes tell nothing of each other. */
export const deriveKey = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'lead-automation-service', purpose, 32));
