import type { Work } from '../../../db/work.js';
import type { MessageContent } from '../../../domain/messages/message-content.js';
import type { ErrorCode } from '../../../schemas/error-codes.js';
import type { EventOrigin } from '../../../schemas/events/events.js';
import type { EffectOf } from '../../../schemas/rules/effects.js';
import { queueMessage } from '../../messages/queue.js';
import type { CallAttempts } from '../../messages/request.js';
import { DONE, type EffectResult, type LeadTarget } from '../effect.js';

/** The reason in a cycle's counts, by error code. */
const REASONS: Partial<Record<ErrorCode, 'opted_out' | 'window' | 'capped'>> = {
  LEAD_OPTED_OUT: 'opted_out',
  SUPPRESSED: 'opted_out',
  WINDOW_CLOSED: 'window',
  FREQUENCY_CAPPED: 'capped',
};

/** The errors that concern every lead's message: its sender, its template or its texts. */
const CAUSES: readonly ErrorCode[] = [
  'CHANNEL_NOT_CONFIGURED',
  'TEMPLATE_NOT_FOUND',
  'TEMPLATE_NOT_APPROVED',
  'TEMPLATE_VARIABLES_MISMATCH',
  'VALIDATION_ERROR',
];

const EMPTY: MessageContent = {
  template_id: null,
  subject: null,
  content: null,
  html: null,
  begin_message: null,
  variables: {},
};

/** A message as an effect asks for it; what isn't said of its content is empty. */
export interface EffectMessage {
  /** The effect's: the same key queues it once, whatever runs again. */
  idempotencyKey: string;
  channel: EffectOf<'send_message'>['params']['channel'];
  content: Partial<MessageContent>;
  respectWindow?: boolean;
  respectCaps?: boolean;
  fallbackTemplateId?: string | null;
  attempts?: CallAttempts;
  origin: EventOrigin;
}

/** Queues a message to the lead, within windows and caps unless it says otherwise. */
export async function queueForLead(
  work: Work,
  { account, leadId, agentId }: LeadTarget,
  { idempotencyKey, content, ...message }: EffectMessage,
): Promise<EffectResult> {
  const result = await queueMessage(work, {
    accountId: account.id,
    leadId,
    agentId,
    respectWindow: true,
    respectCaps: true,
    ...message,
    content: { ...EMPTY, ...content, literal: 'texts' },
    idempotencyKey,
  });
  if (result.outcome === 'queued') return DONE;
  const reason = REASONS[result.code];
  const cause = CAUSES.includes(result.code) ? result.code.toLowerCase() : undefined;
  return { skipped: result.message, ...(reason ? { reason } : {}), ...(cause ? { cause } : {}) };
}
