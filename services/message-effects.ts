import { findTemplateByName } from '../db/templates.js';
import type { MessageContent } from '../domain/message-content.js';
import type { EffectOf } from '../schemas/effects.js';
import type { ErrorCode } from '../schemas/error-codes.js';
import type { Outgoing, OutgoingContext } from './outgoing-effects.js';
import { queueMessage } from './outgoing-messages.js';
import type { CallAttempts } from './outgoing-request.js';

/** How a refusal is counted in a cycle. */
const REASONS: Partial<Record<ErrorCode, 'opted_out' | 'window' | 'capped'>> = {
  LEAD_OPTED_OUT: 'opted_out',
  SUPPRESSED: 'opted_out',
  WINDOW_CLOSED: 'window',
  FREQUENCY_CAPPED: 'capped',
};

/** What no lead's message can be made with: its sender, its template or its texts. */
const FAULTS: readonly ErrorCode[] = [
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

const texts = (values: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );

/** Queues a message to the lead; the same effect queues it once, whatever runs again. */
export async function sendMessage(
  context: OutgoingContext,
  { params, idempotency_key }: EffectOf<'send_message'>,
): Promise<Outgoing> {
  const { tx, accountId } = context;
  let templateId = params.template_id?.toLowerCase() ?? null;
  if (templateId === null && params.template_name !== null) {
    const { channel, template_name, language } = params;
    const found = await findTemplateByName(tx, accountId, channel, template_name, language ?? '');
    if (!found) {
      return { skipped: 'The account has no template of this name and language.', fault: 'template_not_found' };
    }
    templateId = found.id;
  }
  const content: MessageContent = {
    ...EMPTY,
    template_id: templateId,
    subject: params.subject,
    content: params.content,
    html: params.html,
    begin_message: params.begin_message,
    media: params.media ?? null,
    interactive: params.interactive ?? null,
    variables: texts(params.variables),
    components: params.components,
    literal: 'texts',
  };
  return queue(context, idempotency_key, params.channel, content, {
    respectWindow: params.respect_window,
    respectCaps: params.respect_caps,
    fallbackTemplateId:
      params.if_window_closed === 'use_template' ? (params.fallback_template_id?.toLowerCase() ?? null) : null,
  });
}

/** Queues a call of the lead. */
export const triggerCall = (
  context: OutgoingContext,
  { params, idempotency_key }: EffectOf<'trigger_call'>,
): Promise<Outgoing> =>
  queue(
    context,
    idempotency_key,
    'call',
    { ...EMPTY, begin_message: params.begin_message, literal: 'texts' },
    { ...CAREFUL, attempts: { no: 1, max: params.max_attempts, retryMinutes: params.retry_minutes } },
  );

/** Queues a text of our own to the lead. */
export const queueText = (
  context: OutgoingContext,
  occasion: string,
  channel: 'email' | 'whatsapp',
  text: Pick<MessageContent, 'subject' | 'content'>,
): Promise<Outgoing> => queue(context, occasion, channel, { ...EMPTY, ...text, literal: 'texts' }, CAREFUL);

interface Limits {
  respectWindow: boolean;
  respectCaps: boolean;
  fallbackTemplateId: string | null;
  attempts?: CallAttempts;
}

const CAREFUL: Limits = { respectWindow: true, respectCaps: true, fallbackTemplateId: null };

async function queue(
  { tx, now, accountId, leadId, agentId, origin }: OutgoingContext,
  occasion: string,
  channel: EffectOf<'send_message'>['params']['channel'],
  content: MessageContent,
  limits: Limits,
): Promise<Outgoing> {
  if (leadId === null) return { skipped: 'There is no lead.' };
  const result = await queueMessage(tx, now, {
    accountId,
    leadId,
    agentId,
    channel,
    content,
    ...limits,
    occasion,
    origin,
  });
  if (result.outcome === 'queued') return { done: true };
  const reason = REASONS[result.code];
  const fault = FAULTS.includes(result.code) ? result.code.toLowerCase() : undefined;
  return { skipped: result.message, ...(reason ? { reason } : {}), ...(fault ? { fault } : {}) };
}
