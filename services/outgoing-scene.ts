import { findAgent, findDefinition } from '../db/agents.js';
import type { Db } from '../db/connection.js';
import { type LeadSnapshot, loadLeadSnapshots } from '../db/facts.js';
import type { LeadRow } from '../db/tables.js';
import { completeDefinition } from '../domain/cadence/complete.js';
import { isWindowOpen } from '../domain/cadence/content.js';
import { limitHolds, longest, type Usage } from '../domain/cadence/limits.js';
import { holdByWindow } from '../domain/cadence/sending.js';
import type { Facts, Hold } from '../domain/facts.js';
import type { MessageContent } from '../domain/message-content.js';
import { effectiveWindow } from '../domain/windows.js';
import type { AgentDefinition } from '../schemas/agents.js';
import type { Channel } from '../schemas/cadence.js';
import type { ErrorCode } from '../schemas/error-codes.js';
import { draftOf } from './agents.js';
import { toFacts } from './facts.js';
import type { StoredRequest } from './outgoing-request.js';

/** Everything that decides about a message which no cadence sends: its lead and the agent it is sent for. */
export interface Scene {
  snapshot: LeadSnapshot;
  definition: AgentDefinition;
  facts: Facts;
}

/** Reads the scene of a message, from a number of its own where one is named; undefined when lead or agent are gone. */
export async function readScene(
  db: Db,
  {
    accountId,
    leadId,
    agentId,
    numberId,
  }: { accountId: string; leadId: string; agentId: string | null; numberId?: string | undefined },
): Promise<Scene | undefined> {
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

/** Why a lead can't get a message on a channel at all, whenever it were sent. */
export const leadProblem = ({ snapshot: { lead, suppressed } }: Scene, channel: Channel, evenOptedOut: boolean) =>
  contactProblem(lead, suppressed, channel, evenOptedOut);

/** What a lead itself has against a message on a channel; `suppressed` are the channels its addresses are suppressed for. */
export function contactProblem(
  lead: LeadRow,
  suppressed: readonly string[],
  channel: Channel,
  evenOptedOut = false,
): { code: ErrorCode; message: string } | undefined {
  if (channel === 'email' && !lead.email) {
    return { code: 'LEAD_MISSING_EMAIL', message: 'The lead has no e-mail address.' };
  }
  if (channel !== 'email' && !lead.phone) {
    return { code: 'LEAD_MISSING_PHONE', message: 'The lead has no phone number.' };
  }
  if (evenOptedOut) return undefined;
  if (lead[`consent_${channel}`] === 'opted_out') {
    return { code: 'LEAD_OPTED_OUT', message: `The lead opted out of ${channel}.` };
  }
  if (suppressed.includes(channel)) {
    return { code: 'SUPPRESSED', message: `The lead's address is on the suppression list for ${channel}.` };
  }
  return undefined;
}

/**
 * What is sent at an instant: outside WhatsApp's 24-hour window the fallback template instead of free text; undefined
 * where there is none.
 */
export function contentAt(
  { facts }: Scene,
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

/** What keeps a message from leaving at an instant: sending that is switched off, the window, caps. */
export function holdAt(
  { snapshot: { account }, definition, facts }: Scene,
  request: Pick<StoredRequest, 'respectWindow' | 'respectCaps'>,
  usage: Usage,
  at: number,
): Hold | undefined {
  const window = request.respectWindow
    ? holdByWindow(effectiveWindow(undefined, definition.cadence.window), facts, at)
    : undefined;
  // The sender's own limits are the provider's rules or protect its name, so they hold whatever was asked for.
  const limits = request.respectCaps ? definition.limits : {};
  const counted = request.respectCaps ? usage : { ...usage, account: null };
  return longest([
    ...(account.sending_enabled
      ? []
      : [{ reason: 'manual' as const, until: null, detail: account.sending_note ?? 'Sending is switched off.' }]),
    ...(window === null ? [NEVER_OPEN] : window ? [window] : []),
    ...limitHolds(limits, counted, facts, { now: at, isFirst: false }),
  ]);
}

const NEVER_OPEN: Hold = { reason: 'outside_window', until: null, detail: 'The window never opens.' };
