import { claimRuledTakeovers } from '../../db/agent-runs/agent-runs.js';
import { findAgent } from '../../db/agents/agents.js';
import { findTemplateByName } from '../../db/channels/templates.js';
import type { Db } from '../../db/connection.js';
import { settlePromises } from '../../db/conversations/conversations.js';
import { findMessage, listNewerMessages } from '../../db/messages/messages.js';
import type { MessageRow } from '../../db/tables.js';
import { checkInteractive, checkMedia } from '../../domain/channels/whatsapp-rich.js';
import type { MessageContent } from '../../domain/messages/message-content.js';
import { replySubject } from '../../domain/messages/reply-subject.js';
import { MEDIA_TYPES } from '../../schemas/channels/whatsapp-content.js';
import type { Static } from '../../schemas/common.js';
import { sendMessageContract } from '../../schemas/messages/messages.js';
import { queueMessage } from '../../services/messages/queue.js';
import type { ApiDependencies } from '../dependencies.js';
import { assertMayAlso } from '../http/auth/assert-scope.js';
import { callerName } from '../http/auth/caller-name.js';
import { ApiError } from '../http/errors.js';
import { instantField } from '../http/request/fields.js';
import { found } from '../http/request/path-id.js';
import { route } from '../http/route.js';
import { requireLockedLead } from '../leads/find.js';

type Body = Static<(typeof sendMessageContract)['body']>;

export const sendMessageRoute = (_deps: ApiDependencies) =>
  route(sendMessageContract).handle(async ({ work, account, key, user, db, body, origin }) => {
    if (body.channel === 'call') assertMayAlso({ key, user }, 'calls:trigger', 'A call');
    checkContent(body);
    // Held until the end: of two who answer at once the second one hears of the first, and no erase passes by.
    const lead = await requireLockedLead(db, account.id, body.lead_id);
    if (body.after_message_id) await assertNothingNewer(db, lead.id, body.after_message_id.toLowerCase());
    if (user && body.channel !== 'call') await claimRuledTakeovers(db, lead.id, callerName({ key, user }));
    // A handoff that was promised on any channel is fulfilled here.
    if (isAnswer(body, user !== undefined)) await settlePromises(db, lead.id, work.now);
    const answered = body.in_reply_to ? await answeredBy(db, account.id, lead.id, body) : undefined;
    const agent = body.workflow_id && (await findAgent(db, account.id, body.workflow_id.toLowerCase()));
    if (body.workflow_id && !agent) throw new ApiError('WORKFLOW_NOT_FOUND');
    const result = await queueMessage(work, {
      accountId: account.id,
      leadId: lead.id,
      agentId: agent ? agent.id : null,
      channel: body.channel,
      content: await contentOf(db, account.id, body, answered),
      sendAt: body.send_at === undefined ? null : instantField(body.send_at, '/send_at'),
      respectWindow: body.respect_window ?? false,
      respectCaps: true,
      ...(answered ? { answers: { messageId: answered.id, automatic: false } } : {}),
      origin,
    });
    if (result.outcome === 'refused') {
      throw new ApiError(result.code, { message: result.message, field: result.field });
    }
    const { message, hold, estimatedSendAt } = result;
    const isCall = message.channel === 'call';
    return {
      status: 202,
      body: {
        success: true,
        channel: message.channel,
        type: answeredType(message.type),
        message_id: message.id,
        provider_message_id: null,
        activity_id: result.eventId,
        call_id: isCall ? message.id : null,
        call_status: isCall ? 'registered' : null,
        status: hold ? 'held' : 'queued',
        held_by: hold?.reason ?? null,
        estimated_send_at: estimatedSendAt?.toISOString() ?? null,
      },
    };
  });

async function assertNothingNewer(db: Db, leadId: string, after: string): Promise<void> {
  const newer = await listNewerMessages(db, leadId, after);
  if (newer.length > 0) throw new ApiError('CONVERSATION_MOVED_ON', { body: { message_ids: newer } });
}

/** Finds the message of a lead that another one answers. */
async function answeredBy(
  db: Db,
  accountId: string,
  leadId: string,
  { in_reply_to = '', channel }: Body,
): Promise<MessageRow> {
  const message = found(await findMessage(db, accountId, in_reply_to.toLowerCase()), 'MESSAGE_NOT_FOUND');
  if (message.lead_id === leadId && message.direction === 'inbound' && message.channel === channel) return message;
  return wrong('/in_reply_to', 'reply_to must be a message from this lead on this channel.');
}

/** Returns whether a person writes now: one who is signed in, or through a program that says what was read. */
const isAnswer = ({ channel, send_at, after_message_id }: Body, isUser: boolean): boolean =>
  channel !== 'call' && send_at === undefined && (isUser || after_message_id !== undefined);

function wrong(field: string, message: string): never {
  throw new ApiError('VALIDATION_ERROR', { field, message });
}

/** A WhatsApp message is one thing: a text, a template, a file, or buttons and the like. */
function checkWhatsApp({ content, media, interactive }: Body, templated: boolean): void {
  const given = [content && '/content', media && '/media', interactive && '/interactive'].filter(Boolean);
  if (!templated && given.length === 0) {
    wrong('/content', 'WhatsApp messages require content, media, interactive or a template.');
  }
  const [surplus] = templated ? given : given.slice(1);
  if (surplus) wrong(surplus, 'Specify only one of content, media, interactive and a template.');
  const [problem] = [
    ...(media ? checkMedia(media, '/media') : []),
    ...(interactive ? checkInteractive(interactive, '/interactive') : []),
  ];
  if (problem) wrong(problem.field, problem.message);
}

const TYPES = ['text', 'template', 'media', 'interactive'] as const;

/** Returns the type of a message in the response, one of four. */
const answeredType = (type: string): (typeof TYPES)[number] =>
  MEDIA_TYPES.some((each) => each === type) ? 'media' : (TYPES.find((each) => each === type) ?? 'text');

/** Checks the content for its channel. A schema can't express that without hiding the fields from readers. */
function checkContent(body: Body): void {
  const templated = body.template_id !== undefined || body.template_name !== undefined;
  if (body.template_id !== undefined && body.template_name !== undefined) {
    wrong('/template_name', 'Specify the template with either template_id or template_name.');
  }
  if (body.template_name !== undefined && body.language === undefined) {
    wrong('/language', 'template_name requires a language.');
  }
  if (body.channel !== 'whatsapp') {
    if (body.media) wrong('/media', 'media is only supported for WhatsApp.');
    if (body.interactive) wrong('/interactive', 'interactive is only supported for WhatsApp.');
  }
  switch (body.channel) {
    case 'email':
      if (!templated && !body.content && !body.html) wrong('/content', 'Emails require content, html or a template.');
      if (!templated && !body.subject && !body.in_reply_to) wrong('/subject', 'Emails require a subject.');
      return;
    case 'whatsapp':
      checkWhatsApp(body, templated);
      return;
    case 'call':
      if (templated) wrong('/template_id', "Calls don't support templates. Send begin_message.");
      if (!body.begin_message && !body.content) wrong('/begin_message', 'Calls require a first message.');
  }
}

async function contentOf(
  db: Db,
  accountId: string,
  body: Body,
  answered: MessageRow | undefined,
): Promise<MessageContent> {
  const named =
    body.template_name === undefined
      ? undefined
      : found(
          await findTemplateByName(db, accountId, body.channel, body.template_name, body.language ?? ''),
          'TEMPLATE_NOT_FOUND',
        );
  return {
    template_id: body.template_id?.toLowerCase() ?? named?.id ?? null,
    subject: body.subject ?? (answered && body.channel === 'email' ? replySubject(answered.subject ?? '') : null),
    content: body.content ?? null,
    html: body.html ?? null,
    begin_message: body.begin_message ?? null,
    variables: body.variables ?? {},
    components: body.components ?? null,
    media: body.media ?? null,
    interactive: body.interactive ?? null,
    literal: 'all',
  };
}
