import { hkdfSync } from 'node:crypto';

/**
 * Derives the key of one purpose from the master secret (HKDF-SHA256). What one purpose signs or seals means nothing to
 * another, so a token of one kind can't be passed off as a token of another.
 */
export function deriveKey(masterSecret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', Buffer.from(masterSecret, 'utf8'), 'lead-automation-service', purpose, 32));
}
