import type { Knex } from 'knex';
import { inTransaction } from '../db/connection.js';
import { failInboundEvent, finishInboundEvent, lockInboundEvent } from '../db/hooks.js';
import { addParked, type OutboxItem, takePending } from '../db/outbox.js';
import type { InboundEventRow } from '../db/tables.js';
import type { EventOrigin } from '../schemas/events.js';
import { toWork } from './hooks.js';
import { takeCallEvent } from './inbound-call.js';
import { takeEmailEvent } from './inbound-email.js';
import { takeWhatsAppEvent } from './inbound-whatsapp.js';

/** What became of an event that came in. */
export interface InboundResult {
  outcome: string;
  leadId: string | null;
}

/** What the pieces that work an event share. */
export interface InboundContext {
  tx: Knex;
  now: Date;
  row: InboundEventRow;
  origin: EventOrigin;
}

type Taker = (context: InboundContext) => Promise<InboundResult>;

const TAKERS: Readonly<Record<string, Taker>> = {
  email: takeEmailEvent,
  postmark: takeEmailEvent,
  imap: takeEmailEvent,
  meta_cloud: takeWhatsAppEvent,
  twilio: takeWhatsAppEvent,
  voice: takeCallEvent,
  retell: takeCallEvent,
};

/**
 * Works one event that came in from a provider, in one transaction with all it changes; one that was worked already
 * changes nothing. `pending` are the wake-ups that the commit released.
 */
export async function processInboundEvent(
  db: Knex,
  now: Date,
  inboundEventId: string,
): Promise<{ outcome: string; pending: OutboxItem[] }> {
  return inTransaction(db, async (tx) => {
    const row = await lockInboundEvent(tx, inboundEventId);
    if (!row) return { outcome: 'gone', pending: [] };
    if (row.processed_at !== null) return { outcome: row.outcome ?? 'ignored', pending: [] };
    const origin = { kind: 'provider' as const, id: row.provider };
    const take = TAKERS[row.provider];
    const result = take ? await take({ tx, now, row, origin }) : { outcome: 'ignored', leadId: null };
    await finishInboundEvent(tx, now, row.id, result);
    return { outcome: result.outcome, pending: takePending(tx) };
  });
}

/**
 * Sets an event aside that can't be worked, whatever the reason lies in: it counts as failed, and the instruction to
 * work it waits for an operator. False: it was worked meanwhile, or is gone.
 */
export async function setInboundEventAside(db: Knex, now: Date, id: string, kind: string): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const row = await lockInboundEvent(tx, id);
    if (!row || row.processed_at !== null) return false;
    await failInboundEvent(tx, id);
    await addParked(tx, now, toWork(row, { again: true }), `The event could not be worked (${kind}).`);
    return true;
  });
}
