import type { Knex } from 'knex';
import {
  claimSenderProbe,
  closeSenderBreaker,
  findSenderBreaker,
  listSenderBreakers,
  openSenderBreaker,
  reopenSenderBreaker,
} from '../../db/channels/sender-breakers.js';
import type { SenderBreakerRow } from '../../db/tables.js';
import {
  admission,
  type OpenBreaker,
  type ProviderCall,
  pauseMs,
  shareOf,
  trips,
  withCall,
} from '../../domain/channels/provider-breaker.js';
import type { Hold } from '../../domain/facts.js';
import type { SendOutcome } from '../../providers/outcome.js';
import type { Clock } from '../../runtime/clock.js';
import type { Logger } from '../../runtime/logger.js';
import type { Metrics } from '../../runtime/metrics.js';

/** The call of a sender's provider, and its run. */
export interface BreakerCall {
  senderId: string;
  accountId: string;
  agentRunId: string;
}

/** Holds back senders whose providers fail, in every process, while each process counts the calls it makes itself. */
export interface Breakers {
  /**
   * Returns the hold of this sender's messages; undefined if they may be sent. Reads the database only if the sender is
   * on hold.
   */
  holdOf(tx: Knex, now: Date, senderId: string, agentRunId: string): Promise<Hold | undefined>;
  /** Records the outcome of a call. Never throws. State changes are stored in the background. */
  note(call: BreakerCall, outcome: SendOutcome): void;
  /** Resolves once everything noted is stored. */
  idle(): Promise<void>;
}

const REFRESH_MS = 1_000;
const MAX_SENDERS = 10_000;
/** Refusals that a provider had no part in. */
const NOT_CALLED = new Set(['smtp_busy', 'claim_too_old', 'reconnect_needed']);

interface Dependencies {
  db: Knex;
  clock: Clock;
  logger: Logger;
  metrics: Metrics;
}

/**
 * The state of one process: its latest calls by sender, the owner of each trial call, and the senders on hold anywhere.
 */
interface Memory extends Dependencies {
  calls: Map<string, ProviderCall[]>;
  probes: Map<string, string>;
  open: Map<string, OpenBreaker>;
  readAt: number;
  working: Set<Promise<void>>;
}

/** Creates the breakers of one process. */
export function createBreakers(deps: Dependencies): Breakers {
  const memory: Memory = {
    ...deps,
    calls: new Map(),
    probes: new Map(),
    open: new Map(),
    readAt: 0,
    working: new Set(),
  };
  return {
    holdOf: (tx, now, senderId, agentRunId) => holdOf(memory, tx, now, { senderId, agentRunId }),
    note: (call, outcome) => note(memory, call, outcome),
    async idle() {
      await Promise.all(memory.working);
    },
  };
}

function inBackground({ logger, working }: Memory, work: () => Promise<void>): void {
  const done: Promise<void> = work()
    .catch((error: unknown) => logger.warn({ err: error }, 'The state of a sender could not be stored or read'))
    .finally(() => working.delete(done));
  working.add(done);
}

function changed(
  { metrics, logger, open }: Memory,
  state: 'held' | 'tried' | 'free',
  senderId: string,
  more = {},
): void {
  metrics.breakerChanges.inc({ state });
  metrics.breakersOpen.set(open.size);
  if (state !== 'tried')
    logger.warn({ senderId, ...more }, `A sender is ${state === 'held' ? 'held back' : 'free again'}`);
}

/** Reads who is held back by other processes, now and then. */
function refresh(memory: Memory): void {
  const { db, clock, metrics } = memory;
  const now = clock.now().getTime();
  if (now - memory.readAt < REFRESH_MS && now >= memory.readAt) return;
  memory.readAt = now;
  inBackground(memory, async () => {
    const rows = await listSenderBreakers(db);
    memory.open = new Map(rows.map((row) => [row.sender_id, stateOf(row)]));
    metrics.breakersOpen.set(memory.open.size);
  });
}

async function holdOf(
  memory: Memory,
  tx: Knex,
  now: Date,
  { senderId, agentRunId }: Pick<BreakerCall, 'senderId' | 'agentRunId'>,
): Promise<Hold | undefined> {
  refresh(memory);
  const known = memory.open.get(senderId);
  if (!known) return undefined;
  const share = shareOf(agentRunId);
  const first = admission(known, now.getTime(), share);
  // During a trial, each check asks whether it has ended, and then the queued runs are woken.
  if (first.kind === 'hold' && known.retryAt > now.getTime()) return first.hold;
  if (first.kind === 'try' && (await claimSenderProbe(tx, now, senderId, new Date(first.until)))) {
    memory.probes.set(senderId, agentRunId);
    memory.open.set(senderId, { ...known, probeUntil: first.until });
    changed(memory, 'tried', senderId);
    return undefined;
  }
  // Another process runs the trial, or the sender has recovered.
  const row = await findSenderBreaker(tx, senderId);
  if (row) memory.open.set(senderId, stateOf(row));
  else memory.open.delete(senderId);
  const second = admission(row && stateOf(row), now.getTime(), share);
  return second.kind === 'hold' ? second.hold : undefined;
}

function note(memory: Memory, call: BreakerCall, outcome: SendOutcome): void {
  const { calls } = memory;
  const { senderId } = call;
  const failed = (outcome.kind === 'refused_retry' && !outcome.senderIsWell) || outcome.kind === 'unknown';
  const code = ('code' in outcome ? outcome.code : 'outcome_unknown').slice(0, 64);
  if (NOT_CALLED.has(code)) return;
  const now = memory.clock.now();
  const retryAfterMs = outcome.kind === 'refused_retry' ? (outcome.retryAfterSeconds ?? 0) * 1000 : 0;
  const one = { at: now.getTime(), failed, retryAfterMs };
  if (memory.probes.get(senderId) === call.agentRunId) {
    afterProbe(memory, senderId, one, code);
    return;
  }
  // Calls that had begun before the sender was held back tell nothing new.
  if (memory.open.has(senderId)) return;
  const seen = withCall(calls.get(senderId) ?? [], one);
  calls.delete(senderId);
  calls.set(senderId, seen);
  const [oldest] = calls.keys();
  if (calls.size > MAX_SENDERS && oldest !== undefined) calls.delete(oldest);
  const isRefused = outcome.kind === 'refused_retry' && outcome.senderIsRefused === true;
  if (!failed || !(isRefused || trips(seen))) return;
  calls.delete(senderId);
  holdBack(memory, call, { now, code, seen });
}

function holdBack(
  memory: Memory,
  { senderId, accountId }: BreakerCall,
  { now, code, seen }: { now: Date; code: string; seen: ProviderCall[] },
): void {
  const row: SenderBreakerRow = {
    sender_id: senderId,
    account_id: accountId,
    trips: 1,
    last_code: code,
    opened_at: now,
    retry_at: new Date(now.getTime() + pauseMs(1, seen)),
    probe_until: null,
  };
  memory.open.set(senderId, stateOf(row));
  inBackground(memory, async () => {
    if (await openSenderBreaker(memory.db, row)) changed(memory, 'held', senderId, { code, until: row.retry_at });
  });
}

function afterProbe(memory: Memory, senderId: string, call: ProviderCall, code: string): void {
  const { db, open } = memory;
  const before = open.get(senderId);
  memory.probes.delete(senderId);
  memory.calls.delete(senderId);
  if (!call.failed) {
    open.delete(senderId);
    inBackground(memory, async () => {
      await closeSenderBreaker(db, senderId);
      changed(memory, 'free', senderId);
    });
    return;
  }
  const trip = (before?.trips ?? 1) + 1;
  const retryAt = call.at + pauseMs(trip, [call]);
  open.set(senderId, { trips: trip, retryAt, probeUntil: null });
  inBackground(memory, async () => {
    await reopenSenderBreaker(db, senderId, { trips: trip, last_code: code, retry_at: new Date(retryAt) });
    changed(memory, 'held', senderId, { code, until: new Date(retryAt) });
  });
}

/** Returns a sender's row in the form that decisions take. */
export const stateOf = (row: SenderBreakerRow): OpenBreaker => ({
  trips: row.trips,
  retryAt: row.retry_at.getTime(),
  probeUntil: row.probe_until?.getTime() ?? null,
});
