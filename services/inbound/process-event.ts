import type { Knex } from 'knex';
import {
  emptyInboundEvents,
  failInboundEvent,
  finishInboundEvent,
  lockInboundEvent,
  reopenInboundEvent,
} from '../../db/inbound/hooks.js';
import { type InboundProvider, UNMATCHED } from '../../db/inbound/tables.js';
import { dropParked } from '../../db/outbox.js';
import type { InboundEventRow } from '../../db/tables.js';
import { inWork, type Work, type WorkDependencies } from '../../db/work.js';
import { inboundWorkflowId } from '../../domain/flow/ids.js';
import { parkInboundEvent, startInboundEvent } from '../instructions/inbound.js';
import { handleCallEvent } from './call.js';
import type { InboundContext, InboundResult } from './context.js';
import { handleEmailEvent } from './email.js';
import { handleWhatsAppEvent } from './whatsapp.js';

type Handler = (context: InboundContext) => Promise<InboundResult>;

/** The handler of each provider's events. */
const HANDLERS: Readonly<Record<InboundProvider, Handler>> = {
  email: handleEmailEvent,
  postmark: handleEmailEvent,
  ses: handleEmailEvent,
  sendgrid: handleEmailEvent,
  mailgun: handleEmailEvent,
  resend: handleEmailEvent,
  imap: handleEmailEvent,
  meta_cloud: handleWhatsAppEvent,
  twilio: handleWhatsAppEvent,
  voice: handleCallEvent,
  retell: handleCallEvent,
};

/**
 * Processes one received provider event in one transaction with all its changes. An event that was already processed
 * changes nothing. Returns its outcome.
 */
export async function processInboundEvent(deps: WorkDependencies, inboundEventId: string): Promise<string> {
  return inWork(deps, async (work) => {
    const { tx, now } = work;
    const row = await lockInboundEvent(tx, inboundEventId);
    if (!row) return 'gone';
    if (row.processed_at !== null) return row.outcome ?? 'ignored';
    const origin = { kind: 'provider' as const, id: row.provider };
    const result = await HANDLERS[row.provider]({ ...work, row, origin });
    await finishInboundEvent(tx, now, row.id, result);
    return result.outcome;
  });
}

/**
 * Sets aside an event that can't be processed, whatever the cause. It counts as failed, and its instruction waits for
 * an operator. Returns false if it has been processed since then or doesn't exist.
 */
export async function parkEvent(deps: WorkDependencies, id: string, kind: string): Promise<boolean> {
  return inWork(deps, async (work) => {
    const { tx } = work;
    const row = await lockInboundEvent(tx, id);
    if (!row || row.processed_at !== null) return false;
    await failInboundEvent(tx, id);
    await parkInboundEvent(work, row, `The event couldn't be processed (${kind}).`);
    return true;
  });
}

const isUnmatched = ({ outcome, emptied_at }: InboundEventRow): boolean => outcome === UNMATCHED && emptied_at === null;

/**
 * Has an event worked again that was set aside, that belonged to no lead, or whose workflow gets no further; harmless where one still works it.
 * `worked`: there is nothing to do any more.
 */
export async function retryInboundEvent(
  work: Work,
  accountId: string,
  id: string,
): Promise<'asked' | 'worked' | 'missing'> {
  const { tx } = work;
  const row = await lockInboundEvent(tx, id);
  if (row?.account_id !== accountId) return 'missing';
  if (row.processed_at !== null && !isUnmatched(row)) return 'worked';
  await reopenInboundEvent(tx, id);
  await dropParked(tx, accountId, inboundWorkflowId(id));
  await startInboundEvent(work, row, { again: true });
  return 'asked';
}

const DAY_MS = 86_400_000;
const BATCH = 500;
/** The maximum number of batches per call, so that a long backlog doesn't block its caller. */
const BATCHES = 20;

/**
 * Empties what providers sent `days` ago and that was worked by then. The event itself stays, with the key that a
 * repeat of it is known by, however late it comes; so does the payload of one that could not be worked yet. Answers how
 * many were emptied.
 */
export async function emptyRawEvents(db: Knex, now: Date, days: number): Promise<number> {
  const before = new Date(now.getTime() - days * DAY_MS);
  let emptied = 0;
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const count = await emptyInboundEvents(db, now, before, BATCH);
    emptied += count;
    if (count < BATCH) break;
  }
  return emptied;
}
