import type { Knex } from 'knex';
import { insertEvents } from '../db/events.js';
import { findMessage, insertMessage } from '../db/messages.js';
import { addToOutbox } from '../db/outbox.js';
import { findByOccasion, insertOutgoing } from '../db/outgoing-messages.js';
import type { MessageRow } from '../db/tables.js';
import { longest } from '../domain/cadence/limits.js';
import type { Hold } from '../domain/facts.js';
import { messageWorkflowId } from '../domain/flow/ids.js';
import { type MessageContent, renderMessage } from '../domain/message-content.js';
import { newId } from '../runtime/ids.js';
import type { Channel } from '../schemas/cadence.js';
import type { ErrorCode } from '../schemas/error-codes.js';
import type { EventOrigin } from '../schemas/events.js';
import { detailsOf, storedTemplate, typeOf } from './message-compose.js';
import { type CallAttempts, type StoredRequest, writeRequest } from './outgoing-request.js';
import { contentAt, holdAt, leadProblem, readScene, type Scene } from './outgoing-scene.js';
import { findSender } from './sender-cache.js';
import { type Sender, senderIdOf } from './senders.js';
import { templateVariables } from './template-variables.js';
import { peekUsage } from './usage.js';

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
  /** Whether it waits for the agent's window. */
  respectWindow: boolean;
  /** Whether the agent's caps for leads count. Those of the sender always do. */
  respectCaps: boolean;
  /** For the one confirmation of an opt-out. */
  evenOptedOut?: boolean;
  /** The WhatsApp number it leaves by, whichever its agent uses. */
  numberId?: string;
  /** What it is sent for, unique in the account: the same occasion again sends nothing and answers the first message. */
  occasion?: string | null;
  /** For a call that is tried again when nobody takes it. */
  attempts?: CallAttempts | undefined;
  origin: EventOrigin;
}

/** A message that was taken: it leaves at once, or waits for what `hold` says. */
export interface QueuedMessage {
  outcome: 'queued';
  message: MessageRow;
  /** The event that tells of it. */
  eventId: string;
  /** The occasion had a message already; nothing new was made. */
  repeated: boolean;
  hold: Hold | null;
  /** When it can leave at the earliest, as far as is known now; null where only somebody's act ends a hold. */
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
 * Takes a message for a lead, in the caller's transaction: its row, its event, and the instruction to start the
 * workflow that sends it. What will not heal is refused and leaves nothing behind; windows, caps and a later `sendAt`
 * only hold it. Never sends by itself, so it is safe wherever the transaction is.
 */
export async function queueMessage(
  tx: Knex,
  now: Date,
  given: MessageRequest,
): Promise<QueuedMessage | RefusedMessage> {
  const request = asStored(given);
  const { accountId, leadId, agentId, channel, occasion = null } = given;
  const earlier = occasion === null ? undefined : await findByOccasion(tx, accountId, occasion);
  if (earlier) return repeated(tx, accountId, earlier.message_id);
  const scene = await readScene(tx, { accountId, leadId, agentId, numberId: given.numberId });
  if (!scene) return refused('LEAD_NOT_FOUND', 'The lead or the workflow is gone.', '/lead_id');
  const sender = await findSender(tx, channel, accountId, senderIdOf(scene.definition, channel));
  if (!sender) {
    return refused('CHANNEL_NOT_CONFIGURED', `The account has no sender for ${channel}.`, '/channel');
  }
  const problem = leadProblem(scene, channel, request.evenOptedOut);
  if (problem) return refused(problem.code, problem.message, '/lead_id');
  const due = Math.max(now.getTime(), given.sendAt?.getTime() ?? 0);
  const content = contentAt(scene, channel, request, due);
  if (!content) {
    const { media, interactive } = given.content;
    const field = media ? '/media' : interactive ? '/interactive' : '/content';
    const message = 'Free text reaches a lead only within 24 hours of its last message; use a template.';
    return refused('WINDOW_CLOSED', message, field);
  }
  const rendered = await preview(tx, now, scene, sender, content);
  if ('outcome' in rendered) return rendered;
  const wait = await waitOf(tx, now, given, request, scene, sender, due);
  if (wait.capped) return refused('FREQUENCY_CAPPED', `${wait.hold?.detail ?? ''} No slot frees within 7 days.`.trim());
  return store(tx, now, given, request, sender, { ...rendered, templateId: content.template_id }, wait);
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
  origin: given.origin,
});

async function repeated(tx: Knex, accountId: string, messageId: string): Promise<QueuedMessage> {
  const message = await findMessage(tx, accountId, messageId);
  if (!message) throw new Error('An occasion names a message that is gone.');
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
  tx: Knex,
  now: Date,
  { snapshot }: Scene,
  sender: Sender,
  content: MessageContent,
): Promise<Preview | RefusedMessage> {
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
    to: value.channel === 'email' ? lead.email : lead.phone,
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
  dueAt: Date;
  hold: Hold | null;
  estimate: Date | null;
  /** A cap leaves no room for a week. */
  capped: boolean;
}

const MAX_LOOKS = 20;
const LONGEST_CAP_MS = 7 * 86_400_000;

/** When a message can leave: windows and caps are looked at again at the instant at which the one before gives way. */
async function waitOf(
  tx: Knex,
  now: Date,
  { accountId, leadId, agentId }: MessageRequest,
  request: StoredRequest,
  scene: Scene,
  sender: Sender,
  due: number,
): Promise<Wait> {
  const usage = await peekUsage(tx, {
    now,
    leadId,
    agentId: agentId ?? accountId,
    account: scene.snapshot.account,
    definition: scene.definition,
    sender,
    windowExpiresAt: scene.facts.engagement.whatsapp_window_expires_at,
  });
  const held: Hold[] = [];
  let at = due;
  for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
    const hold = holdAt(scene, request, usage, at);
    // Counters of the sender tell of the present only.
    if (!hold || (hold.until !== null && Date.parse(hold.until) <= at)) break;
    held.push(hold);
    if (hold.until === null) return { dueAt: new Date(at), hold, estimate: null, capped: false };
    at = Date.parse(hold.until);
  }
  const capped =
    at - due > LONGEST_CAP_MS && held.some(({ reason }) => reason === 'frequency_cap' || reason === 'sender_throttle');
  const hold = longest(held) ?? null;
  return { dueAt: new Date(hold?.until ?? due), hold, estimate: new Date(at), capped };
}

async function store(
  tx: Knex,
  now: Date,
  given: MessageRequest,
  request: StoredRequest,
  sender: Sender,
  rendered: Preview & { templateId: string | null },
  { dueAt, hold, estimate }: Wait,
): Promise<QueuedMessage> {
  const { accountId, leadId, agentId, channel, occasion = null, origin } = given;
  const messageId = newId();
  const eventId = newId();
  const taken = await insertOutgoing(tx, {
    message_id: messageId,
    account_id: accountId,
    lead_id: leadId,
    request: writeRequest(request),
    occasion,
    due_at: dueAt,
    retries: 0,
    own_retries: 0,
    tried_until: null,
    closed_at: null,
    created_at: now,
  });
  if (!taken) {
    const earlier = occasion === null ? undefined : await findByOccasion(tx, accountId, occasion);
    if (!earlier) throw new Error('An occasion was taken and is gone.');
    return repeated(tx, accountId, earlier.message_id);
  }
  const message: MessageRow = {
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
    status: hold ? 'held' : 'queued',
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
  };
  await insertMessage(tx, message);
  const data = { message_id: messageId, channel, workflow_id: agentId, ...(hold ? { held_by: hold.reason } : {}) };
  await insertEvents(tx, now, [{ id: eventId, accountId, type: 'message.queued', leadId, data, origin }]);
  await addToOutbox(tx, now, [{ ...instruction(message), kind: 'workflow' }]);
  return { outcome: 'queued', message, eventId, repeated: false, hold, estimatedSendAt: estimate };
}

type MessageOfAccount = Pick<MessageRow, 'id' | 'account_id' | 'lead_id'>;

const instruction = ({ id, account_id, lead_id }: MessageOfAccount) => ({
  accountId: account_id,
  workflowId: messageWorkflowId(id),
  args: {
    workflow: 'messageWorkflow',
    kind: 'message',
    summary: 'Sends one message',
    accountId: account_id,
    leadId: lead_id,
    input: { messageId: id },
  },
});

/** Tells a message's workflow to look at its row again, once the caller's transaction has committed. */
export async function rouseMessage(tx: Knex, now: Date, message: MessageOfAccount, reason: string): Promise<void> {
  const { args, ...rest } = instruction(message);
  await addToOutbox(tx, now, [{ ...rest, kind: 'workflow', args: { ...args, wake: reason } }]);
}
