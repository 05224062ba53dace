import type { Db } from '../../db/connection.js';
import { pickSenders } from '../../domain/channels/sender-pool.js';
import { hasRoomToday, NO_USAGE, type Usage } from '../../domain/messages/limits.js';
import type { SenderChoice, SenderReason } from '../../schemas/agents/agents.js';
import { CHANNELS, type Channel } from '../../schemas/cadence/cadence.js';
import { findSender, poolOf, type Sender, senderIdOf } from '../channels/senders.js';
import { readPool, type SenderRequest, viewOfChoice } from '../messages/choose-sender.js';
import { estimateUsage } from '../messages/usage.js';

type Asked = Omit<SenderRequest, 'channel' | 'tried'>;

/** The senders of a simulated run, chosen as a real run chooses them. */
export interface SimulatedSenders {
  /** Chooses the sender of a channel at a time, and returns the usage of its limits then. */
  usageAt(channel: Channel, at: Date, later: (usage: Usage) => Usage): Usage;
  /** Returns the sender that was chosen last. */
  current(channel: Channel): Sender | undefined;
  /** Keeps the sender of a message that is sent, and returns it. */
  sentBy(channel: Channel): SenderChoice | null;
}

interface Member {
  sender: Sender | undefined;
  usage: Usage;
}
type Chosen = Member & { reason: SenderReason };
type ChooseAt = (at: Date, later: (usage: Usage) => Usage) => Chosen;

/** Reads the senders that an agent can use, with the usage of their limits. Changes and locks nothing. */
export async function readSimulatedSenders(db: Db, asked: Asked): Promise<SimulatedSenders> {
  const { definition } = asked;
  const kept = new Map<Channel, string>();
  const choosers = new Map<Channel, ChooseAt>();
  for (const channel of CHANNELS) choosers.set(channel, await chooserOf(db, { ...asked, channel }, kept));
  const current = new Map<Channel, Chosen>();
  return {
    usageAt(channel, at, later) {
      const chosen = choosers.get(channel)?.(at, later);
      if (!chosen) return later(NO_USAGE);
      current.set(channel, chosen);
      return later(chosen.usage);
    },
    current: (channel) => current.get(channel)?.sender,
    sentBy(channel) {
      const chosen = current.get(channel);
      if (!chosen?.sender) return null;
      kept.set(channel, chosen.sender.row.id);
      return viewOfChoice(chosen, definition);
    },
  };
}

async function chooserOf(db: Db, asked: Omit<SenderRequest, 'tried'>, kept: Map<Channel, string>): Promise<ChooseAt> {
  const { accountId, channel, definition, agentId, leadId, now: readAt } = asked;
  const senderOf = findSender.bind(undefined, db);
  const member = async (sender: Sender | undefined): Promise<Member> => ({
    sender,
    usage: await estimateUsage(db, { ...asked, sender }),
  });
  const pool = poolOf(definition, channel);
  if (!pool) {
    const id = senderIdOf(definition, channel);
    const chosen = {
      ...(await member(await senderOf(channel, accountId, id))),
      reason: id ? 'agent' : 'default',
    } as const;
    return () => chosen;
  }
  const state = await readPool(db, asked, senderOf);
  if (state.kept) kept.set(channel, state.kept.row.id);
  const ids = new Set([...kept.values(), ...pool.senders.map(({ email_sender_id: id }) => id.toLowerCase())]);
  const members = new Map<string, Member>();
  for (const id of ids) members.set(id, await member(await senderOf(channel, accountId, id)));
  // Providers accept everything here, so a sender recovers with its trial message.
  const recovers = (retryAt: number | null, now: number) =>
    retryAt !== null && retryAt <= now && now > readAt.getTime();
  const named = (id: string): Member => members.get(id) ?? { sender: undefined, usage: NO_USAGE };
  return (at, later) => {
    const now = at.getTime();
    const lasting = [...state.failures].filter(([, { retryAt }]) => !recovers(retryAt, now));
    const own = kept.get(channel);
    const pick = pickSenders({ pool, agentId, leadId, kept: own, failures: new Map(lasting), now });
    if (pick.kind === 'kept') return { ...named(pick.id), reason: 'kept' };
    const free = pick.candidates.find(
      (id) => named(id).sender && hasRoomToday(definition.limits, later(named(id).usage)),
    );
    if (free !== undefined) return { ...named(free), reason: pick.reason };
    return { ...named(pick.fallback), reason: own === undefined ? 'waiting' : 'kept' };
  };
}
