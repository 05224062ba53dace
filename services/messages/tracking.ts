import type { Knex } from 'knex';
import { findAccount } from '../../db/accounts/accounts.js';
import { insertEvents } from '../../db/events/events.js';
import { bumpEngagement } from '../../db/leads/engagement.js';
import { lockUnerasedLead } from '../../db/leads/leads.js';
import { countClick } from '../../db/messages/message-clicks.js';
import {
  countHits,
  deleteHits,
  deleteHitsOf,
  insertHit,
  listHits,
  listMessagesWithHits,
  postponeHits,
  settleHits,
} from '../../db/messages/message-hits.js';
import { findMessage } from '../../db/messages/messages.js';
import type { MessageHitRow, MessageRow } from '../../db/tables.js';
import { inWork, type Work, type WorkDependencies } from '../../db/work.js';
import { type Hit, isNeeded, judgeHit, SETTLE_MS } from '../../domain/messages/machine-hits.js';
import { newId } from '../../runtime/ids.js';
import type { Logger } from '../../runtime/logger.js';
import type { EventOrigin } from '../../schemas/events/events.js';
import type { MachineReason } from '../../schemas/events/machines.js';
import { applyLeadEvent } from '../agent-runs/exit-rules.js';
import type { Tracked } from './mail-links.js';
import { applyReceipt, type LockedMessage, lockMessageAndRun } from './receipts.js';

const ORIGIN: EventOrigin = { kind: 'provider', id: 'tracking' };
/** More than that within the seconds until they are judged are noise. */
const MOST_HITS = 100;
const AT_ONCE = 100;
const POSTPONED_MS = 60_000;

/**
 * Records that the image or a link of an email was requested. It has effects once it is judged, a few seconds later: what
 * else was requested by then shows whether it was a person. `reason` is why the request itself is a machine's, `at` its
 * time where a provider received it.
 */
export async function recordHit(
  work: Work,
  tracked: Tracked,
  reason: MachineReason | null,
  at: Date = work.now,
): Promise<void> {
  const { tx, now } = work;
  const found = await findMessage(tx, tracked.accountId, tracked.messageId);
  // Its row is locked first: nothing is noted about a lead that was erased, or is at this moment.
  const lead = found && (await lockUnerasedLead(tx, tracked.accountId, found.lead_id));
  if (!lead || (await countHits(tx, found.id)) >= MOST_HITS) return;
  await insertHit(tx, {
    id: newId(),
    message_id: found.id,
    account_id: found.account_id,
    lead_id: found.lead_id,
    url: tracked.kind === 'click' ? tracked.url.slice(0, 2048) : null,
    reason,
    hit_at: at,
    due_at: new Date(now.getTime() + SETTLE_MS),
  });
}

/** Judges the opens and clicks that are due, each message in a unit of work of its own. Returns how many messages. */
export async function judgeHits({ logger, ...deps }: WorkDependencies & { logger: Logger }): Promise<number> {
  const { db, clock } = deps;
  const due = await listMessagesWithHits(db, clock.now(), AT_ONCE);
  for (const { message_id, account_id } of due) {
    try {
      await inWork(deps, (work) => judgeMessage(work, account_id, message_id));
    } catch (error) {
      logger.warn({ err: error, message_id }, 'Opens and clicks of a message could not be judged and are tried again');
      await postponeHits(db, message_id, new Date(clock.now().getTime() + POSTPONED_MS));
    }
  }
  return due.length;
}

const toHit = ({ url, hit_at, reason }: MessageHitRow): Hit => ({ url, at: hit_at, reason });

async function judgeMessage(work: Work, accountId: string, messageId: string): Promise<void> {
  const { tx, now } = work;
  const found = await findMessage(tx, accountId, messageId);
  const lead = found && (await lockUnerasedLead(tx, accountId, found.lead_id));
  const locked = lead && (await lockMessageAndRun(tx, found));
  if (!locked) return deleteHitsOf(tx, messageId);
  const rows = await listHits(tx, messageId);
  const due = rows.filter(({ due_at }) => due_at !== null && due_at <= now);
  const open = rows.filter(({ due_at }) => due_at !== null && due_at > now).map(toHit);
  const all = rows.map(toHit);
  const sentAt = locked.message.sent_at ?? locked.message.claimed_at;
  let current = locked;
  for (const row of due) {
    const reason = judgeHit(toHit(row), all, sentAt);
    current = await applyHit(work, current, { url: row.url, at: row.hit_at, reason, origin: ORIGIN });
  }
  await settleHits(
    tx,
    due.map(({ id }) => id),
  );
  const done = rows.filter((row) => (row.due_at === null || due.includes(row)) && !isNeeded(toHit(row), open));
  await deleteHits(
    tx,
    done.map(({ id }) => id),
  );
}

/** A judged open or click. */
export interface JudgedHit extends Hit {
  /** The reason why it is a machine's; null if it is a person's. */
  reason: MachineReason | null;
  origin: EventOrigin;
}

/**
 * Applies a judged open or click to a locked message, and returns the message as it is then. That of a machine has no
 * effect but its event, unless the account counts machines.
 */
export async function applyHit(work: Work, locked: LockedMessage, hit: JudgedHit): Promise<LockedMessage> {
  if (hit.reason !== null && !(await countsMachines(work.tx, locked.message.account_id))) {
    await noteMachine(work, locked.message, hit);
    return locked;
  }
  return hit.url === null ? recordOpen(work, locked, hit) : recordClick(work, locked, hit, hit.url);
}

const countsMachines = async (tx: Knex, accountId: string): Promise<boolean> =>
  (await findAccount(tx, accountId)).machine_engagement === 'count';

/** The first open and the first click on each link that is a machine's is reported; nothing follows from it. */
async function noteMachine({ tx, now }: Work, message: MessageRow, hit: JudgedHit): Promise<void> {
  if (!(await countClick(tx, message, { url: hit.url ?? '', at: hit.at, by: 'machine' }))) return;
  await insertEvents(tx, now, [
    {
      ...aboutMessage(message),
      type: hit.url === null ? 'email.machine_opened' : 'message.machine_clicked',
      data: dataOf(message, hit),
      origin: hit.origin,
    },
  ]);
}

async function recordOpen(work: Work, locked: LockedMessage, { at, reason, origin }: JudgedHit) {
  if (locked.message.read_at !== null) return locked;
  const message = await applyReceipt(work, locked, {
    status: 'read',
    at,
    settledBy: 'receipt',
    origin,
    machine: reason,
  });
  await applyTracked(work, message, 'email.opened', {}, origin);
  return { ...locked, message };
}

async function recordClick(work: Work, locked: LockedMessage, hit: JudgedHit, url: string) {
  const { tx, now } = work;
  const { at, origin } = hit;
  const first = await countClick(tx, locked.message, { url, at, by: 'person' });
  if (!first) return locked;
  const message = await applyReceipt(work, locked, { status: 'delivered', at, settledBy: 'receipt', origin });
  await bumpEngagement(tx, { id: message.lead_id, accountId: message.account_id }, { counts: ['clicked_count'] });
  const data = dataOf(message, hit);
  await insertEvents(tx, now, [{ ...aboutMessage(message), type: 'message.clicked', data, origin }]);
  await applyTracked(work, message, 'message.clicked', data, origin);
  return { ...locked, message };
}

const aboutMessage = ({ account_id, lead_id, agent_run_id }: MessageRow) => ({
  accountId: account_id,
  leadId: lead_id,
  agentRunId: agent_run_id,
});

const dataOf = (message: MessageRow, { url, reason }: JudgedHit) => ({
  message_id: message.id,
  channel: message.channel,
  workflow_id: message.agent_id,
  step_key: message.step_key,
  ...(url === null ? {} : { url }),
  is_machine: reason !== null,
  machine_reason: reason,
});

const applyTracked = async (
  work: Work,
  { account_id: accountId, lead_id: leadId }: MessageRow,
  eventType: 'email.opened' | 'message.clicked',
  data: Record<string, unknown>,
  origin: EventOrigin,
): Promise<void> => {
  await applyLeadEvent(work, { accountId, leadId, eventType, data, origin });
};
