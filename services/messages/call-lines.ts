import { countWoken, deleteUnclaimed, listNextInQueue, listQueues, markWoken } from '../../db/channels/line-places.js';
import { findSenderBreaker } from '../../db/channels/sender-breakers.js';
import type { Db } from '../../db/connection.js';
import { makeDue } from '../../db/messages/outgoing-messages.js';
import type { LinePlaceRow } from '../../db/tables.js';
import { inWork, type Work, type WorkDependencies } from '../../db/work.js';
import { admission } from '../../domain/channels/provider-breaker.js';
import type { LineKind } from '../../domain/facts.js';
import { roomInLine, type Usage } from '../../domain/messages/limits.js';
import { DAY_MS, MINUTE_MS } from '../../domain/time/zoned.js';
import type { AgentLimits } from '../../schemas/agents/agents.js';
import type { Channel } from '../../schemas/cadence/cadence.js';
import { stateOf } from '../channels/breakers.js';
import { findSender, SENDER_KEPT_MS, type Sender } from '../channels/senders.js';
import { callRuns } from '../instructions/agent-runs.js';
import { callMessages } from '../instructions/messages.js';
import { countedUsage } from './usage.js';

/** So many of one line are called at once; more when it is looked at again. */
const MOST_AT_ONCE = 200;

/** A line with no room is left alone for so long, or until the next minute. */
const REST_MS = 5_000;

/**
 * Calls those whose turn it is in each line, who then look: as many as there is room for, who are first and whose windows are
 * open. Who is called may still find no room and keeps its place: the counters judge. Safe in several processes at once.
 * `rests` is the process's memory of which lines have no room; a line that fails is reported and leaves the others
 * alone. Returns how many were called.
 */
export async function callLines(
  deps: WorkDependencies,
  rests: Map<string, number>,
  failed: (line: string, error: unknown) => void,
): Promise<number> {
  const now = deps.clock.now().getTime();
  for (const [line, until] of rests) if (until <= now) rests.delete(line);
  let called = 0;
  for (const line of await listQueues(deps.db)) {
    if (rests.has(line)) continue;
    try {
      const here = await callLine(deps, line);
      called += here;
      if (here === 0) rests.set(line, Math.min(now + REST_MS, (Math.floor(now / MINUTE_MS) + 1) * MINUTE_MS));
    } catch (error) {
      failed(line, error);
    }
  }
  return called;
}

async function callLine(deps: WorkDependencies, line: string): Promise<number> {
  const { db, clock } = deps;
  const now = clock.now();
  await deleteUnclaimed(db, now, line);
  const [head] = await listNextInQueue(db, now, line, { limit: 1, without: [] });
  // Counters that are full are only read, as everywhere.
  if (!head || (await pick(db, now, head, { locked: false, most: 1 })).length === 0) return 0;
  return inWork(deps, async (work) => {
    const places = await pick(work.tx, work.now, head, { locked: true, most: MOST_AT_ONCE });
    await call(work, places);
    return places.length;
  });
}

/** Returns the first of a line that there is room for. */
async function pick(
  db: Db,
  now: Date,
  head: LinePlaceRow,
  { locked, most }: { locked: boolean; most: number },
): Promise<LinePlaceRow[]> {
  const { line } = head;
  const roomFor = await roomOf(db, now, head, locked);
  const called = await countWoken(db, line);
  const full = new Set<string>();
  while (roomFor(NO_LIMITS) > called) {
    const first = await listNextInQueue(db, now, line, { limit: most, without: [...full] });
    const picked: LinePlaceRow[] = [];
    for (const place of first) {
      if (roomFor(place) > called + picked.length) picked.push(place);
      else full.add(place.limits);
    }
    // Agents with narrower limits of their own don't stand in the way of those behind them.
    if (picked.length > 0 || first.length < most) return picked;
  }
  return [];
}

/** Those who are held by the sender's own limits alone. */
const NO_LIMITS = { limits: '{}' };

type Room = (place: Pick<LinePlaceRow, 'limits'>) => number;

/**
 * Returns how many more messages can be sent now. Each queued run has limits of its agent in addition to the sender's.
 */
async function roomOf(db: Db, now: Date, head: LinePlaceRow, locked: boolean): Promise<Room> {
  const [id = '', kind] = head.line.split('/') as [string, LineKind];
  const sender = kind === 'sender' ? await findSender(db, head.channel as Channel, head.account_id, id) : undefined;
  // Until every process knows of the change, some would turn away whom the new limits let through.
  const changed = sender && now.getTime() - sender.row.updated_at.getTime();
  if (changed !== undefined && changed >= 0 && changed <= SENDER_KEPT_MS) return () => 0;
  const usage = await usageIn(db, now, head, { id, kind, locked, sender });
  const breaker = kind === 'sender' ? await findSenderBreaker(db, id) : undefined;
  const admitted = admission(breaker && stateOf(breaker), now.getTime(), 0);
  const tries = { free: Number.POSITIVE_INFINITY, try: 1, hold: 0 }[admitted.kind];
  return ({ limits }) => Math.min(tries, roomInLine(kind, JSON.parse(limits) as AgentLimits, usage));
}

async function usageIn(
  db: Db,
  now: Date,
  { account_id, timezone }: LinePlaceRow,
  { id, kind, locked, sender }: { id: string; kind: LineKind; locked: boolean; sender: Sender | undefined },
): Promise<Usage> {
  const request = {
    now,
    leadId: '',
    agentId: kind === 'new_leads' ? id : account_id,
    sender,
    account: { timezone, limits: null },
    definition: { limits: {}, timezone },
    // First contacts are counted by leads and have no line.
    windowExpiresAt: new Date(now.getTime() + DAY_MS).toISOString(),
  };
  return countedUsage(db, request, locked);
}

/** Marks them as called and wakes them. */
async function call(work: Work, places: readonly LinePlaceRow[]): Promise<void> {
  const { tx, now } = work;
  if (places.length === 0) return;
  await markWoken(
    tx,
    now,
    places.map(({ subject_id }) => subject_id),
  );
  const those = (wanted: LinePlaceRow['kind']) =>
    places
      .filter(({ kind }) => kind === wanted)
      .map(({ subject_id: id, account_id, lead_id, agent_id }) => ({
        id,
        account_id,
        lead_id,
        agent_id: agent_id ?? '',
      }));
  const messages = those('message');
  await callRuns(work, those('agent_run'));
  if (messages.length === 0) return;
  await makeDue(
    tx,
    now,
    messages.map(({ id }) => id),
  );
  await callMessages(work, messages);
}
