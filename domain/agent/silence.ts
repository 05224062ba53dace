import type { AgentDefinition } from '../../schemas/agents/agents.js';
import type { ConversationChannel } from '../../schemas/conversations/messages.js';
import type { Silence } from '../../schemas/conversations/turns.js';
import { answersOn } from './settings.js';

/** The facts that decide whether an agent may answer. */
export interface SilenceState {
  handler: string;
  channel: ConversationChannel;
  agent: Pick<AgentDefinition, 'ai'>;
  /** True if the agent is switched on, and neither it nor the account is paused. */
  agentWorks: boolean;
  /** The lead's enrolment with the agent; null where it has none. */
  run: { isOpen: boolean; stopReason: string | null } | null;
  /** True if the lead has opted out of the channel. */
  optedOut: boolean;
  /** True if people are away now. */
  isClosed: boolean;
}

/** Addresses that have no reader, or that only machines write from. */
const MACHINES = /^(no-?reply|do-?not-?reply|mailer-daemon|postmaster|bounces?)([+._-].*)?@/i;

/** Returns whether an address has no human reader. */
export const isMachine = (address: string | null | undefined): boolean => MACHINES.test(address ?? '');

/** After these ends of a run the lead gets no more answers, because the lead or a person decided so. */
const FINAL_STOP_REASONS = ['opted_out', 'human', 'erased'];

/** Returns why the agent has to be silent; undefined where it may answer. */
export function silenceOf({
  handler,
  channel,
  agent,
  agentWorks,
  run,
  optedOut,
  isClosed,
}: SilenceState): Silence | undefined {
  if (handler === 'person') return 'taken_over';
  if (handler === 'nobody' || optedOut) return 'opted_out';
  if (!answersOn(agent, channel)) return 'ai_disabled';
  if (!agentWorks) return 'paused';
  if (run && !run.isOpen) {
    if (FINAL_STOP_REASONS.includes(run.stopReason ?? ''))
      return run.stopReason === 'opted_out' ? 'opted_out' : 'run_ended';
    if (agent.ai.after_run === 'silent') return 'run_ended';
  }
  return isClosed && agent.ai.hours?.outside === 'silent' ? 'outside_hours' : undefined;
}
