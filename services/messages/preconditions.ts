import { draftOf, findAgent, findDefinition } from '../../db/agents/agents.js';
import type { Db } from '../../db/connection.js';
import { type LeadSnapshot, loadLeadSnapshots } from '../../db/leads/snapshots.js';
import type { LeadRow, MessageRow } from '../../db/tables.js';
import { completeDefinition } from '../../domain/cadence/complete.js';
import type { Facts, Hold } from '../../domain/facts.js';
import { unconfirmedHold } from '../../domain/leads/contact-confirmation.js';
import type { SendRules } from '../../domain/messages/earliest-send.js';
import type { Usage } from '../../domain/messages/limits.js';
import type { MessageContent } from '../../domain/messages/message-content.js';
import { isWindowOpen } from '../../domain/messages/whatsapp-window.js';
import { effectiveWindow } from '../../domain/time/windows.js';
import { whatsAppAddress } from '../../domain/values/whatsapp-user.js';
import type { AgentDefinition } from '../../schemas/agents/agents.js';
import type { Channel } from '../../schemas/cadence/cadence.js';
import type { ErrorCode } from '../../schemas/error-codes.js';
import type { EventOrigin } from '../../schemas/events/events.js';
import { toFacts } from '../agent-runs/evaluation-facts.js';
import type { SenderRequest } from './choose-sender.js';
import type { StoredRequest } from './request.js';

/** Everything that decides about a message which no cadence sends: its lead and the agent it is sent for. */
export interface SendContext {
  snapshot: LeadSnapshot;
  definition: AgentDefinition;
  facts: Facts;
}

/** Reads the context of a message, from a number of its own where one is named; undefined when lead or agent are gone. */
export async function readSendContext(
  db: Db,
  {
    accountId,
    leadId,
    agentId,
    numberId,
  }: { accountId: string; leadId: string; agentId: string | null; numberId?: string | undefined },
): Promise<SendContext | undefined> {
  const [snapshot] = await loadLeadSnapshots(db, {
    accountId,
    leadIds: [leadId],
    ...(agentId === null ? {} : { agentId }),
  });
  if (!snapshot || snapshot.lead.hidden || snapshot.lead.erased_at) return undefined;
  const found = await definitionOf(db, accountId, agentId, snapshot.account.timezone);
  if (!found) return undefined;
  const definition = numberId ? { ...found, channels: { ...found.channels, whatsapp_number_id: numberId } } : found;
  return { snapshot, definition, facts: toFacts(snapshot, definition, agentId ?? '', null) };
}

/** The agent's published definition, else its draft; without an agent one that limits nothing. */
async function definitionOf(db: Db, accountId: string, agentId: string | null, timezone: string) {
  if (agentId === null) {
    return completeDefinition({ name: '', goal_type: 'custom', cadence: { steps: [] } }, timezone);
  }
  const agent = await findAgent(db, accountId, agentId);
  if (!agent) return undefined;
  return agent.version > 0 ? findDefinition(db, agent.id, agent.version) : draftOf(agent);
}

/** Returns why a lead can't get a message on a channel at all, whenever it were sent. */
export const leadProblem = ({ snapshot: { lead, suppressed } }: SendContext, channel: Channel, evenOptedOut: boolean) =>
  contactProblem(lead, suppressed, channel, evenOptedOut);

/**
 * Returns what a lead itself has against a message on a channel; `suppressed` are the channels its addresses are
 * suppressed for.
 */
export function contactProblem(
  lead: LeadRow,
  suppressed: readonly string[],
  channel: Channel,
  evenOptedOut = false,
): { code: ErrorCode; message: string } | undefined {
  if (channel === 'email' && !lead.email) {
    return { code: 'LEAD_MISSING_EMAIL', message: 'The lead has no email address.' };
  }
  if (channel === 'whatsapp' && !whatsAppAddress(lead)) {
    return { code: 'LEAD_MISSING_PHONE', message: 'The lead has neither a phone number nor a WhatsApp user ID.' };
  }
  if (channel === 'call' && !lead.phone) {
    return { code: 'LEAD_MISSING_PHONE', message: 'The lead has no phone number.' };
  }
  if (evenOptedOut) return undefined;
  if (lead[`consent_${channel}`] === 'opted_out') {
    return { code: 'LEAD_OPTED_OUT', message: `The lead has opted out of ${channel}.` };
  }
  if (suppressed.includes(channel)) {
    return { code: 'SUPPRESSED', message: `The lead's address is on the suppression list for ${channel}.` };
  }
  return undefined;
}

/**
 * Returns what is sent at an instant: outside WhatsApp's 24-hour window the fallback template instead of free text;
 * undefined where there is none.
 */
export function contentAt(
  { facts }: SendContext,
  channel: Channel,
  { content, fallbackTemplateId }: Pick<StoredRequest, 'content' | 'fallbackTemplateId'>,
  at: number,
): MessageContent | undefined {
  if (channel !== 'whatsapp' || content.template_id !== null) return content;
  if (isWindowOpen(facts.engagement.whatsapp_window_expires_at, at)) return content;
  return fallbackTemplateId === null
    ? undefined
    : { ...content, template_id: fallbackTemplateId, content: null, media: null, interactive: null };
}

const switchedOff = (note: string | null): Hold => ({
  reason: 'manual',
  until: null,
  detail: note ?? 'Sending is turned off.',
});

/** Origins of messages that no person and no integration asked for. */
const AUTOMATIC: readonly EventOrigin['kind'][] = ['agent', 'job', 'function', 'cadence'];

/**
 * Returns the rules for a message that no cadence sends: sending that is turned off, an address that a visitor typed and
 * no one confirmed, the window, caps.
 */
export const sendRules = (
  { snapshot: { account }, definition, facts }: SendContext,
  channel: Channel,
  {
    respectWindow,
    respectCaps,
    answers,
    origin,
  }: Pick<StoredRequest, 'respectWindow' | 'respectCaps' | 'answers' | 'origin'>,
  usage: Usage,
): SendRules => ({
  window: respectWindow ? effectiveWindow(undefined, definition.cadence.window) : null,
  zones: facts,
  // The sender's own limits are the provider's rules or protect its name, so they hold whatever was asked for.
  limits: respectCaps ? definition.limits : {},
  usage: respectCaps ? usage : { ...usage, account: null },
  isFirst: false,
  others(at) {
    const unconfirmed = !answers && AUTOMATIC.includes(origin.kind) && unconfirmedHold(channel, facts, at);
    return [
      ...(account.sending_enabled ? [] : [switchedOff(account.sending_note)]),
      ...(unconfirmed ? [unconfirmed] : []),
    ];
  },
});

/** Returns how a message waits in a line: before the steps of cadences, by when it was asked for. */
export const messageWaiter = (
  message: Pick<MessageRow, 'id' | 'account_id' | 'created_at' | 'hold_reason'>,
  { definition, facts }: SendContext,
  { respectWindow, respectCaps }: Pick<StoredRequest, 'respectWindow' | 'respectCaps'>,
) => ({
  kind: 'message' as const,
  subject_id: message.id,
  accountId: message.account_id,
  urgency: 0,
  due_at: message.created_at,
  wasHeld: message.hold_reason !== null,
  isFirst: false,
  limits: respectCaps ? definition.limits : {},
  window: respectWindow ? effectiveWindow(undefined, definition.cadence.window) : null,
  zones: facts,
});

/** Returns what a message needs a sender for. `tried` is its row, if it was tried before. */
export const senderRequestOf = (
  context: SendContext,
  request: Pick<StoredRequest, 'respectWindow' | 'respectCaps'>,
  message: Pick<MessageRow, 'id' | 'account_id' | 'lead_id' | 'agent_id' | 'channel' | 'created_at' | 'hold_reason'>,
  { now, tried }: { now: Date; tried?: MessageRow },
): SenderRequest => ({
  now,
  accountId: message.account_id,
  channel: message.channel,
  leadId: message.lead_id,
  agentId: message.agent_id ?? message.account_id,
  account: context.snapshot.account,
  definition: context.definition,
  windowExpiresAt: context.facts.engagement.whatsapp_window_expires_at,
  tried,
  waiter: messageWaiter(message, context, request),
});
