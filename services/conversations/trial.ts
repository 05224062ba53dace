import { randomInt } from 'node:crypto';
import { findNewestRun } from '../../db/agent-runs/agent-runs.js';
import { insertVersion } from '../../db/agents/agents.js';
import { openWhatsAppWindow } from '../../db/channels/whatsapp-windows.js';
import { listLastOffered } from '../../db/conversations/turns.js';
import { type ConversationWithAgent, findConversationWithAgentById } from '../../db/conversations/with-agent.js';
import { bumpEngagement } from '../../db/leads/engagement.js';
import { findLead } from '../../db/leads/leads.js';
import { putVariable } from '../../db/leads/variables.js';
import type { AgentRow } from '../../db/tables.js';
import { at, type Work } from '../../db/work.js';
import { mayMeanMeeting, optOutIntent } from '../../domain/leads/opt-out.js';
import { maskPaymentData } from '../../domain/values/payment-data.js';
import { newId } from '../../runtime/ids.js';
import type { AgentDefinition } from '../../schemas/agents/agents.js';
import type { Choice, ConversationChannel } from '../../schemas/conversations/messages.js';
import type { ConsentChannel } from '../../schemas/leads/leads.js';
import { findSender } from '../channels/senders.js';
import { optIn, optOut } from '../leads/consent.js';
import type { LeadInput, LeadProblem } from '../leads/read-lead.js';
import { saveLeads } from '../leads/save-leads.js';
import { askAboutMeeting } from '../meetings/ask-about-meeting.js';
import { openTrial } from './open.js';
import { receiveInput } from './receive.js';
import { type ReceivedText, scheduleReply } from './receive-from-lead.js';
import { addMessage, change, openSession, reopen, save, VISITOR } from './session.js';
import { pauseCadenceWhileChatting } from './visitor-lead.js';

/** Something that is said in a trial: words, or what is picked of the last offer, by its place from 0. */
export interface TrialMessage {
  text?: string | undefined;
  slot?: number | undefined;
}

/** The partner of an agent in a trial: an unknown visitor, a lead of the account, or a lead created for it. */
export type Partner =
  | { kind: 'visitor' }
  | { kind: 'lead'; id: string }
  | { kind: 'made'; fields: LeadInput; variables: Readonly<Record<string, unknown>> };

/** A conversation that is only tried. */
export interface TrialPlan {
  /** Names it in what its models cost; no conversation has this id. */
  id: string;
  account: { id: string; timezone: string; country: string | null };
  agent: AgentRow;
  /** The agent's definition and version number, published or only for the trial. */
  definition: AgentDefinition;
  version: number;
  isPublished: boolean;
  /** The variant that answers, where it has any. */
  variant: string | null;
  channel: ConversationChannel;
  locale: string | null;
  page: Readonly<Record<string, unknown>> | null;
  partner: Partner;
  /** The visitor's messages, turn by turn. */
  turnMessages: readonly (readonly TrialMessage[])[];
  /** Prepares rows for the trial, such as removing what a replayed conversation had found out. */
  prepare?(work: Work): Promise<void>;
}

/** Thrown where the lead of a trial can't be made as it is given. */
export class BadLead extends Error {
  readonly problems: readonly LeadProblem[];
  constructor(problems: readonly LeadProblem[]) {
    super('The lead is invalid.');
    this.problems = problems;
  }
}

/**
 * Returns a number for a version that is only tried, which no published one reaches. Each has its own, so that what is
 * remembered of one is never taken for another.
 */
export const trialVersion = (): number => randomInt(1_000_000_000, 2_147_483_647);

/** Makes the lead of a trial, enrolled as one is who has written first. */
async function makePartner(work: Work, plan: TrialPlan, partner: Extract<Partner, { kind: 'made' }>) {
  const { account, agent } = plan;
  const enrolled = agent.version > 0 ? { workflow_id: agent.id, skip_first_message: true } : {};
  const [saved] = await saveLeads(work, { account, origin: VISITOR, requestId: null, source: 'api' }, [
    { ...partner.fields, ...enrolled, on_duplicate: 'create' },
  ]);
  if (saved === undefined || saved.kind === 'failed') throw new BadLead(saved?.problems ?? []);
  for (const [field_key, value] of Object.entries(partner.variables)) {
    await putVariable(work.tx, {
      lead_id: saved.lead.id,
      account_id: account.id,
      field_key,
      value: JSON.stringify(value),
      value_text: String(value),
      confidence: 1,
      updated_at: work.now,
      set_by: 'api',
    });
  }
  const run = saved.run?.run ?? null;
  const rested = run && (await pauseCadenceWhileChatting(work, run, plan.definition, VISITOR));
  return { leadId: saved.lead.id, run: rested ?? run ?? undefined };
}

/** Opens the conversation of a trial with whom it is held. */
export async function beginTrial(work: Work, plan: TrialPlan): Promise<ConversationWithAgent> {
  const { account, agent, channel, locale, page, partner, version, variant } = plan;
  if (!plan.isPublished) {
    const definition = JSON.stringify(plan.definition);
    const row = { agent_id: agent.id, version, account_id: account.id, definition, created_at: work.now };
    await insertVersion(work.tx, row);
  }
  await plan.prepare?.(work);
  const known =
    partner.kind === 'made'
      ? await makePartner(work, plan, partner)
      : partner.kind === 'lead'
        ? { leadId: partner.id, run: await findNewestRun(work.tx, account.id, partner.id, agent.id) }
        : { leadId: null, run: undefined };
  const conversation = await openTrial(work, {
    trial: { id: plan.id, version, variant },
    accountId: account.id,
    agentId: agent.id,
    channel,
    locale,
    page: page && JSON.stringify(page),
    verified: known.leadId !== null,
    ...known,
  });
  if (!conversation) throw new Error("The trial conversation couldn't be opened.");
  return conversation;
}

/** Returns the selected slot of the last offer. */
async function choiceOf({ tx }: Work, { id }: ConversationWithAgent, slot: number): Promise<Choice> {
  const offered = await listLastOffered(tx, id);
  return { type: 'book_meeting', slot_id: offered[slot] ?? 'none' };
}

const DAY_MS = 86_400_000;

/** Opens the window for free text to a lead that has just written, on the agent's number. */
async function openWindow({ tx, now }: Work, { account, definition }: TrialPlan, leadId: string): Promise<void> {
  const sender = await findSender(tx, 'whatsapp', account.id, definition.channels.whatsapp_number_id ?? null);
  if (!sender) return;
  const expires_at = new Date(now.getTime() + DAY_MS);
  await openWhatsAppWindow(tx, { lead_id: leadId, number_id: sender.row.id, account_id: account.id, expires_at });
}

/** Takes something that is said in a trial, as its channel would. */
export async function receiveTrialInput(
  opened: Work,
  plan: TrialPlan,
  { text, slot }: TrialMessage,
  now: Date,
): Promise<void> {
  const work = at(opened, now);
  const conversation = (await findConversationWithAgentById(work.tx, plan.id)) as ConversationWithAgent;
  const choice = slot === undefined ? null : await choiceOf(work, conversation, slot);
  if (conversation.channel === 'chat') {
    await receiveInput(work, { ...conversation, input_seq: null }, { turnId: newId(), text: text ?? null, choice });
    return;
  }
  const words = maskPaymentData(text ?? '');
  const intent = await follow(work, plan, conversation, words);
  const session = await openSession(work, conversation);
  if (!session) return;
  reopen(session, VISITOR);
  addMessage(session, { role: 'user', text: words });
  change(session, { last_inbound_at: now });
  await scheduleReply(session, { intent, text: words, verified: true });
  await save(session);
}

/** Does what follows from a message of a lead in addition to its answer, as when it is received. */
async function follow(
  work: Work,
  plan: TrialPlan,
  { lead_id, account_id: accountId, channel }: ConversationWithAgent,
  said: string,
): Promise<ReceivedText['intent']> {
  const leadId = lead_id ?? '';
  const intent = optOutIntent(said);
  await bumpEngagement(
    work.tx,
    { id: leadId, accountId },
    { counts: ['inbound_count'], lastInboundAt: work.now, lastChannel: channel },
  );
  if (channel === 'whatsapp') await openWindow(work, plan, leadId);
  if (intent === null) return null;
  const lead = mayMeanMeeting(said) ? await findLead(work.tx, accountId, leadId) : undefined;
  const word = { text: said, subject: channel === 'email' ? said : null, numberId: null, agentId: plan.agent.id };
  if (lead && (await askAboutMeeting(work, lead, { ...word, channel: channel as ConsentChannel }))) return 'asked';
  const change = { accountId, leadId, channel: channel as ConsentChannel, source: 'reply' as const, origin: VISITOR };
  await (intent === 'opt_out' ? optOut(work, change) : optIn(work, change));
  return intent;
}
