import type { AgentDefinition, StopReason } from '../../schemas/agents/agents.js';
import type { Channel } from '../../schemas/cadence/cadence.js';
import type { ConversationChannel } from '../../schemas/conversations/messages.js';
import { agentSettings, answersOn } from '../agent/settings.js';
import { asksForPerson } from '../messages/handoff.js';

/** Something that happened to a lead while it runs through a cadence. */
export interface CadenceEvent {
  type: string;
  /** A reply that was written by a machine because the person is away. */
  out_of_office?: boolean;
  /** Until when, if it says so (ISO). */
  until?: string | null;
  /** A reply from another person at the lead's company. */
  same_company?: boolean;
  /** The lead's own words, in writing or in a call. */
  said?: readonly string[];
  /** True if a bounce is final. */
  hard?: boolean;
  channel?: Channel | ConversationChannel;
  /** A conversion that is only a step towards the real one. */
  intermediary?: boolean;
  /** The status a run changed to. */
  status_key?: string;
}

/** The effect of an event on a run. */
export type ExitRule =
  | { action: 'continue' }
  | { action: 'stop'; reason: StopReason }
  | { action: 'pause'; reason: 'replied' | 'asked_for_person' }
  /** The agent answers. The cadence rests until no one has written for this time. */
  | { action: 'rest'; minutes: number }
  | { action: 'channel_off'; channel: Channel }
  | { action: 'hold_until'; until: string; detail: string };

const CONTINUE: ExitRule = { action: 'continue' };
const HAND_OVER: ExitRule = { action: 'pause', reason: 'asked_for_person' };
const ABSENCE_DAYS = 3;
const LONGEST_ABSENCE_DAYS = 60;

/** Returns what an event does to a run of an agent, by the agent's exit rules. */
export function exitRuleFor(definition: AgentDefinition, event: CadenceEvent, now: Date): ExitRule {
  const { exit } = definition;
  const stopIf = (rule: string, reason: StopReason): ExitRule =>
    rule === 'stop' ? { action: 'stop', reason } : CONTINUE;
  switch (event.type) {
    case 'message.received':
      return onMessage(definition, event, now);
    case 'call.transcript_ready':
      return isHandoff(definition, event) ? HAND_OVER : CONTINUE;
    case 'meeting.scheduled':
      return stopIf(exit.on_meeting_booked, 'meeting_booked');
    case 'conversion.recorded':
      return event.intermediary ? CONTINUE : stopIf(exit.on_conversion, 'converted');
    case 'lead.opted_out':
    case 'email.unsubscribed':
    case 'email.complained':
      return { action: 'stop', reason: 'opted_out' };
    case 'email.bounced':
      if (!event.hard) return CONTINUE;
      if (exit.on_hard_bounce === 'channel_off') return { action: 'channel_off', channel: channelOf(event) };
      return stopIf(exit.on_hard_bounce, 'bounced');
    case 'message.failed':
      // A message that can't arrive says of its channel what a hard bounce says of email.
      if (!event.hard || event.channel === undefined) return CONTINUE;
      if (exit.on_hard_bounce === 'channel_off') return { action: 'channel_off', channel: channelOf(event) };
      return stopIf(exit.on_hard_bounce, 'bounced');
    case 'workflow_run.status_changed': {
      const status = definition.statuses.find((candidate) => candidate.key === event.status_key);
      return status?.is_terminal ? { action: 'stop', reason: 'status_terminal' } : CONTINUE;
    }
    default:
      return CONTINUE;
  }
}

/** The channel that came to its end; nothing bounces in a chat. */
const channelOf = ({ channel = 'email' }: CadenceEvent): Channel => (channel === 'chat' ? 'email' : channel);

const isHandoff = ({ handoff }: AgentDefinition, { said }: CadenceEvent): boolean =>
  said !== undefined && asksForPerson(said, handoff.keywords);

function onMessage(definition: AgentDefinition, event: CadenceEvent, now: Date): ExitRule {
  const { exit } = definition;
  if (event.out_of_office) {
    return exit.on_out_of_office === 'pause_until_date'
      ? { action: 'hold_until', until: absenceEnd(event.until, now), detail: 'The lead is out of office.' }
      : CONTINUE;
  }
  if (event.same_company) {
    return exit.same_company_reply === 'stop' ? { action: 'stop', reason: 'replied' } : CONTINUE;
  }
  if (event.channel !== undefined && answersOn(definition, event.channel)) {
    // The conversation notices a lead who asks for a person, and notifies users too.
    const minutes = agentSettings(definition).ai.resume_cadence_after_minutes;
    return exit.on_reply === 'pause' ? { action: 'rest', minutes } : stopOrContinue(exit.on_reply);
  }
  // Before the rule for replies, because a run that ended can't be handed over.
  if (isHandoff(definition, event)) return HAND_OVER;
  return exit.on_reply === 'pause' ? { action: 'pause', reason: 'replied' } : stopOrContinue(exit.on_reply);
}

const stopOrContinue = (rule: string): ExitRule => (rule === 'stop' ? { action: 'stop', reason: 'replied' } : CONTINUE);

/** The end of an absence: as announced, within reason; three days where it isn't. */
function absenceEnd(until: string | null | undefined, now: Date): string {
  const days = (n: number) => now.getTime() + n * 86_400_000;
  const announced = until ? Date.parse(until) : Number.NaN;
  const end = announced > now.getTime() ? Math.min(announced, days(LONGEST_ABSENCE_DAYS)) : days(ABSENCE_DAYS);
  return new Date(end).toISOString();
}
