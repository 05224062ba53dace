import type { AgentDefinition, AgentLimits } from '../../schemas/agents/agents.js';
import type { Channel, SendingStep } from '../../schemas/cadence/cadence.js';
import type { Facts, Hold } from '../facts.js';
import { unconfirmedHold } from '../leads/contact-confirmation.js';
import { DAY_MS, iso } from '../time/zoned.js';
import { contentNow } from './content.js';
import type { Unreachable } from './decision.js';
import type { CadenceState } from './state.js';
import { channelAt, channelOf, isSending, stepByKey } from './steps.js';

/** On which channel a step reaches the lead, or why it doesn't or not yet. */
export type PickedChannel =
  | { kind: 'channel'; channel: Channel }
  | { kind: 'skip'; reason: Unreachable; detail: string }
  | { kind: 'hold'; hold: Hold };

const ADDRESS: Record<Channel, (lead: Facts['lead']) => string | null | undefined> = {
  email: ({ email }) => email,
  whatsapp: ({ phone, whatsapp_user_id }) => phone || whatsapp_user_id,
  call: ({ phone }) => phone,
};
const NAMED: Record<Channel, string> = { email: 'email address', whatsapp: 'phone number', call: 'phone number' };
const MEANS: Record<Channel, string> = { email: 'email', whatsapp: 'WhatsApp', call: 'calls' };

const WHY: Record<Unreachable, (channel: Channel) => string> = {
  missing_contact: (channel) => `The lead has no ${NAMED[channel]}.`,
  opted_out: (channel) => `The lead has opted out of ${MEANS[channel]}.`,
  suppressed: (channel) => `The lead’s ${NAMED[channel]} is suppressed.`,
  channel_off: (channel) => `The cadence no longer uses ${MEANS[channel]} for this lead.`,
};
const RECHECK_MS = DAY_MS;

/** Returns why the lead can't be reached on a channel; undefined where it can. */
export function unreachable(channel: Channel, facts: Facts, state: CadenceState): Unreachable | undefined {
  if (facts.consent[channel] === 'opted_out') return 'opted_out';
  if (!ADDRESS[channel](facts.lead)) return 'missing_contact';
  if (facts.suppressed?.includes(channel)) return 'suppressed';
  return state.channels_off.includes(channel) ? 'channel_off' : undefined;
}

/**
 * Picks the channel of a step: its own, else its fallback. An unknown consent sends; only where the agent demands
 * consent on the channel does it hold until there is one.
 */
export function pickChannel(
  step: SendingStep,
  state: CadenceState,
  facts: Facts,
  limits: AgentLimits,
  now: number,
): PickedChannel {
  const own = channelOf(step);
  const wanted = [...new Set([state.via ?? own, ...(step.fallback_channel ? [step.fallback_channel] : [])])];
  const usable = wanted.filter((channel) => unreachable(channel, facts, state) === undefined);
  const open = usable.filter((channel) => blocked(channel, step, state, facts, limits, now) === undefined);
  if (open[0]) return { kind: 'channel', channel: open[0] };
  const [first] = usable;
  const hold = first && blocked(first, step, state, facts, limits, now);
  if (hold) return { kind: 'hold', hold };
  const reason = unreachable(own, facts, state) ?? 'channel_off';
  if (reason === 'missing_contact' && step.skip_if_missing_contact === false) {
    return { kind: 'hold', hold: { reason: 'manual', until: iso(now + RECHECK_MS), detail: WHY.missing_contact(own) } };
  }
  return { kind: 'skip', reason, detail: WHY[reason](own) };
}

/**
 * Returns the channel whose usage counts for what a run does next: the one that its step would be sent on now. Email
 * if the step sends nothing.
 */
export function nextChannel(definition: AgentDefinition, state: CadenceState, facts: Facts, now: Date): Channel {
  const step = stepByKey(definition, state.step_key);
  const picked =
    step && isSending(step) ? pickChannel(step, state, facts, definition.limits, now.getTime()) : undefined;
  return picked?.kind === 'channel' ? picked.channel : channelAt(definition, state);
}

function blocked(
  channel: Channel,
  step: SendingStep,
  state: CadenceState,
  facts: Facts,
  limits: AgentLimits,
  now: number,
): Hold | undefined {
  const until = iso(now + RECHECK_MS);
  const unconfirmed = unconfirmedHold(channel, facts, now);
  if (unconfirmed) return unconfirmed;
  if (limits.require_consent?.includes(channel) && facts.consent[channel] !== 'opted_in') {
    return { reason: 'consent_missing', until, detail: `The lead hasn't consented to ${channel} yet.` } satisfies Hold;
  }
  if (contentNow(step, channel, state, facts, now) === undefined) {
    const detail = 'The 24-hour WhatsApp window is closed. Use a template.';
    return { reason: 'window_24h_closed', until, detail } satisfies Hold;
  }
  return undefined;
}
