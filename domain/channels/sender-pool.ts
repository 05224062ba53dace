import type { SenderPool, SenderReason } from '../../schemas/agents/agents.js';
import { drawByWeight } from '../values/weighted-draw.js';

/** A sender that fails. */
export interface SenderFailure {
  /** Since when it fails, in milliseconds. */
  since: number;
  /** The time of the next trial message in milliseconds. Null if only a user can restore the sender. */
  retryAt: number | null;
}

/** A lead that a pool's senders can write to. */
export interface LeadOfPool {
  pool: SenderPool;
  agentId: string;
  leadId: string;
  /** The sender that already writes to the lead. */
  kept: string | undefined;
  failures: ReadonlyMap<string, SenderFailure>;
  now: number;
  /** Senders that were found to take no new lead now. */
  without?: ReadonlySet<string>;
}

/** The senders that a lead may get: the one that it has, or the first of `candidates` with capacity left today. */
export type SenderPick =
  | { kind: 'kept'; id: string; movesAt: number | null }
  | { kind: 'draw'; reason: 'drawn' | 'moved'; candidates: readonly string[]; fallback: string };

const HOUR_MS = 3_600_000;

/** Decides which senders of a pool may write to a lead now. */
export function pickSenders(lead: LeadOfPool): SenderPick {
  const { pool, kept, failures, now, without } = lead;
  const movesAt = kept === undefined ? null : moveTime(pool, kept, failures.get(kept));
  if (kept !== undefined && (movesAt === null || movesAt > now)) return { kind: 'kept', id: kept, movesAt };
  const order = poolOrder(lead);
  const candidates = order.filter((id) => id !== kept && !without?.has(id) && isUsable(failures.get(id), now));
  return {
    kind: 'draw',
    reason: kept === undefined ? 'drawn' : 'moved',
    candidates,
    fallback: kept ?? order[0] ?? '',
  };
}

/**
 * Returns the senders of a pool in the order in which a lead tries them. The first one is drawn by weight; a sender that
 * takes no new leads is replaced by another draw, so its leads spread over the others by weight as well.
 */
export function poolOrder({ pool, agentId, leadId }: Pick<LeadOfPool, 'pool' | 'agentId' | 'leadId'>): string[] {
  let left = pool.senders
    .filter(({ weight }) => weight > 0)
    .map(({ email_sender_id, weight }) => ({ key: email_sender_id.toLowerCase(), weight }));
  const order: string[] = [];
  for (;;) {
    const drawn = drawByWeight(left, ['sender', agentId, leadId, ...order]);
    if (!drawn) return order;
    order.push(drawn.key);
    left = left.filter(({ key }) => key !== drawn.key);
  }
}

const isUsable = (failure: SenderFailure | undefined, now: number): boolean =>
  failure === undefined || (failure.retryAt !== null && failure.retryAt <= now);

/** Returns when the leads of a failing sender may move; null while they wait for it. */
function moveTime(pool: SenderPool, kept: string, failure: SenderFailure | undefined): number | null {
  if (!failure) return null;
  // Someone has removed it from the pool, so no one expects it to recover.
  if (!pool.senders.some(({ email_sender_id: id }) => id.toLowerCase() === kept)) return failure.since;
  if (pool.when_sender_fails === 'wait') return null;
  return failure.since + pool.move_after_hours * HOUR_MS;
}

/** Returns the reason for a sender as a sentence. */
export function reasonOfSender(reason: SenderReason, pool?: SenderPool): string {
  switch (reason) {
    case 'agent':
      return 'The agent names this sender.';
    case 'default':
      return "The agent names no sender. This is the account's default.";
    case 'kept':
      return 'This sender already writes to the lead.';
    case 'drawn':
      return 'Chosen by weight among the senders of the pool that work and have capacity left today.';
    case 'moved':
      return `The lead moves to this sender, because its own one has failed for ${pool?.move_after_hours ?? 0} hours or left the pool.`;
    case 'waiting':
      return 'No sender of the pool can take a new lead now. The lead waits for this one.';
  }
}
