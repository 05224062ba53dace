import type { Knex } from 'knex';
import type { EventOrigin } from '../db/events.js';
import { findOutgoing } from '../db/outgoing-messages.js';
import type { MessageRow } from '../db/tables.js';
import { MINUTE_MS } from '../domain/zoned.js';
import { queueMessage } from './outgoing-messages.js';
import { readRequest } from './outgoing-request.js';

const DEFAULT_MINUTES = 60;

/**
 * Queues the next attempt of a call that nobody took, where it was asked for several. The occasion is that of the
 * missed call, so that the same news told twice calls once. Whether the lead may still be called is looked at anew.
 */
export async function tryCallAgain(tx: Knex, now: Date, message: MessageRow, origin: EventOrigin): Promise<void> {
  const row = await findOutgoing(tx, message.id);
  const request = row && readRequest(row);
  const attempts = request?.attempts;
  if (!request || !attempts || attempts.no >= attempts.max) return;
  const minutes = attempts.retryMinutes[attempts.no - 1] ?? attempts.retryMinutes.at(-1) ?? DEFAULT_MINUTES;
  await queueMessage(tx, now, {
    accountId: message.account_id,
    leadId: message.lead_id,
    agentId: message.agent_id,
    channel: 'call',
    content: request.content,
    sendAt: new Date(now.getTime() + minutes * MINUTE_MS),
    respectWindow: request.respectWindow,
    respectCaps: request.respectCaps,
    occasion: `call/${message.id}/again`,
    attempts: { ...attempts, no: attempts.no + 1 },
    origin,
  });
}
