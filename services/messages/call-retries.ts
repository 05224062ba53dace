import type { EventOrigin } from '../../db/events/events.js';
import { findOutgoing } from '../../db/messages/outgoing-messages.js';
import type { MessageRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { MINUTE_MS } from '../../domain/time/zoned.js';
import { queueMessage } from './queue.js';
import { readRequest } from './request.js';

const DEFAULT_MINUTES = 60;

/**
 * Queues the next attempt of a call that nobody took, where it was asked for several. The idempotency key is that of the
 * missed call, so that a report that comes twice calls once. Whether the lead may still be called is looked at anew.
 */
export async function tryCallAgain(work: Work, message: MessageRow, origin: EventOrigin): Promise<void> {
  const { tx, now } = work;
  const row = await findOutgoing(tx, message.id);
  const request = row && readRequest(row);
  const attempts = request?.attempts;
  if (!request || !attempts || attempts.no >= attempts.max) return;
  const minutes = attempts.retryMinutes[attempts.no - 1] ?? attempts.retryMinutes.at(-1) ?? DEFAULT_MINUTES;
  await queueMessage(work, {
    accountId: message.account_id,
    leadId: message.lead_id,
    agentId: message.agent_id,
    channel: 'call',
    content: request.content,
    sendAt: new Date(now.getTime() + minutes * MINUTE_MS),
    respectWindow: request.respectWindow,
    respectCaps: request.respectCaps,
    idempotencyKey: `call/${message.id}/again`,
    attempts: { ...attempts, no: attempts.no + 1 },
    origin,
  });
}
