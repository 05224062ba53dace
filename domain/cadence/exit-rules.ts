import type { AgentDefinition, StopReason } from '../../schemas/agents.js';
import type { Channel } from '../../schemas/cadence.js';

/** Something that happened to a lead while it runs through a cadence. */
export interface CadenceEvent {
  type: string;
  /** A reply that was written by a machine because the person is away. */
  out_of_office?: boolean;
  /** Until when, if it says so (ISO). */
  until?: string | null;
  /** A reply that came from somebody else of the lead's company. */
  same_company?: boolean;
  /** Whether a bounce is final. */
  hard?: boolean;
  channel?: Channel;
  /** A conversion that is only a step towards the real one. */
  intermediary?: boolean;
  /** The status a run changed to. */
  status_key?: string;
}

/** What an event does to a run. */
export type ExitRule =
  | { action: 'continue' }
  | { action: 'stop'; reason: StopReason }
  | { action: 'pause'; reason: 'replied' }
  | { action: 'channel_off'; channel: Channel }
  | { action: 'hold_until'; until: string; detail: string };

const CONTINUE: ExitRule = { action: 'continue' };
const ABSENCE_DAYS = 3;
const LONGEST_ABSENCE_DAYS = 60;

/** What an event does to a run of an agent, by the agent's exit rules. */
export function exitRuleFor(definition: AgentDefinition, event: CadenceEvent, now: Date): ExitRule {
  const { exit } = definition;
  const stopIf = (rule: string, reason: StopReason): ExitRule =>
    rule === 'stop' ? { action: 'stop', reason } : CONTINUE;
  switch (event.type) {
    case 'message.received':
      return onMessage(definition, event, now);
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
      if (exit.on_hard_bounce === 'channel_off') return { action: 'channel_off', channel: event.channel ?? 'email' };
      return stopIf(exit.on_hard_bounce, 'bounced');
    case 'message.failed':
      // A message that can't arrive says of its channel what a hard bounce says of e-mail.
      if (!event.hard || event.channel === undefined) return CONTINUE;
      if (exit.on_hard_bounce === 'channel_off') return { action: 'channel_off', channel: event.channel };
      return stopIf(exit.on_hard_bounce, 'bounced');
    case 'workflow_run.status_changed': {
      const status = definition.statuses.find((candidate) => candidate.key === event.status_key);
      return status?.is_terminal ? { action: 'stop', reason: 'status_terminal' } : CONTINUE;
    }
    default:
      return CONTINUE;
  }
}

function onMessage({ exit }: AgentDefinition, event: CadenceEvent, now: Date): ExitRule {
  if (event.out_of_office) {
    return exit.on_out_of_office === 'pause_until_date'
      ? { action: 'hold_until', until: absenceEnd(event.until, now), detail: 'The lead is out of office.' }
      : CONTINUE;
  }
  if (event.same_company) {
    return exit.same_company_reply === 'stop' ? { action: 'stop', reason: 'replied' } : CONTINUE;
  }
  if (exit.on_reply === 'stop') return { action: 'stop', reason: 'replied' };
  return exit.on_reply === 'pause' ? { action: 'pause', reason: 'replied' } : CONTINUE;
}

/** The end of an absence: as announced, within reason; three days where it isn't. */
function absenceEnd(until: string | null | undefined, now: Date): string {
  const days = (n: number) => now.getTime() + n * 86_400_000;
  const announced = until ? Date.parse(until) : Number.NaN;
  const end = announced > now.getTime() ? Math.min(announced, days(LONGEST_ABSENCE_DAYS)) : days(ABSENCE_DAYS);
  return new Date(end).toISOString();
}
