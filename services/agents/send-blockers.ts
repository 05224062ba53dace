import { listSenderBreakersOf } from '../../db/channels/sender-breakers.js';
import { listTemplatesByIds } from '../../db/channels/templates.js';
import type { Db } from '../../db/connection.js';
import type { StepContent } from '../../domain/cadence/decision.js';
import { isSending } from '../../domain/cadence/steps.js';
import { admission, shareOf } from '../../domain/channels/provider-breaker.js';
import type { Hold } from '../../domain/facts.js';
import type { AgentDefinition } from '../../schemas/agents/agents.js';
import { CHANNELS, type Channel } from '../../schemas/cadence/cadence.js';
import { stateOf } from '../channels/breakers.js';
import { findSender, poolOf, type Sender, senderIdOf } from '../channels/senders.js';
import { approvalHold, noSender, rejection } from '../messages/compose.js';

/** The database's part of the checks of a cadence: its senders, their providers, its templates. */
export interface Blockers {
  senders: ReadonlyMap<Channel, Sender>;
  /**
   * Returns the hold that would prevent a message at a time. `id` is the run's, which may have a position in the queue.
   * `by` is its sender, where a pool has several.
   */
  before(channel: Channel, content: Pick<StepContent, 'template_id'>, at: Date, id: string, by?: Sender): Hold[];
  /** Returns why a message is never sent, where that is so. */
  refusalOf(content: Pick<StepContent, 'template_id'>): string | undefined;
}

const SETTLED = new Set(['APPROVED', 'REJECTED']);

/** Reads the blockers of a cadence, as a real run meets them; changes and locks nothing. */
export async function readBlockers(db: Db, accountId: string, definition: AgentDefinition): Promise<Blockers> {
  const found = await Promise.all(
    CHANNELS.map((channel) => findSender(db, channel, accountId, senderIdOf(definition, channel))),
  );
  const senders = new Map(found.flatMap((sender) => (sender ? [[sender.channel, sender]] : [])) as [Channel, Sender][]);
  const breakers = await listSenderBreakersOf(
    db,
    [...senders.values()].map(({ row }) => row.id).concat(poolIds(definition)),
  );
  const broken = new Map(breakers.map((row) => [row.sender_id, stateOf(row)]));
  const templates = await listTemplatesByIds(db, accountId, templateIdsOf(definition));
  const known = new Map(templates.map((row) => [row.id, row]));
  const named = (id: string | null) => (id === null ? undefined : known.get(id.toLowerCase()));
  return {
    senders,
    before(channel, { template_id }, at, id, by) {
      const sender = by ?? senders.get(channel);
      if (!sender) return [noSender(channel, at)];
      const template = named(template_id);
      const pending = template && !SETTLED.has(template.status) ? approvalHold(template, at) : undefined;
      const admitted = admission(broken.get(sender.row.id), at.getTime(), shareOf(id));
      return [...(pending ? [pending] : []), ...(admitted.kind === 'hold' ? [admitted.hold] : [])];
    },
    refusalOf({ template_id }) {
      const template = named(template_id);
      return template?.status === 'REJECTED' ? rejection(template) : undefined;
    },
  };
}

const poolIds = (definition: AgentDefinition): string[] =>
  (poolOf(definition, 'email')?.senders ?? []).map(({ email_sender_id: id }) => id.toLowerCase());

/** Lists every template that a cadence's steps name. */
export const templateIdsOf = ({ cadence }: AgentDefinition): string[] => [
  ...new Set(
    cadence.steps
      .filter(isSending)
      .flatMap((step) => [
        ...[step, ...(step.variants ?? [])].map((part) => ('template_id' in part ? part.template_id : undefined)),
        step.type === 'message' ? step.fallback_template_id : undefined,
      ])
      .flatMap((id) => (id === undefined ? [] : [id.toLowerCase()])),
  ),
];
