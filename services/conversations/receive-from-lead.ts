import { findRun, lockNewestRun } from '../../db/agent-runs/agent-runs.js';
import { findAgent, findDefinition, listAgentsOfAccount } from '../../db/agents/agents.js';
import type { ConversationWithAgent } from '../../db/conversations/with-agent.js';
import type { AgentRunRow, LeadRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { agentSettings, answersOn } from '../../domain/agent/settings.js';
import { wantsPerson } from '../../domain/agent/words.js';
import { asksForPerson } from '../../domain/messages/handoff.js';
import type { EventOrigin } from '../../schemas/events/events.js';
import { enrollLeads } from '../agent-runs/enroll.js';
import { makeDue, silence } from './advance.js';
import { openThread } from './open.js';
import { addMessage, type ConversationSession, change, openSession, reopen, save } from './session.js';
import { endWithoutReply } from './take-turn.js';
import { pauseCadenceWhileChatting } from './visitor-lead.js';

/** A message of a lead that is kept as one already. */
export interface ReceivedText {
  messageId: string;
  channel: 'email' | 'whatsapp';
  /** `asked`: a keyword that is asked about already. */
  intent: 'opt_out' | 'opt_in' | 'asked' | null;
  text: string;
  subject: string | null;
  /** True if it came from the lead's own address. */
  verified: boolean;
  /** The number of ours that it came to. */
  numberId: string | null;
}

/** The enrollment and the agent that a message answers, as far as known. */
interface Addressed {
  id: string | null;
  agentId: string | null;
}

/**
 * Puts what a lead wrote into its conversation with the agent that answers on the channel, where there is one, and
 * makes the answer due. Several messages that come shortly after each other get one answer. In the transaction that
 * keeps the message, whose caller has locked the lead and its runs.
 */
export async function receiveFromLead(
  work: Work & { origin: EventOrigin },
  lead: LeadRow,
  addressed: Addressed,
  received: ReceivedText,
): Promise<void> {
  const found = await findAnswerer(work, lead, addressed, received);
  if (!found) return;
  const { agentId, run } = found;
  const { channel, messageId, text, subject, verified, numberId } = received;
  const thread = { accountId: lead.account_id, leadId: lead.id, agentId, channel, origin: work.origin };
  const conversation = await openThread(work, thread, run);
  const session = conversation && (await openSession(work, withRun(conversation, run)));
  if (!session) return;
  if (run && conversation.agent_run_id !== run.id)
    change(session, { agent_run_id: run.id, agent_version: run.agent_version });
  reopen(session, work.origin);
  addMessage(session, { role: 'user', message_id: messageId, verified }, { text, subject, sender_id: numberId });
  change(session, { last_inbound_at: work.now });
  await scheduleReply(session, received);
  await save(session);
}

/** Makes the answer to what has just come in due, or is silent with a reason. */
export async function scheduleReply(
  session: ConversationSession,
  received: Pick<ReceivedText, 'intent' | 'text' | 'verified'>,
): Promise<void> {
  const { text, verified } = received;
  const reason = silence(session);
  if (received.intent === 'opt_out') endWithoutReply(session, 'opted_out', 'opted_out');
  else if (received.intent === 'opt_in' || received.intent === 'asked') endWithoutReply(session, 'nothing_to_answer');
  else if (reason !== undefined) endWithoutReply(session, reason);
  else {
    const { keywords } = session.definition.handoff;
    await makeDue(session, !verified || wantsPerson(text) || asksForPerson([text], keywords));
  }
}

/** A conversation continues with the newest run of its agent. */
const withRun = (conversation: ConversationWithAgent, run: AgentRunRow | undefined): ConversationWithAgent =>
  run ? { ...conversation, agent_run_id: run.id, agent_version: run.agent_version } : conversation;

interface Answerer {
  agentId: string;
  run: AgentRunRow | undefined;
}

/** The agent that answers: whose message is answered, else whose enrolment is the lead's last, else the channel's own. */
async function findAnswerer(
  work: Work & { origin: EventOrigin },
  lead: LeadRow,
  { id, agentId }: Addressed,
  received: ReceivedText,
): Promise<Answerer | undefined> {
  const { tx } = work;
  const named = id === null ? undefined : await findRun(tx, lead.account_id, id);
  const run = named ?? (await lockNewestRun(tx, lead.account_id, lead.id, agentId));
  if (run) return (await answers(work, run, received)) ? { agentId: run.agent_id, run } : undefined;
  const own = await findChannelAgent(work, lead.account_id, received);
  return own === undefined ? undefined : { agentId: own, run: await enrol(work, lead, own) };
}

async function answers({ tx }: Work, run: AgentRunRow, { channel }: ReceivedText): Promise<boolean> {
  const definition = await findDefinition(tx, run.agent_id, run.agent_version);
  return (
    definition !== undefined &&
    answersOn(definition, channel) &&
    Boolean(await findAgent(tx, run.account_id, run.agent_id))
  );
}

/** The agent that answers strangers on a channel: that of the number they wrote to before one of no number, then the newest. */
async function findChannelAgent(
  { tx }: Work,
  accountId: string,
  { channel, numberId }: ReceivedText,
): Promise<string | undefined> {
  const fitting: { id: string; ofNumber: boolean }[] = [];
  for (const agent of await listAgentsOfAccount(tx, accountId)) {
    const works = agent.is_active && !agent.paused && agent.version > 0;
    const definition = works ? await findDefinition(tx, agent.id, agent.version) : undefined;
    if (!definition || !answersOn(definition, channel)) continue;
    const number = channel === 'whatsapp' ? definition.channels.whatsapp_number_id : null;
    if (number === null || number.toLowerCase() === numberId) fitting.push({ id: agent.id, ofNumber: number !== null });
  }
  return (fitting.findLast(({ ofNumber }) => ofNumber) ?? fitting.at(-1))?.id;
}

/** Enrolls a person who wrote first. The cadence sends nothing during the conversation. */
async function enrol(
  work: Work & { origin: EventOrigin },
  lead: LeadRow,
  agentId: string,
): Promise<AgentRunRow | undefined> {
  const agent = await findAgent(work.tx, lead.account_id, agentId);
  const definition = agent && (await findDefinition(work.tx, agentId, agent.version));
  if (!definition) return undefined;
  const [enrolled] = await enrollLeads(work, {
    accountId: lead.account_id,
    accountTimezone: definition.timezone,
    agentId,
    origin: work.origin,
    leads: [{ lead, skipFirstMessage: true }],
  });
  if (enrolled?.outcome !== 'enrolled') return undefined;
  return pauseCadenceWhileChatting(work, enrolled.run, agentSettings(definition), work.origin);
}
