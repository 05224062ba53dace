import type { Challenge, Config } from './api-types.js';
import type { Reply } from './request.js';
import type { Session } from './session.js';
import { matcher } from './sha256.js';

export type Purpose = 'turn' | 'visitor';
export interface Solution {
  id: string;
  number: number;
}
type Failure = Extract<Reply<never>, { ok: false }>;
/** A proof; an absent one where the widget asks for none. */
export type Proof = { ok: true; pow: Solution | undefined } | Failure;

/** The maximum time that blocks the page, far below what people notice. */
const SLICE_MS = 8;
const TRIES_BETWEEN_LOOKS = 256;
/** A challenge holds for two minutes; one this old is not used any more. */
const FRESH_MS = 100_000;

/** Returns whether it was the proof that was refused: another one helps. */
export const isRefusedProof = (code: string): boolean => /^POW_(REQUIRED|INVALID|EXPIRED|REPLAYED)$/.test(code);

/** Yields to the page. Unlike timers, this isn't throttled. */
const pause = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

/** Finds the number of a challenge, a few milliseconds at a time; undefined where there is none. */
export async function solve({ salt, challenge, max_number }: Omit<Challenge, 'id'>): Promise<number | undefined> {
  const isIt = matcher(salt, challenge);
  let until = performance.now() + SLICE_MS;
  for (let number = 0; number <= max_number; number += 1) {
    if (isIt(number)) return number;
    if (number % TRIES_BETWEEN_LOOKS === 0 && performance.now() > until) {
      await pause();
      until = performance.now() + SLICE_MS;
    }
  }
  return undefined;
}

const unsolvable: Failure = {
  ok: false,
  status: 422,
  code: 'POW_UNSUPPORTED',
  message: 'The proof of work can’t be done.',
  retryAfterMs: null,
};

export interface Proofs {
  /** Returns a proof for one request. No other request gets it. */
  take(purpose: Purpose): Promise<Proof>;
  /** Starts a proof in advance, so that no request waits for it later. */
  ahead(purpose: Purpose): void;
}

/** Makes proofs for what a visitor writes. `told` hears how long each took, in milliseconds. */
export function createProofs(session: Session, { pow }: Config, told: (ms: number) => void): Proofs {
  const ready = new Map<Purpose, { proof: Promise<Proof>; until: number }>();
  const isNeeded = (purpose: Purpose) => pow.required && pow.purposes.includes(purpose);

  async function make(purpose: Purpose): Promise<Proof> {
    const reply = await session.call<{ challenge: Challenge }>('pow-challenge', { query: { purpose } });
    if (!reply.ok) return reply;
    const started = performance.now();
    const { challenge } = reply.body;
    if (challenge.algorithm !== 'SHA-256') return unsolvable;
    const number = await solve(challenge);
    told(Math.round(performance.now() - started));
    return number === undefined ? unsolvable : { ok: true, pow: { id: challenge.id, number } };
  }

  const begin = (purpose: Purpose) => {
    const begun = ready.get(purpose);
    if (begun && begun.until > Date.now()) return begun;
    const made = { proof: make(purpose), until: Date.now() + FRESH_MS };
    ready.set(purpose, made);
    void made.proof.then(({ ok }) => !ok && ready.get(purpose) === made && ready.delete(purpose));
    return made;
  };

  return {
    async take(purpose) {
      if (!isNeeded(purpose)) return { ok: true, pow: undefined };
      const { proof } = begin(purpose);
      ready.delete(purpose);
      return proof;
    },
    ahead: (purpose) => void (isNeeded(purpose) && begin(purpose)),
  };
}
