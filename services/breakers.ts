import type { Knex } from 'knex';
import {
  claimSenderProbe,
  closeSenderBreaker,
  findSenderBreaker,
  listSenderBreakers,
  openSenderBreaker,
  reopenSenderBreaker,
} from '../db/sender-breakers.js';
import type { SenderBreakerRow } from '../db/tables.js';
import type { Hold } from '../domain/facts.js';
import {
  admission,
  type OpenBreaker,
  type ProviderCall,
  pauseMs,
  placeOf,
  trips,
  withCall,
} from '../domain/provider-breaker.js';
import type { SendOutcome } from '../providers/outcome.js';
import type { Clock } from '../runtime/clock.js';
import type { Logger } from '../runtime/logger.js';
import type { Metrics } from '../runtime/metrics.js';

/** Whose provider was called, and for which enrolment. */
export interface BreakerCall {
  senderId: string;
  accountId: string;
  agentRunId: string;
}

/** Holds back senders whose providers fail, in every process, while each process counts the calls it makes itself. */
export interface Breakers {
  /** What holds a message of this sender back; undefined: it may leave. Reads the database only if the sender is held. */
  holdOf(tx: Knex, now: Date, senderId: string, agentRunId: string): Promise<Hold | undefined>;
  /** Takes note of how a call ended. Never throws; what has to be stored is stored meanwhile. */
  note(call: BreakerCall, outcome: SendOutcome): void;
  /** Resolves once everything noted is stored. */
  idle(): Promise<void>;
}

const REFRESH_MS = 1_000;
const MAX_SENDERS = 10_000;
/** Refusals that a provider had no part in. */
const NOT_CALLED = new Set(['smtp_busy', 'claim_too_old']);

/** The breakers of one process. */
export function createBreakers(deps: { db: Knex; clock: Clock; logger: Logger; metrics: Metrics }): Breakers {
  const { db, clock, logger, metrics } = deps;
  const calls = new Map<string, ProviderCall[]>();
  const probes = new Map<string, string>();
  let open = new Map<string, OpenBreaker>();
  let readAt = 0;
  const working = new Set<Promise<void>>();

  const inBackground = (work: () => Promise<void>) => {
    const done: Promise<void> = work()
      .catch((error: unknown) => logger.warn({ err: error }, 'The state of a sender could not be stored or read'))
      .finally(() => working.delete(done));
    working.add(done);
  };

  const show = () => metrics.breakersOpen.set(open.size);
  const changed = (state: 'held' | 'tried' | 'free', senderId: string, more: object = {}) => {
    metrics.breakerChanges.inc({ state });
    show();
    if (state !== 'tried')
      logger.warn({ senderId, ...more }, `A sender is ${state === 'held' ? 'held back' : 'free again'}`);
  };

  const refresh = () => {
    const now = clock.now().getTime();
    if (now - readAt < REFRESH_MS && now >= readAt) return;
    readAt = now;
    inBackground(async () => {
      const rows = await listSenderBreakers(db);
      open = new Map(rows.map((row) => [row.sender_id, stateOf(row)]));
      show();
    });
  };

  const holdBack = ({ senderId, accountId }: BreakerCall, now: Date, code: string, seen: ProviderCall[]) => {
    const row: SenderBreakerRow = {
      sender_id: senderId,
      account_id: accountId,
      trips: 1,
      last_code: code,
      opened_at: now,
      retry_at: new Date(now.getTime() + pauseMs(1, seen)),
      probe_until: null,
    };
    open.set(senderId, stateOf(row));
    inBackground(async () => {
      if (await openSenderBreaker(db, row)) changed('held', senderId, { code, until: row.retry_at });
    });
  };

  const afterProbe = ({ senderId }: BreakerCall, now: Date, call: ProviderCall, code: string) => {
    const before = open.get(senderId);
    probes.delete(senderId);
    calls.delete(senderId);
    if (!call.failed) {
      open.delete(senderId);
      inBackground(async () => {
        await closeSenderBreaker(db, senderId);
        changed('free', senderId);
      });
      return;
    }
    const trip = (before?.trips ?? 1) + 1;
    const retryAt = now.getTime() + pauseMs(trip, [call]);
    open.set(senderId, { trips: trip, retryAt, probeUntil: null });
    inBackground(async () => {
      await reopenSenderBreaker(db, senderId, { trips: trip, last_code: code, retry_at: new Date(retryAt) });
      changed('held', senderId, { code, until: new Date(retryAt) });
    });
  };

  return {
    async holdOf(tx, now, senderId, agentRunId) {
      refresh();
      const known = open.get(senderId);
      if (!known) return undefined;
      const place = placeOf(agentRunId);
      const first = admission(known, now.getTime(), place);
      if (first.kind === 'hold') return first.hold;
      if (first.kind === 'try' && (await claimSenderProbe(tx, now, senderId, new Date(first.until)))) {
        probes.set(senderId, agentRunId);
        open.set(senderId, { ...known, probeUntil: first.until });
        changed('tried', senderId);
        return undefined;
      }
      // Somebody else tries, or found it mended.
      const row = await findSenderBreaker(tx, senderId);
      if (row) open.set(senderId, stateOf(row));
      else open.delete(senderId);
      const second = admission(row && stateOf(row), now.getTime(), place);
      return second.kind === 'hold' ? second.hold : undefined;
    },
    note(call, outcome) {
      const failed = (outcome.kind === 'refused_retry' && !outcome.senderIsWell) || outcome.kind === 'unknown';
      const code = ('code' in outcome ? outcome.code : 'outcome_unknown').slice(0, 64);
      if (NOT_CALLED.has(code)) return;
      const now = clock.now();
      const retryAfterMs = outcome.kind === 'refused_retry' ? (outcome.retryAfterSeconds ?? 0) * 1000 : 0;
      const one = { at: now.getTime(), failed, retryAfterMs };
      if (probes.get(call.senderId) === call.agentRunId) return afterProbe(call, now, one, code);
      // Calls that had begun before the sender was held back tell nothing new.
      if (open.has(call.senderId)) return;
      const seen = withCall(calls.get(call.senderId) ?? [], one);
      calls.delete(call.senderId);
      calls.set(call.senderId, seen);
      const [oldest] = calls.keys();
      if (calls.size > MAX_SENDERS && oldest !== undefined) calls.delete(oldest);
      if (!failed || !trips(seen)) return;
      calls.delete(call.senderId);
      holdBack(call, now, code, seen);
    },
    async idle() {
      await Promise.all(working);
    },
  };
}

/** A sender's row in the form that decisions take. */
export const stateOf = (row: SenderBreakerRow): OpenBreaker => ({
  trips: row.trips,
  retryAt: row.retry_at.getTime(),
  probeUntil: row.probe_until?.getTime() ?? null,
});
