import type { Knex } from 'knex';
import { insertEvents } from '../../db/events/events.js';
import { findMessage } from '../../db/messages/messages.js';
import { findByIdempotencyKey, insertOutgoing } from '../../db/messages/outgoing-messages.js';
import { insertMessage } from '../../db/messages/transitions.js';
import type { MessageRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import type { Hold } from '../../domain/facts.js';
import { earliestSend } from '../../domain/messages/earliest-send.js';
import { longest } from '../../domain/messages/limits.js';
import { type MessageContent, renderMessage } from '../../domain/messages/message-content.js';
import { whatsAppAddress } from '../../domain/values/whatsapp-user.js';
import { newId } from '../../runtime/ids.js';
import type { Channel } from '../../schemas/cadence/cadence.js';
import type { ErrorCode } from '../../schemas/error-codes.js';
import type { EventOrigin } from '../../schemas/events/events.js';
import { findSender, type Sender } from '../channels/senders.js';
import { startMessage } from '../instructions/messages.js';
import { type ChosenSender, chooseSender } from './choose-sender.js';
import { detailsOf, storedTemplate, typeOf } from './compose.js';
import { waitInQueue } from './lines.js';
import {
  contentAt,
  leadProblem,
  readSendContext,
  type SendContext,
  senderRequestOf,
  sendRules,
} from './preconditions.js';
import { type Answering, type CallAttempts, type StoredRequest, writeRequest } from './request.js';
import { templateVariables } from './template-variables.js';
import { estimateUsage, type UsageRequest } from './usage.js';

/** A message to a lead that no cadence sends. */
export interface MessageRequest {
  accountId: string;
  leadId: string;
  /** The agent it is sent for: its senders, its window and its limits count. Null: the account's default sender. */
  agentId: string | null;
  channel: Channel;
  content: MessageContent;
  /** For WhatsApp: sent instead of free text outside the 24-hour window. */
  fallbackTemplateId?: string | null;
  /** Not before this instant; now if not given. */
  sendAt?: Date | null;
  /** From then on it would tell nothing any more: it is cancelled if it has not left. */
  until?: Date;
  /** True if it waits for the agent's window. */
  respectWindow: boolean;
  /** True if the agent's caps for leads count. Those of the sender always do. */
  respectCaps: boolean;
  /** For the one confirmation of an opt-out. */
  evenOptedOut?: boolean;
  /** The WhatsApp number it leaves by, whichever its agent uses. */
  numberId?: string;
  /** The lead's message that it answers. It continues the thread, and states if it is automatic. */
  answers?: Answering;
  /** Unique in the account: the same key again sends nothing and answers the first message. */
  idempotencyKey?: string | null;
  /** For a call that is retried if no one answers. */
  attempts?: CallAttempts | undefined;
  origin: EventOrigin;
}

/** A message that was taken: it leaves at once, or waits for what `hold` says. */
export interface QueuedMessage {
  outcome: 'queued';
  message: MessageRow;
  /** The event that tells of it. */
  eventId: string;
  /** The idempotency key had a message already; nothing new was made. */
  repeated: boolean;
  hold: Hold | null;
  /** The earliest time at which it can be sent, as known now, or null if only a user can end a hold. */
  estimatedSendAt: Date | null;
}

/** A message that was not taken, for something that will not heal by waiting. */
export interface RefusedMessage {
  outcome: 'refused';
  code: ErrorCode;
  message: string;
  /** JSON pointer into POST /messages. */
  field: string;
}

const refused = (code: ErrorCode, message: string, field = ''): RefusedMessage => ({
  outcome: 'refused',
  code,
  message,
  field,
});

/**
 * Queues a message for a lead in the caller's transaction: its row, its event, and the instruction to start the
 * workflow that sends it. A message with a permanent problem is rejected and leaves nothing behind. Windows, caps and a
 * later `sendAt` only hold it. It never sends, so it is safe in any transaction.
 */
export async function queueMessage(work: Work, given: MessageRequest): Promise<QueuedMessage | RefusedMessage> {
  const { tx, now } = work;
  const request = asStored(given);
  const { accountId, leadId, agentId, channel, idempotencyKey = null } = given;
  const earlier = idempotencyKey === null ? undefined : await findByIdempotencyKey(tx, accountId, idempotencyKey);
  if (earlier) return repeated(tx, accountId, earlier.message_id);
  const context = await readSendContext(tx, { accountId, leadId, agentId, numberId: given.numberId });
  if (!context) return refused('LEAD_NOT_FOUND', 'The lead or the workflow no longer exists.', '/lead_id');
  const paper = { id: '', account_id: accountId, lead_id: leadId, agent_id: agentId, channel, created_at: now };
  const asked = senderRequestOf(context, request, { ...paper, hold_reason: null }, { now });
  const chosen = await chooseSender(tx, asked, {
    senderOf: findSender.bind(undefined, tx),
    read: estimateUsage,
  });
  const { sender } = chosen;
  if (!sender) {
    return refused('CHANNEL_NOT_CONFIGURED', `The account has no sender for ${channel}.`, '/channel');
  }
  const problem = leadProblem(context, channel, request.evenOptedOut);
  if (problem) return refused(problem.code, problem.message, '/lead_id');
  const due = Math.max(now.getTime(), given.sendAt?.getTime() ?? 0);
  const content = contentAt(context, channel, request, due);
  if (!content) {
    const { media, interactive } = given.content;
    const field = media ? '/media' : interactive ? '/interactive' : '/content';
    const message = 'The 24-hour WhatsApp window is closed. Send an approved template instead.';
    return refused('WINDOW_CLOSED', message, field);
  }
  const rendered = await preview(work, context, sender, content);
  if ('outcome' in rendered) return rendered;
  const wait = computeHold(channel, request, context, chosen, due);
  if (wait.capped)
    return refused('FREQUENCY_CAPPED', `${wait.hold?.detail ?? ''} No capacity is free in the next 7 days.`.trim());
  return store(work, given, request, sender, { ...rendered, templateId: content.template_id }, wait);
}

const asStored = (given: MessageRequest): StoredRequest => ({
  content: given.content,
  fallbackTemplateId: given.fallbackTemplateId ?? null,
  respectWindow: given.respectWindow,
  respectCaps: given.respectCaps,
  evenOptedOut: given.evenOptedOut ?? false,
  ...(given.numberId ? { numberId: given.numberId } : {}),
  ...(given.until ? { until: given.until.toISOString() } : {}),
  ...(given.attempts ? { attempts: given.attempts } : {}),
  ...(given.answers ? { answers: given.answers } : {}),
  origin: given.origin,
});

async function repeated(tx: Knex, accountId: string, messageId: string): Promise<QueuedMessage> {
  const message = await findMessage(tx, accountId, messageId);
  if (!message) throw new Error('The message of the idempotency key no longer exists.');
  return { outcome: 'queued', message, eventId: '', repeated: true, hold: null, estimatedSendAt: message.hold_until };
}

interface Preview {
  to: string | null;
  subject: string | null;
  text: string;
  html: string | null;
  type: string;
  details: string | null;
}

/** Renders the message as it would go out now, which finds what would keep it from ever going out. */
async function preview(
  work: Work,
  { snapshot }: SendContext,
  sender: Sender,
  content: MessageContent,
): Promise<Preview | RefusedMessage> {
  const { tx, now } = work;
  const template = await storedTemplate(tx, snapshot.lead.account_id, content.template_id);
  if (template && template.status !== 'APPROVED') {
    return refused('TEMPLATE_NOT_APPROVED', `The template is ${template.status.toLowerCase()}.`, '/template_id');
  }
  const { agent, lead } = snapshot;
  const variables = templateVariables(snapshot, {
    now: now.toISOString(),
    ...(sender.channel === 'email' ? { sender: sender.row } : {}),
    ...(agent ? { agent } : {}),
  });
  const rendered = renderMessage(sender.channel, content, template, variables);
  if (!rendered.ok) return unrendered(content, rendered.code, rendered.message);
  const { value } = rendered;
  return {
    to: value.channel === 'email' ? lead.email : value.channel === 'call' ? lead.phone : whatsAppAddress(lead),
    subject: value.channel === 'email' ? value.subject : null,
    text: value.text,
    html: value.channel === 'email' ? value.html : null,
    type: content.template_id === null ? typeOf(value) : 'template',
    details: detailsOf(value),
  };
}

function unrendered({ media, interactive }: MessageContent, code: string, message: string): RefusedMessage {
  if (code === 'TEMPLATE_NOT_FOUND') return refused(code, message, '/template_id');
  if (code === 'TEMPLATE_VARIABLES_MISMATCH') return refused(code, message, '/variables');
  return refused('VALIDATION_ERROR', message, media ? '/media' : interactive ? '/interactive' : '/content');
}

interface Wait {
  usage: UsageRequest;
  dueAt: Date;
  hold: Hold | null;
  estimate: Date | null;
  /** A cap leaves no room for a week. */
  capped: boolean;
}

const CAPS: readonly Hold['reason'][] = ['frequency_cap', 'sender_throttle'];
const LONGEST_CAP_MS = 7 * 86_400_000;

/** Works out when a message can leave, and what it waits for. */
function computeHold(
  channel: Channel,
  request: StoredRequest,
  context: SendContext,
  { request: usage, usage: counted }: ChosenSender,
  due: number,
): Wait {
  const { at, holds } = earliestSend(sendRules(context, channel, request, counted), due);
  const hold = longest(holds) ?? null;
  const capped = holds.some(
    ({ reason, until }) => CAPS.includes(reason) && until !== null && Date.parse(until) - due > LONGEST_CAP_MS,
  );
  return {
    usage,
    dueAt: new Date(hold?.until ?? due),
    hold,
    estimate: at === null ? null : new Date(at),
    capped: at !== null && capped,
  };
}

async function store(
  work: Work,
  given: MessageRequest,
  request: StoredRequest,
  sender: Sender,
  rendered: Preview & { templateId: string | null },
  { usage, dueAt, hold, estimate }: Wait,
): Promise<QueuedMessage> {
  const { tx, now } = work;
  const { accountId, leadId, agentId, channel, idempotencyKey = null, origin } = given;
  const messageId = newId();
  const eventId = newId();
  const { waiter } = usage;
  const isDue = (given.sendAt ?? now) <= now;
  const lookAt =
    waiter && hold?.line && isDue
      ? await waitInQueue(tx, { ...usage, waiter: { ...waiter, subject_id: messageId } }, hold)
      : undefined;
  const taken = await insertOutgoing(tx, {
    message_id: messageId,
    account_id: accountId,
    lead_id: leadId,
    request: writeRequest(request),
    occasion: idempotencyKey,
    due_at: lookAt ?? dueAt,
    retries: 0,
    own_retries: 0,
    tried_until: null,
    closed_at: null,
    created_at: now,
  });
  if (!taken) {
    const earlier = idempotencyKey === null ? undefined : await findByIdempotencyKey(tx, accountId, idempotencyKey);
    if (!earlier) throw new Error('The idempotency key no longer exists.');
    return repeated(tx, accountId, earlier.message_id);
  }
  const message = {
    id: messageId,
    account_id: accountId,
    lead_id: leadId,
    agent_run_id: null,
    agent_id: agentId,
    step_key: null,
    visit: null,
    attempt: null,
    channel,
    direction: 'outbound',
    type: rendered.type,
    status: hold ? ('held' as const) : ('queued' as const),
    claim_no: 0,
    claimed_at: null,
    sender_id: sender.row.id,
    template_id: rendered.templateId?.toLowerCase() ?? null,
    variant: null,
    to_address: rendered.to,
    subject: rendered.subject,
    content: rendered.text,
    html: rendered.html,
    provider: sender.row.provider,
    provider_message_id: null,
    in_reply_to: null,
    details: rendered.details,
    hold_reason: hold?.reason ?? null,
    hold_until: hold?.until ? new Date(hold.until) : null,
    settled_by: null,
    failure_code: null,
    failure: null,
    late_by_seconds: null,
    sent_at: null,
    delivered_at: null,
    read_at: null,
    created_at: now,
    updated_at: now,
  } satisfies MessageRow;
  await insertMessage(tx, message);
  const data = { message_id: messageId, channel, workflow_id: agentId, ...(hold ? { held_by: hold.reason } : {}) };
  await insertEvents(tx, now, [{ id: eventId, accountId, type: 'message.queued', leadId, data, origin }]);
  await startMessage(work, message);
  return { outcome: 'queued', message, eventId, repeated: false, hold, estimatedSendAt: estimate };
}
