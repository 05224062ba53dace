import { listSenderFailures, type SenderFailureRow } from '../../db/channels/email-senders.js';
import { assignLeadSender, findLeadSender } from '../../db/channels/lead-senders.js';
import type { Db } from '../../db/connection.js';
import type { LeadSenderRow, MessageRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { pickSenders, reasonOfSender, type SenderFailure } from '../../domain/channels/sender-pool.js';
import type { Hold } from '../../domain/facts.js';
import { hasRoomToday, type Usage } from '../../domain/messages/limits.js';
import type { AgentDefinition, SenderChoice, SenderReason } from '../../schemas/agents/agents.js';
import type { Channel } from '../../schemas/cadence/cadence.js';
import { nameOfSender, poolOf, type Sender, type SenderOf, senderIdOf } from '../channels/senders.js';
import { triedBefore, type UsageRequest } from './usage.js';

/** A message that needs a sender. */
export interface SenderRequest extends Omit<UsageRequest, 'sender' | 'again' | 'definition'> {
  accountId: string;
  channel: Channel;
  definition: Pick<AgentDefinition, 'limits' | 'timezone' | 'channels'>;
  /** The message's row, if it was tried before. */
  tried?: MessageRow | undefined;
}

/** The sender of a message, and the usage of its limits. */
export interface ChosenSender {
  sender: Sender | undefined;
  reason: SenderReason;
  /** The request that the usage was read for. */
  request: UsageRequest;
  usage: Usage;
  /** Set if the lead doesn't have this sender yet. It is stored with the claim of the message. */
  assignment?: { before: string | null };
  /** The time from which the lead can move, if its sender fails. */
  movesAt: Date | null;
}

/** The sources of a choice: senders, and the usage of their limits. */
export interface ChoiceSources {
  senderOf: SenderOf;
  read(db: Db, request: UsageRequest): Promise<Usage>;
}

/**
 * Chooses the sender of a message. An agent with a pool keeps the sender that already writes to the lead. A new lead
 * gets one of those that work and have capacity left today. `without` lists senders that were tried in vain.
 */
export async function chooseSender(
  db: Db,
  asked: SenderRequest,
  { senderOf, read }: ChoiceSources,
  without?: ReadonlySet<string>,
): Promise<ChosenSender> {
  const { accountId, channel, definition, agentId, leadId, now } = asked;
  const pool = poolOf(definition, channel);
  const look = async (sender: Sender | undefined) => {
    const request = { ...asked, sender, again: triedBefore(asked.tried, sender) };
    return { sender, request, usage: await read(db, request) };
  };
  if (!pool) {
    const id = senderIdOf(definition, channel);
    const sender = await senderOf(channel, accountId, id);
    return { reason: id === null ? 'default' : 'agent', movesAt: null, ...(await look(sender)) };
  }
  const { kept, before, failures } = await readPool(db, asked, senderOf);
  const pick = pickSenders({
    pool,
    agentId,
    leadId,
    kept: kept?.row.id,
    failures,
    now: now.getTime(),
    ...given(without),
  });
  if (pick.kind === 'kept') {
    return { reason: 'kept', movesAt: pick.movesAt === null ? null : new Date(pick.movesAt), ...(await look(kept)) };
  }
  const assignment = { before };
  for (const id of pick.candidates) {
    const sender = await senderOf(channel, accountId, id);
    const looked = sender && (await look(sender));
    if (!looked || !hasRoomToday(asked.waiter?.limits ?? definition.limits, looked.usage)) continue;
    return { reason: pick.reason, movesAt: null, assignment, ...looked };
  }
  if (kept) return { reason: 'kept', movesAt: null, ...(await look(kept)) };
  const fallback = await look(await senderOf(channel, accountId, pick.fallback));
  return { reason: 'waiting', movesAt: null, assignment, ...fallback };
}

const given = (without: ReadonlySet<string> | undefined) => (without ? { without } : {});

interface PoolState {
  /** The sender that the lead has. */
  kept: Sender | undefined;
  /** The ID of that sender, even if it was deleted. */
  before: string | null;
  failures: ReadonlyMap<string, SenderFailure>;
}

/** Reads the sender that a lead has, and which senders of the pool fail. */
export async function readPool(
  db: Db,
  {
    accountId,
    agentId,
    leadId,
    channel,
    definition,
  }: Pick<SenderRequest, 'accountId' | 'agentId' | 'leadId' | 'channel' | 'definition'>,
  senderOf: SenderOf,
): Promise<PoolState> {
  const stored = await findLeadSender(db, { agent_id: agentId, lead_id: leadId });
  const kept = stored && (await senderOf(channel, accountId, stored.sender_id));
  const ids = (poolOf(definition, channel)?.senders ?? []).map(({ email_sender_id: id }) => id.toLowerCase());
  const rows = await listSenderFailures(db, kept ? [kept.row.id, ...ids] : ids);
  return { kept, before: stored?.sender_id ?? null, failures: new Map(rows.map((row) => [row.id, failureOf(row)])) };
}

function failureOf({ opened_at, retry_at, probe_until, lost_at }: SenderFailureRow): SenderFailure {
  const since = Math.min(...[opened_at, lost_at].map((at) => at?.getTime() ?? Number.POSITIVE_INFINITY));
  return { since, retryAt: lost_at ? null : Math.max(retry_at?.getTime() ?? 0, probe_until?.getTime() ?? 0) };
}

/**
 * Stores the sender with the claim of the message that the lead gets from it. False if another message of the lead has
 * left by another sender since the choice, which then has to be made again.
 */
export async function keepSender(
  { tx, now }: Work,
  { sender, assignment, request }: ChosenSender,
  { accountId, messageId }: { accountId: string; messageId: string },
): Promise<boolean> {
  if (!sender || !assignment) return true;
  const row: LeadSenderRow = {
    agent_id: request.agentId,
    lead_id: request.leadId,
    account_id: accountId,
    sender_id: sender.row.id,
    moved_from: assignment.before,
    message_id: messageId,
    assigned_at: now,
  };
  return (await assignLeadSender(tx, row, assignment.before)) === sender.row.id;
}

/**
 * Returns whether a new lead was held by the provider of the sender that was chosen for it: another message tries that
 * sender now. The lead can get another one.
 */
export const isHeldByDrawn = ({ reason }: ChosenSender, hold: Hold): boolean =>
  (reason === 'drawn' || reason === 'moved') && hold.reason === 'provider_backoff' && hold.line === 'sender';

/** Shows a choice to people; null where there is no sender. */
export const viewOfChoice = (
  { sender, reason }: Pick<ChosenSender, 'sender' | 'reason'>,
  definition: Pick<AgentDefinition, 'channels'>,
): SenderChoice | null =>
  sender
    ? {
        id: sender.row.id,
        name: nameOfSender(sender),
        reason,
        detail: reasonOfSender(reason, poolOf(definition, sender.channel)),
      }
    : null;
