import { lockOpenRuns, lockRun, updateRun } from '../../db/agent-runs/agent-runs.js';
import { listRunsOfColleagues } from '../../db/agent-runs/lists.js';
import { findDefinition } from '../../db/agents/agents.js';
import type { EventOrigin } from '../../db/events/events.js';
import type { AgentRunRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { type CadenceEvent, exitRuleFor } from '../../domain/cadence/exit-rules.js';
import { channelOff, holdCadence } from '../../domain/cadence/pause.js';
import { ASKED_FOR_PERSON } from '../../domain/messages/handoff.js';
import type { AgentDefinition } from '../../schemas/agents/agents.js';
import type { Channel } from '../../schemas/cadence/cadence.js';
import type { ConversationChannel } from '../../schemas/conversations/messages.js';
import type { EventKind } from '../../schemas/events/events.js';
import { wakeRuns } from '../instructions/agent-runs.js';
import { notifyOfReply } from './add-notices.js';
import { endRun } from './end-run.js';
import { notifyOfHandoff } from './notify-of-handoff.js';
import { changeCadence, pauseRun } from './pause-resume.js';

export interface LeadEvent {
  accountId: string;
  leadId: string;
  eventType: EventKind;
  /** The event row, where it is written already. */
  eventId?: string;
  /** Facts of the event: `kind` of a bounce, `auto_reply` and `until` of an out-of-office answer, `channel`. */
  data: Record<string, unknown>;
  /** The lead's own words. */
  messages?: readonly string[];
  origin: EventOrigin;
  /** The time of the event, if it may be long before it is reported. It ends no enrollment that started later. */
  happenedAt?: Date;
}

/** The maximum difference between the clocks of event sources and ours. */
export const CLOCKS_MS = 300_000;

const beganAfter = ({ enrolled_at }: AgentRunRow, { happenedAt }: LeadEvent): boolean =>
  happenedAt !== undefined && enrolled_at.getTime() > happenedAt.getTime() + CLOCKS_MS;

const toCadenceEvent = ({ eventType, data, messages }: LeadEvent): CadenceEvent => ({
  type: eventType,
  ...(messages ? { said: messages } : {}),
  out_of_office: Boolean(data.auto_reply),
  until: typeof data.until === 'string' ? data.until : null,
  hard: data.kind === 'hard',
  intermediary: data.category === 'intermediary',
  ...(typeof data.channel === 'string' ? { channel: data.channel as Channel | ConversationChannel } : {}),
});

/** The runs that an event met, as they were, and those of them that a rule acted on. */
export interface LeadEventResult {
  runs: AgentRunRow[];
  acted: AgentRunRow[];
}

/**
 * Lets an event of a lead act on its open runs, in the transaction that writes the event: stops or pauses them as each
 * agent's exit rules say, and wakes the others, whose waits and goals may be about it.
 */
export async function applyLeadEvent(work: Work, event: LeadEvent): Promise<LeadEventResult> {
  const { tx } = work;
  const runs = await lockOpenRuns(tx, event.accountId, event.leadId);
  const acted: AgentRunRow[] = [];
  const resting: AgentRunRow[] = [];
  for (const run of runs) {
    if (beganAfter(run, event)) continue;
    const definition = await findDefinition(tx, run.agent_id, run.agent_version);
    const done = definition && (await applyRule(work, run, definition, event, toCadenceEvent(event)));
    if (done === 'acted') acted.push(run);
    if (done === 'rests') resting.push(run);
  }
  const untouched = runs.filter((run) => !acted.includes(run) && !resting.includes(run));
  await wakeRuns(work, untouched, event.eventType);
  if (event.eventType === 'message.received' && !event.data.auto_reply) {
    await applyCompanyRule(work, event);
    const { message_id: messageId } = event.data;
    if (typeof messageId === 'string') await notifyOfReply(work, { ...event, messageId });
  }
  return { runs, acted };
}

async function applyRule(
  work: Work,
  run: AgentRunRow,
  definition: AgentDefinition,
  { eventType, data, origin, messages = [] }: LeadEvent,
  event: CadenceEvent,
): Promise<'acted' | 'rests' | 'left'> {
  const { now } = work;
  const rule = exitRuleFor(definition, event, now);
  switch (rule.action) {
    case 'continue':
      return 'left';
    case 'stop':
      await endRun(work, run, { runStatus: 'stopped', stopReason: rule.reason, origin, data: { event: eventType } });
      return 'acted';
    case 'pause': {
      // Only the person who paused decides how long the pause lasts.
      const person = run.cadence_paused && run.paused_by !== 'rule' ? run.paused_by : null;
      if (person !== null && run.human_takeover) return 'left';
      const isHandoffRequest = rule.reason === 'asked_for_person';
      const minutes = definition.handoff.auto_resume_after_minutes;
      const ruled = minutes === null ? null : new Date(now.getTime() + minutes * 60_000);
      await pauseRun(work, run, {
        reason: (person && run.pause_reason) ?? (isHandoffRequest ? ASKED_FOR_PERSON : 'The lead replied.'),
        by: person ?? 'rule',
        humanTakeover: true,
        autoResumeAt: person === null ? ruled : run.auto_resume_at,
        origin,
      });
      if (isHandoffRequest) {
        const { account_id: accountId, agent_id: agentId, lead_id: leadId } = run;
        const { notify } = definition.handoff;
        const messageId = typeof data.message_id === 'string' ? data.message_id : undefined;
        await notifyOfHandoff(work, {
          accountId,
          agentId,
          leadId,
          notify,
          // A message in a chat has no row yet.
          occasion: messageId ?? `${String(data.conversation_id)}/${now.getTime()}`,
          said: messages,
          messageId,
        });
      }
      return 'acted';
    }
    case 'rest':
      return rest(work, run, rule.minutes, origin);
    case 'channel_off':
      await changeCadence(work, run, definition, (state) => channelOff(state, rule.channel));
      return 'acted';
    case 'hold_until':
      await changeCadence(work, run, definition, (state) =>
        holdCadence(state, { reason: 'manual', until: rule.until, detail: rule.detail }),
      );
      return 'acted';
  }
}

/** A wait that is prolonged by less than this stays as it is: in a chat, lines follow each other in seconds. */
const PROLONGED_BY_MS = 60_000;

/** Lets the cadence rest while its agent and the lead write each other; what a person has stopped stays as it is. */
async function rest(
  work: Work,
  run: AgentRunRow,
  minutes: number,
  origin: EventOrigin,
): Promise<'acted' | 'rests' | 'left'> {
  if (run.human_takeover || (run.cadence_paused && run.paused_by !== 'rule')) return 'left';
  const until = new Date(work.now.getTime() + minutes * 60_000);
  if (!run.cadence_paused) {
    const reason = 'The agent replies to the lead.';
    await pauseRun(work, run, { reason, by: 'rule', humanTakeover: false, autoResumeAt: until, origin });
    return 'acted';
  }
  // Its workflow wakes at the earlier instant and sees the later one.
  if (until.getTime() - (run.auto_resume_at?.getTime() ?? 0) >= PROLONGED_BY_MS) {
    await updateRun(work.tx, run.id, { auto_resume_at: until, hold_until: until, wake_at: until });
  }
  return 'rests';
}

/** Stops the runs of colleagues whose agent says that one reply speaks for the company. */
async function applyCompanyRule(work: Work, event: LeadEvent): Promise<void> {
  const { tx } = work;
  const colleagues = await listRunsOfColleagues(tx, event.accountId, event.leadId);
  for (const { id, agent_id, agent_version } of colleagues) {
    const definition = await findDefinition(tx, agent_id, agent_version);
    if (definition?.exit.same_company_reply !== 'stop') continue;
    const run = await lockRun(tx, id);
    if (run?.open_slot !== 1) continue;
    await applyRule(work, run, definition, event, { ...toCadenceEvent(event), same_company: true });
  }
}
