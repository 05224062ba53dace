import { insertEvents } from '../../db/events/events.js';
import { writeConsent } from '../../db/leads/consent.js';
import { lockUnerasedLead } from '../../db/leads/leads.js';
import { liftSuppression, OPT_OUT_REASONS } from '../../db/leads/suppressions.js';
import { noteSending } from '../../db/messages/in-flight.js';
import type { LeadRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import type { EventOrigin } from '../../schemas/events/events.js';
import type { RecordedSource } from '../../schemas/leads/consents.js';
import type { ConsentChannel } from '../../schemas/leads/leads.js';
import { applyLeadEvent } from '../agent-runs/exit-rules.js';
import type { ConsentRequest } from './change-lead.js';
import type { SaveContext } from './read-lead.js';
import { suppress } from './suppress.js';

/** The source of an opt-out or opt-in in the consent log. */
type ConsentSource =
  | 'unsubscribe_link'
  | 'whatsapp_settings'
  | 'reply'
  | 'complaint'
  | 'api'
  | 'import'
  | 'form'
  | 'confirmation_link'
  | 'rule'
  | RecordedSource;

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

/** Returns the addresses that a channel reaches a lead at: on WhatsApp a phone number, a user ID or both. */
export function addressesOf(lead: LeadRow, channel: ConsentChannel): string[] {
  const { email, phone, whatsapp_user_id: userId } = lead;
  const addresses = channel === 'email' ? [email] : channel === 'whatsapp' ? [phone, userId] : [phone];
  return addresses.filter((address) => address !== null);
}

/**
 * Opts a lead out of a channel: consent, consent log, a suppression of the address (so that a second lead with the same
 * address gets no messages either), the event, and the exit rules of the lead's open enrollments, which stop or
 * continue without the channel. An existing opt-out changes nothing. Returns undefined if the lead doesn't exist.
 */
export async function optOut(
  work: Work,
  change: ConsentChange,
): Promise<{ changed: boolean; lead: LeadRow } | undefined> {
  const { tx } = work;
  const lead = await lockUnerasedLead(tx, change.accountId, change.leadId);
  if (!lead) return undefined;
  const { accountId, leadId, channel } = change;
  for (const address of addressesOf(lead, channel)) {
    const reason = change.source === 'unsubscribe_link' ? 'unsubscribed' : 'opted_out';
    await suppress(work, { accountId, channel, address, reason });
  }
  const noteChannel = () => noteSending(work, (messages) => messages.where({ lead_id: leadId, channel }));
  if (lead[`consent_${channel}`] === 'opted_out') {
    await noteChannel();
    return { changed: false, lead };
  }
  await changeConsent(work, lead, change, 'opted_out');
  // The event locked the lead's runs, so none of them can take a claim in the meantime.
  await noteChannel();
  return { changed: true, lead };
}

/** Opts a lead in to a channel again, the reverse of `optOut`. Returns undefined if the lead doesn't exist. */
export async function optIn(
  work: Work,
  change: ConsentChange,
): Promise<{ changed: boolean; lead: LeadRow } | undefined> {
  const { tx } = work;
  const lead = await lockUnerasedLead(tx, change.accountId, change.leadId);
  if (!lead) return undefined;
  const { accountId, channel } = change;
  for (const address of addressesOf(lead, channel)) {
    await liftSuppression(tx, { accountId, channel, address }, OPT_OUT_REASONS);
  }
  if (lead[`consent_${channel}`] === 'opted_in') return { changed: false, lead };
  await changeConsent(work, lead, change, 'opted_in');
  return { changed: true, lead };
}

/**
 * Records what a lead decided about a channel, with its evidence. The log gets an entry even where the decision is the
 * current one, because its evidence may be new. Undefined: no such lead.
 */
export async function recordConsent(
  work: Work,
  { state, ...change }: ConsentChange & { state: 'opted_in' | 'opted_out' },
): Promise<true | undefined> {
  const done = state === 'opted_in' ? await optIn(work, change) : await optOut(work, change);
  if (!done) return undefined;
  const { channel, source, note = null } = change;
  if (!done.changed) await writeConsent(work.tx, work.now, done.lead, { channel, state, source, note });
  return true;
}

/**
 * Opts a lead in to a channel on which it has said nothing yet. Unlike `optIn` it takes back no opt-out, neither the lead's
 * nor one of its address. Returns the lead as it is then; undefined: no such lead.
 */
export async function confirmConsent(work: Work, change: ConsentChange): Promise<LeadRow | undefined> {
  const lead = await lockUnerasedLead(work.tx, change.accountId, change.leadId);
  const column = `consent_${change.channel}` as const;
  if (lead?.[column] !== 'unknown') return lead;
  await changeConsent(work, lead, change, 'opted_in');
  return { ...lead, [column]: 'opted_in' };
}

/** Carries out changed consents of a locked lead: log, suppression, event and the exit rules of its open runs. */
export async function applyConsents(
  work: Work,
  {
    lead,
    consents,
    source,
    origin,
  }: Pick<SaveContext, 'source' | 'origin'> & {
    lead: LeadRow;
    consents: readonly ConsentRequest[];
  },
): Promise<void> {
  const { tx, now } = work;
  for (const { channel, state } of consents) {
    const change = { accountId: lead.account_id, leadId: lead.id, channel, source, origin };
    if (state === 'opted_out') await optOut(work, change);
    else if (state === 'opted_in') await optIn(work, change);
    else await writeConsent(tx, now, lead, { channel, state, source, note: null });
    lead[`consent_${channel}`] = state;
    lead.version += 1;
    lead.updated_at = now;
  }
}

/** Writes a consent with its event, and does what the rules of the lead's open enrolments make of that. */
async function changeConsent(
  work: Work,
  lead: LeadRow,
  { accountId, leadId, channel, source, note = null, messageId, origin }: ConsentChange,
  state: 'opted_in' | 'opted_out',
): Promise<void> {
  const { tx, now } = work;
  await writeConsent(tx, now, lead, { channel, state, source, note });
  const type = `lead.${state}` as const;
  const data = { channel, source, ...(messageId ? { message_id: messageId } : {}) };
  const before = { [`consent.${channel}`]: lead[`consent_${channel}`] };
  await insertEvents(tx, now, [{ accountId, leadId, type, data, before, origin }]);
  await applyLeadEvent(work, { accountId, leadId, eventType: type, data, origin });
}
