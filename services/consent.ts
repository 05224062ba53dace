import type { Knex } from 'knex';
import { type ConsentChannel, lockLead, writeConsent } from '../db/consent.js';
import { insertEvents } from '../db/events.js';
import { insertSuppression, liftSuppression, OPT_OUT_REASONS } from '../db/suppressions.js';
import type { LeadRow } from '../db/tables.js';
import type { EventOrigin } from '../schemas/events.js';
import { applyLeadEvent } from './exit-rules.js';
import { noteSending } from './in-flight.js';

/** Where an opt-out or opt-in came from, as the consent log keeps it. */
type ConsentSource = 'unsubscribe_link' | 'reply' | 'complaint' | 'api' | 'import' | 'form';

export interface ConsentChange {
  accountId: string;
  leadId: string;
  channel: ConsentChannel;
  source: ConsentSource;
  note?: string | null;
  /** The message that led to it, shown with the event. */
  messageId?: string | null;
  origin: EventOrigin;
}

/** The address that a channel reaches a lead at. */
export const addressOf = (lead: LeadRow, channel: ConsentChannel): string | null =>
  channel === 'email' ? lead.email : lead.phone;

/**
 * Takes a lead out of a channel: consent, consent log, a suppression of the address (so that a second lead with the
 * same address isn't written to either), the event, and the exit rules of the lead's open enrolments, which stop or
 * go on without the channel. An opt-out that stands already changes nothing. Undefined: no such lead.
 */
export async function optOut(
  tx: Knex,
  now: Date,
  change: ConsentChange,
): Promise<{ changed: boolean; lead: LeadRow } | undefined> {
  const lead = await lockLead(tx, change.accountId, change.leadId);
  if (!lead) return undefined;
  const { accountId, leadId, channel } = change;
  const address = addressOf(lead, channel);
  if (address !== null) {
    const reason = change.source === 'unsubscribe_link' ? 'unsubscribed' : 'opted_out';
    await insertSuppression(tx, now, { accountId, channel, address, reason });
  }
  const noteChannel = () => noteSending(tx, (messages) => messages.where({ lead_id: leadId, channel }));
  if (lead[`consent_${channel}`] === 'opted_out') {
    await noteChannel();
    return { changed: false, lead };
  }
  await writeConsent(tx, now, lead, { channel, state: 'opted_out', source: change.source, note: change.note ?? null });
  const data = dataOf(change);
  await insertEvents(tx, now, [{ accountId, leadId, type: 'lead.opted_out', data, origin: change.origin }]);
  await applyLeadEvent(tx, now, {
    accountId,
    leadId,
    eventType: 'lead.opted_out',
    data,
    origin: change.origin,
  });
  // The event locked the lead's runs, so none of them can take a claim in the meantime.
  await noteChannel();
  return { changed: true, lead };
}

/** Lets a lead be written to on a channel again: the reverse of `optOut`. Undefined: no such lead. */
export async function optIn(
  tx: Knex,
  now: Date,
  change: ConsentChange,
): Promise<{ changed: boolean; lead: LeadRow } | undefined> {
  const lead = await lockLead(tx, change.accountId, change.leadId);
  if (!lead) return undefined;
  const { accountId, leadId, channel } = change;
  const address = addressOf(lead, channel);
  if (address !== null) await liftSuppression(tx, { accountId, channel, address }, OPT_OUT_REASONS);
  if (lead[`consent_${channel}`] === 'opted_in') return { changed: false, lead };
  await writeConsent(tx, now, lead, { channel, state: 'opted_in', source: change.source, note: change.note ?? null });
  const data = dataOf(change);
  await insertEvents(tx, now, [{ accountId, leadId, type: 'lead.opted_in', data, origin: change.origin }]);
  await applyLeadEvent(tx, now, {
    accountId,
    leadId,
    eventType: 'lead.opted_in',
    data,
    origin: change.origin,
  });
  return { changed: true, lead };
}

const dataOf = ({ channel, source, messageId }: ConsentChange): Record<string, unknown> => ({
  channel,
  source,
  ...(messageId ? { message_id: messageId } : {}),
});
