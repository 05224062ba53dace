import type { AgentDefinition, SenderChoice, StopReason } from '../../schemas/agents/agents.js';
import type { Channel, StepType } from '../../schemas/cadence/cadence.js';
import type { Effect } from '../../schemas/rules/effects.js';
import { type Facts, type Hold, holdView } from '../facts.js';
import type { LaterSend } from '../messages/limits.js';
import { inZone, iso, MINUTE_MS } from '../time/zoned.js';
import { afterCall } from './after-send.js';
import { type AssumedEvent, factsAfter, type KnownOfEvent } from './assumed-facts.js';
import type { ExitRule } from './exit-rules.js';
import { channelOff, holdCadence, pauseCadence, resumeCadence } from './pause.js';
import type { CadenceState } from './state.js';
import { end } from './transitions.js';

/** One thing a simulated run does. */
export interface TimelineItem {
  step_key: string | null;
  type: StepType | 'event';
  channel: Channel | null;
  at: string;
  /** The same instant on the lead's clock, with its zone. */
  local_time: string;
  timezone: string;
  subject: string | null;
  text: string | null;
  /** The sender of a message or call that is sent. */
  sender: SenderChoice | null;
  /** The effects of a `set` step. */
  effects: Pick<Effect, 'type' | 'params'>[];
  /** The holds of the step before it, with their ends. */
  holds: ReturnType<typeof holdView>[];
  /** The branch that was taken and why, or the outcome. */
  note: string;
}

/** The result of a simulated run. */
export interface Simulation {
  timeline: TimelineItem[];
  outcome: { reason: StopReason | 'held' | 'paused' | 'unfinished'; detail: string | null; at: string };
}

/** A walk on paper as far as it has come. The functions here change it in place. */
export interface Walk {
  state: CadenceState;
  facts: Facts;
  sent: LaterSend[];
  now: Date;
  holds: Hold[];
  open: AssumedEvent[];
  timeline: TimelineItem[];
  /** The call that was made last, which the next assumed end is of. */
  call?: { step_key: string; visit: number; attempt: number; takenForMissed: boolean };
}

/** Adds to the timeline what happens now, with what held it before. */
export function add(walk: Walk, item: Partial<TimelineItem> & Pick<TimelineItem, 'type' | 'note'>): void {
  walk.timeline.push({
    step_key: null,
    channel: null,
    subject: null,
    text: null,
    sender: null,
    effects: [],
    at: walk.now.toISOString(),
    local_time: inZone(walk.now.getTime(), walk.facts.timezone).toISO({ suppressMilliseconds: true }) ?? '',
    timezone: walk.facts.timezone,
    holds: walk.holds.map(holdView),
    ...item,
  });
  walk.holds = [];
}

/** Returns whether an assumed event is the end of a call. */
export const endsCall = ({ event }: AssumedEvent): boolean => event === 'call.ended' || event === 'call.missed';

/** Notifies the cadence how its last call ended. */
export function endCall(definition: AgentDefinition, walk: Walk, answered: boolean): void {
  if (!walk.call) return;
  walk.state = afterCall(definition, walk.state, { ...walk.call, answered }, walk.facts, walk.now);
}

/** Does to the run what a rule says; returns the walk's outcome where that ends it. */
export function applyRule(definition: AgentDefinition, walk: Walk, rule: ExitRule): Simulation['outcome'] | undefined {
  const at = walk.now.toISOString();
  if (rule.action === 'stop') {
    walk.state = end(walk.state, rule.reason, null, walk.now.getTime());
    return { reason: rule.reason, detail: null, at };
  }
  if (rule.action === 'pause') {
    const minutes = definition.handoff.auto_resume_after_minutes;
    if (minutes !== null) {
      takeOver(walk, iso(walk.now.getTime() + minutes * MINUTE_MS), 'The lead replied.');
      return undefined;
    }
    walk.state = pauseCadence(walk.state, walk.now);
    return { reason: 'paused', detail: 'A user or the agent replies. The cadence waits until it is resumed.', at };
  }
  if (rule.action === 'rest') {
    takeOver(walk, iso(walk.now.getTime() + rule.minutes * MINUTE_MS), 'The agent replies to the lead.');
    return undefined;
  }
  if (rule.action === 'channel_off') walk.state = channelOff(walk.state, rule.channel);
  if (rule.action === 'hold_until') {
    walk.state = holdCadence(walk.state, { reason: 'manual', until: rule.until, detail: rule.detail });
  }
  return undefined;
}

/** Takes note of an event in the facts. */
export function noteEvent(walk: Walk, assumed: AssumedEvent, conversion?: KnownOfEvent['conversion']): void {
  const isCounted = endsCall(assumed) && walk.call?.takenForMissed === true;
  walk.facts = factsAfter(walk.facts, assumed, { sent: walk.sent, isCounted, conversion });
  if (walk.call && isCounted) walk.call = { ...walk.call, takenForMissed: false };
}

/** Hands the run to a person, for a period or indefinitely. A repeated takeover sets a new end. */
export function takeOver(walk: Walk, until: string | null, detail: string): void {
  const others = walk.facts.holds?.filter(({ reason }) => reason !== 'human_takeover') ?? [];
  walk.facts = { ...walk.facts, holds: others };
  addHold(walk, { reason: 'human_takeover', until, detail });
  walk.state = pauseCadence(walk.state, walk.now);
}

/** Ends what a person took over for a while, once that is over: what comes after moves by the length of it. */
export function giveBack(definition: AgentDefinition, walk: Walk): void {
  const until = walk.facts.holds?.find(({ reason }) => reason === 'human_takeover')?.until;
  if (!until || Date.parse(until) > walk.now.getTime()) return;
  walk.state = resumeCadence(definition, walk.state, 'shift', walk.facts, new Date(until));
}

/** Holds the whole run from outside. */
export function addHold(walk: Walk, hold: Hold): void {
  walk.facts = { ...walk.facts, holds: [...(walk.facts.holds ?? []), hold] };
}

/** Advances the time, at most to the next assumed event. */
export function pass(walk: Walk, until: string): void {
  const event = walk.open[0]?.at;
  const target = Math.min(Date.parse(until), event === undefined ? Number.POSITIVE_INFINITY : Date.parse(event));
  walk.now = new Date(Math.max(target, walk.now.getTime() + 1));
}
