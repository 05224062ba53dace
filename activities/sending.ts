import type { Knex } from 'knex';
import { inTransaction, isUnavailable } from '../db/connection.js';
import { type OutboxItem, takePending } from '../db/outbox.js';
import { ACTS_WITHIN_MS } from '../domain/claims.js';
import type { SendOutcome } from '../providers/outcome.js';
import type { Clock } from '../runtime/clock.js';
import type { Metrics } from '../runtime/metrics.js';
import type { BreakerCall, Breakers } from '../services/breakers.js';
import type { Outgoing } from '../services/message-compose.js';
import { type DeliveryDependencies, deliver } from './deliver.js';

export interface SendingDependencies extends DeliveryDependencies {
  db: Knex;
  clock: Clock;
  metrics: Metrics;
  breakers: Pick<Breakers, 'note'>;
  /** Tries instructions to Temporal right after their commit; never throws and is not waited for. */
  dispatch: (items: OutboxItem[]) => void;
}

/** How long an outcome is kept in memory while the database is away; the activity ends at 15 s. */
const RECORD_MS = 5_000;
const RECORD_PAUSE_MS = 200;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** What every activity that sends is made of: decide and claim, call the provider, record. */
export function createSending(deps: SendingDependencies) {
  /** Runs one transaction and offers its instructions to Temporal afterwards. */
  const commit = async <T>(work: (tx: Knex, now: Date) => Promise<T>): Promise<T> => {
    const { result, pending } = await inTransaction(deps.db, async (tx) => ({
      result: await work(tx, deps.clock.now()),
      pending: takePending(tx),
    }));
    if (pending.length > 0) deps.dispatch(pending);
    return result;
  };

  const msUntil = (instant: Date) => instant.getTime() - deps.clock.now().getTime();

  /** Hands a claimed message to its provider, unless the claim has grown old meanwhile. */
  const send = async (outgoing: Outgoing, claimedAt: Date, by: Omit<BreakerCall, 'senderId'>): Promise<SendOutcome> => {
    if (-msUntil(claimedAt) > ACTS_WITHIN_MS) {
      return {
        kind: 'refused_retry',
        code: 'claim_too_old',
        message: 'The process stood still before the message left.',
      };
    }
    // Woken just ahead of its instant: what was decided for it leaves then, never before.
    for (let early = msUntil(claimedAt); early > 0; early = msUntil(claimedAt)) await sleep(early);
    const outcome = await deliver(deps, outgoing);
    deps.metrics.sends.inc({ channel: outgoing.channel, outcome: outcome.kind });
    deps.breakers.note({ ...by, senderId: outgoing.sender.id }, outcome);
    return outcome;
  };

  /** A message that left must not end as `unknown` only because the database was restarted just then. */
  const record = async <T>(work: (tx: Knex, now: Date) => Promise<T>): Promise<T> => {
    const endsAt = performance.now() + RECORD_MS;
    for (;;) {
      try {
        return await commit(work);
      } catch (error) {
        if (!isUnavailable(error) || performance.now() > endsAt) throw error;
        await sleep(RECORD_PAUSE_MS);
      }
    }
  };

  return { commit, send, record };
}
