import { fromJson } from '../../db/connection.js';
import { lockUnerasedLead } from '../../db/leads/leads.js';
import { findOnWhatsApp, lockMessage, updateMessage } from '../../db/messages/messages.js';
import type { MessageRow } from '../../db/tables.js';
import type { InboundWhatsApp, WhatsAppAct } from '../../domain/inbound/inbound-whatsapp.js';
import { optIn, optOut } from '../leads/consent.js';
import type { InboundContext, InboundResult } from './context.js';

type Details = Record<string, unknown>;

type Change = Extract<WhatsAppAct, { kind: 'edits' | 'deletes' | 'withdraws_reaction' }>;

/**
 * Applies what changes a message that was received or sent before: it is edited, deleted, or loses its reaction. None of
 * these is a reply. Undefined: an edit of a message that was never received.
 */
export async function changeEarlierMessage(
  context: InboundContext,
  message: InboundWhatsApp,
  change: Change,
): Promise<InboundResult | undefined> {
  const { tx, row } = context;
  const target = await findOnWhatsApp(
    tx,
    row.account_id,
    change.kind === 'withdraws_reaction' ? change.from : change.message,
  );
  const lead = target && (await lockUnerasedLead(tx, row.account_id, target.lead_id));
  const locked = lead && (await lockMessage(tx, target.id));
  if (!locked) return change.kind === 'edits' && !target ? undefined : { outcome: 'no_message', leadId: null };
  const leadId = lead.id;
  switch (change.kind) {
    case 'withdraws_reaction':
      await writeDetails(context, locked, { reaction: null });
      return { outcome: 'reaction_withdrawn', leadId };
    case 'deletes':
      await writeDetails(context, locked, { deleted_at: message.occurredAt.toISOString() });
      return { outcome: 'deleted', leadId };
    case 'edits':
      await edit(context, locked, message);
      return { outcome: 'edited', leadId };
  }
}

/** Edited into a keyword a message opts the lead out or in, as it would have done at first. */
async function edit(context: InboundContext, target: MessageRow, message: InboundWhatsApp): Promise<void> {
  const { row, origin } = context;
  const { intent, values, occurredAt } = message;
  const details = { edited_at: occurredAt.toISOString(), ...(values ? { values } : {}) };
  await writeDetails(context, target, details, { content: message.text });
  if (target.direction !== 'inbound' || intent === null) return;
  const change = {
    accountId: row.account_id,
    leadId: target.lead_id,
    channel: 'whatsapp' as const,
    source: 'reply' as const,
    messageId: target.id,
    origin,
  };
  await (intent === 'opt_out' ? optOut(context, change) : optIn(context, change));
}

async function writeDetails(
  { tx, now }: InboundContext,
  message: MessageRow,
  details: Details,
  columns: Partial<Pick<MessageRow, 'content'>> = {},
): Promise<void> {
  const kept = { ...fromJson<Details | null>(message.details), ...details };
  await updateMessage(tx, message.id, { ...columns, details: JSON.stringify(kept), updated_at: now });
}

/** Shows a reaction with the message that it is to. */
export async function noteReaction(
  context: InboundContext,
  { to, emoji }: NonNullable<InboundWhatsApp['reaction']>,
): Promise<void> {
  const { tx, row } = context;
  const target = await findOnWhatsApp(tx, row.account_id, to);
  const message = target && (await lockMessage(tx, target.id));
  if (message) await writeDetails(context, message, { reaction: emoji });
}
