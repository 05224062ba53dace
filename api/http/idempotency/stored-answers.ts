import type { Db } from '../../../db/connection.js';
import {
  claimIdempotencyKey,
  type IdempotencyClaim,
  type KeptAnswer,
  type Lease,
  storeAnswer,
  storeLeasedAnswer,
} from '../../../db/idempotency.js';
import { type Config, secretsOf } from '../../../runtime/config.js';
import { isUuid } from '../../../runtime/ids.js';
import { createSecretBox } from '../../../runtime/secret-box.js';
import type { Contract } from '../../../schemas/contract.js';
import { ApiError } from '../errors.js';
import type { Answer } from '../route.js';

/** The raw text of an answer that was stored earlier. Thrown if the handler detects that there is one. */
export class Replay {
  readonly status: number;
  readonly text: string;
  constructor(status: number, text: string) {
    this.status = status;
    this.text = text;
  }
}

/** The answers that are kept with the idempotency keys of one contract. */
export interface StoredAnswers {
  /** Takes the key, or answers what is stored with it. Throws while another request is at work under it. */
  claim(tx: Db, now: Date, claim: IdempotencyClaim, lease?: Lease): Promise<Replay | { progress: string | null }>;
  /** Keeps an answer with its key, in the transaction that made it or after that. */
  store(tx: Db, claim: IdempotencyClaim, answer: Answer): Promise<void>;
  /** Keeps the answer of work under a lease, which ends. */
  storeLeased(db: Db, claim: IdempotencyClaim, lease: Lease, answer: Answer): Promise<void>;
}

const LOCK_WAIT_TIMEOUT = 1205;

/** Makes the error for a request whose key another one is at work under. */
export const inProgress = () =>
  new ApiError('IDEMPOTENCY_IN_PROGRESS', { body: { replayed: false }, headers: { 'Retry-After': '1' } });

/** Keeps the answers of a contract; those that hold a secret are sealed. */
export function createStoredAnswers(config: Config, contract: Contract): StoredAnswers {
  const { write, read } = formOf(config, contract);
  const kept = ({ status, body }: Answer): KeptAnswer => ({
    status,
    body: write(JSON.stringify(body ?? null)),
    leadId: leadShownBy(contract, body),
  });
  return {
    async claim(tx, now, claim, lease) {
      const result = await claimIdempotencyKey(tx, now, claim, lease).catch((error) => {
        throw (error as { errno?: number }).errno === LOCK_WAIT_TIMEOUT ? inProgress() : error;
      });
      switch (result.outcome) {
        case 'claimed':
          return result;
        case 'replay':
          return new Replay(result.status, read(result.body));
        case 'running':
          throw inProgress();
        case 'reused':
          throw new ApiError('IDEMPOTENCY_KEY_REUSED', { body: { replayed: false } });
      }
    },
    store: (tx, claim, answer) => storeAnswer(tx, claim, kept(answer)),
    storeLeased: (db, claim, lease, answer) => storeLeasedAnswer(db, claim, lease, kept(answer)),
  };
}

/** Returns the ID of the lead that an answer shows, so that its erasure finds the answer by an index. */
export function leadShownBy({ operationId, secretAnswer }: Contract, body: unknown): string | null {
  if (secretAnswer || typeof body !== 'object' || body === null) return null;
  const { lead, ...parts } = body as { lead?: { id?: unknown } };
  // Several leads that were created at once are answered by their IDs alone.
  const named = operationId === 'createLead' ? [] : [parts, ...Object.values(parts)];
  const ids = new Set([lead?.id, ...named.map((part) => (part as { lead_id?: unknown } | null)?.lead_id)]);
  const known = [...ids].filter((id) => typeof id === 'string');
  return known.length === 1 && isUuid(known[0] ?? '') ? (known[0] ?? null) : null;
}

/** Returns how an answer is stored and read. */
function formOf(config: Config, { operationId, secretAnswer }: Contract) {
  const plain = (text: string) => text;
  if (!secretAnswer) return { write: plain, read: plain };
  const box = createSecretBox(secretsOf(config));
  const context = `idempotency_keys/${operationId}/body`;
  return {
    write: (text: string) => box.seal(text, context),
    read: (text: string) => box.open(text, context),
  };
}
