import { createHash, randomBytes, randomInt } from 'node:crypto';
import type { Db } from '../../db/connection.js';
import { useProof } from '../../db/widget/used-proofs.js';
import { createTokenSigner } from '../../runtime/signed-token.js';
import type { ProofPurpose } from '../../schemas/widget/chat.js';

const LASTS_MS = 120_000;
const SALT_LENGTH = 64;
/** The highest that may be asked for: seconds on a telephone. */
const MAX_NUMBER = 2_000_000;
const NUMBER = /^(0|[1-9]\d{0,6})$/;

/** The subject of a challenge, and the action that it pays for. */
export interface ProofSubject {
  keyId: string;
  sessionId: string;
  purpose: ProofPurpose;
}

/** A challenge in the form of ALTCHA's first version, so that any of its solvers solves it. */
export interface Challenge {
  id: string;
  algorithm: 'SHA-256';
  salt: string;
  challenge: string;
  max_number: number;
  signature: string;
  expires_at: string;
}

/** The result of a solution: the used proof, or the reason why it isn't valid. */
export type ProofResult =
  | { ok: true; proof: Buffer; expiresAt: Date }
  | { ok: false; code: 'POW_REQUIRED' | 'POW_INVALID' | 'POW_EXPIRED' };

/** Makes challenges and checks their solutions; nothing is stored for a challenge. */
export interface Proofs {
  /** Makes a challenge of `base` numbers, doubled so many times, up to 2,000,000. */
  challenge(subject: ProofSubject, difficulty: { base: number; doublings: number }, now: Date): Challenge;
  /**
   * Checks a solution without the database: it may have been used before. Without a `sessionId` one of any session of the
   * key pays.
   */
  check(
    subject: Omit<ProofSubject, 'sessionId'> & { sessionId?: string },
    pow: { id: string; number: number } | undefined,
    now: Date,
  ): ProofResult;
}

const hashOf = (salt: string, number: number | string): string =>
  createHash('sha256').update(`${salt}${number}`).digest('hex');

/**
 * Makes the proofs of the service's secrets. What is signed is the token as a whole: who may use it, for what, until
 * when, and the challenge itself, whose salt has a fixed length and an end of its own, so that nothing can be shifted
 * from one part to another.
 */
export function createProofs(secrets: readonly [string, ...string[]]): Proofs {
  const signer = createTokenSigner(secrets, 'widget-proof');
  return {
    challenge({ keyId, sessionId, purpose }, { base, doublings }, now) {
      const max = Math.min(MAX_NUMBER, base * 2 ** Math.min(doublings, 20));
      const salt = `${randomBytes(SALT_LENGTH)
        .toString('base64url')
        .slice(0, SALT_LENGTH - 1)}&`;
      const challenge = hashOf(salt, randomInt(max + 1));
      // Tokens tell whole seconds.
      const expiresAt = new Date(Math.floor((now.getTime() + LASTS_MS) / 1_000) * 1_000);
      const id = signer.sign([keyId, sessionId, purpose, String(max), salt, challenge], expiresAt);
      const signature = id.split('.')[1] as string;
      return {
        id,
        algorithm: 'SHA-256',
        salt,
        challenge,
        max_number: max,
        signature,
        expires_at: expiresAt.toISOString(),
      };
    },
    check(subject, pow, now) {
      if (!pow) return { ok: false, code: 'POW_REQUIRED' };
      const token = signer.verify(pow.id, now);
      if (!token.ok) return { ok: false, code: token.reason === 'expired' ? 'POW_EXPIRED' : 'POW_INVALID' };
      const [keyId, sessionId, purpose, max, salt = '', challenge] = token.payload;
      const isOurs =
        keyId === subject.keyId && sessionId === (subject.sessionId ?? sessionId) && purpose === subject.purpose;
      const isSolved =
        NUMBER.test(String(pow.number)) && pow.number <= Number(max) && hashOf(salt, pow.number) === challenge;
      if (!isOurs || !isSolved) return { ok: false, code: 'POW_INVALID' };
      const proof = createHash('sha256').update(pow.id).digest();
      return { ok: true, proof, expiresAt: new Date(now.getTime() + LASTS_MS) };
    },
  };
}

/** Uses a solution up, before anything is counted or done for it. Returns whether it was still unused. */
export const payWith = (db: Db, { proof, expiresAt }: Extract<ProofResult, { ok: true }>): Promise<boolean> =>
  useProof(db, proof, expiresAt);
