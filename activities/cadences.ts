import type { Knex } from 'knex';
import { inTransaction, isUnavailable } from '../db/connection.js';
import { type OutboxItem, takePending } from '../db/outbox.js';
import type { SendOutcome } from '../providers/outcome.js';
import type { Clock } from '../runtime/clock.js';
import type { Metrics } from '../runtime/metrics.js';
import { type Advance, type AdvanceDependencies, advanceRun } from '../services/advance.js';
import type { Breakers } from '../services/breakers.js';
import type { PreparedSend } from '../services/message-claims.js';
import { recordOutcome } from '../services/send-outcome.js';
import type { AdvanceResult } from '../workflows/cadence.protocol.js';
import { type DeliveryDependencies, deliver } from './deliver.js';

export interface CadenceDependencies extends AdvanceDependencies, DeliveryDependencies {
  db: Knex;
  clock: Clock;
  metrics: Metrics;
  breakers: Pick<Breakers, 'note'>;
  /** Tries instructions to Temporal right after their commit; never throws and is not waited for. */
  dispatch: (items: OutboxItem[]) => void;
}

/** A claim this old is not acted on any more: the process stood still, and another one may have taken over. */
const CLAIM_MS = 5_000;
/** How long an outcome is kept in memory while the database is away; the activity ends at 15 s. */
const RECORD_MS = 5_000;
const RECORD_PAUSE_MS = 200;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The activities that walk enrolments through their cadences. */
export const createCadenceActivities = (deps: CadenceDependencies) => {
  const commit = async <T extends Advance>(work: (tx: Knex, now: Date) => Promise<T>): Promise<T> => {
    const { result, pending } = await inTransaction(deps.db, async (tx) => ({
      result: await work(tx, deps.clock.now()),
      pending: takePending(tx),
    }));
    if (pending.length > 0) deps.dispatch(pending);
    return result;
  };

  const msUntil = (instant: Date) => instant.getTime() - deps.clock.now().getTime();

  const send = async ({ outgoing, turn }: PreparedSend): Promise<SendOutcome> => {
    if (-msUntil(turn.now) > CLAIM_MS) {
      return {
        kind: 'refused_retry',
        code: 'claim_too_old',
        message: 'The process stood still before the message left.',
      };
    }
    // Woken just ahead of its instant: what was decided for it leaves then, never before.
    for (let early = msUntil(turn.now); early > 0; early = msUntil(turn.now)) await sleep(early);
    const outcome = await deliver(deps, outgoing);
    deps.metrics.sends.inc({ channel: outgoing.channel, outcome: outcome.kind });
    const { account_id: accountId, id: agentRunId } = turn.run;
    deps.breakers.note({ senderId: outgoing.sender.id, accountId, agentRunId }, outcome);
    return outcome;
  };

  /** A message that left must not end as `unknown` only because the database was restarted just then. */
  const record = async (prepared: PreparedSend, outcome: SendOutcome) => {
    const endsAt = performance.now() + RECORD_MS;
    for (;;) {
      try {
        return await commit((tx, now) => recordOutcome(tx, now, prepared, outcome));
      } catch (error) {
        if (!isUnavailable(error) || performance.now() > endsAt) throw error;
        await sleep(RECORD_PAUSE_MS);
      }
    }
  };

  return {
    /**
     * Does what is due for one enrolment and says how long it sleeps: one transaction decides and claims, the provider
     * is called outside of any, a second transaction records and plans. Safe to repeat at every point.
     */
    async advanceCadence({ agentRunId }: { agentRunId: string }): Promise<AdvanceResult> {
      const first = await commit((tx, now) => advanceRun(tx, now, agentRunId, deps));
      if (first.kind !== 'send') return toResult(first);
      const outcome = await send(first.send);
      return toResult(await record(first.send, outcome));
    },
  };
};

const toResult = (advance: Exclude<Advance, { kind: 'send' }>): AdvanceResult => {
  if (advance.kind === 'waiting') return { closed: false, plan: advance.plan };
  const { kind: _kind, ...outcome } = advance;
  return { closed: true, ...outcome };
};
