import type { AgentDefinition, StopReason } from '../../schemas/agents.js';
import type { Channel, StepType } from '../../schemas/cadence.js';
import type { EventKind } from '../../schemas/events.js';
import type { RenderText } from '../actions/index.js';
import { applyToFacts } from '../apply-effects.js';
import type { Facts, Hold } from '../facts.js';
import { inZone } from '../zoned.js';
import { afterCall, afterSend } from './after-send.js';
import { decide } from './decide.js';
import type { Decision, StepContent } from './decision.js';
import { type EnrollOptions, enroll } from './enroll.js';
import { type CadenceEvent, type ExitRule, exitRuleFor } from './exit-rules.js';
import { NO_USAGE, type Usage } from './limits.js';
import { end } from './movement.js';
import { channelOff, holdCadence, pauseCadence } from './pause.js';
import type { CadenceState } from './state.js';

/** Something the simulation takes for granted: an event at an instant. */
export interface AssumedEvent {
  at: string;
  event: EventKind;
}

/** One thing a simulated run does. */
interface TimelineItem {
  step_key: string | null;
  type: StepType | 'event';
  channel: Channel | null;
  at: string;
  /** The same instant on the lead's clock, with its zone. */
  local_time: string;
  timezone: string;
  subject: string | null;
  text: string | null;
  /** What held the step before, and until when. */
  holds: Hold[];
  /** Which way it went and why, or what became of it. */
  note: string;
}

export interface SimulationOptions extends EnrollOptions {
  startsAt: Date;
  assume?: readonly AssumedEvent[];
  /** Renders what a step sends with the facts of the moment; stored templates are the caller's to know. */
  renderContent(
    content: StepContent,
    channel: Channel,
    facts: Facts,
    now: Date,
  ): { subject: string | null; text: string | null };
  renderText: RenderText;
  usage?: Usage;
}

export interface Simulation {
  timeline: TimelineItem[];
  outcome: { reason: StopReason | 'held' | 'paused' | 'unfinished'; detail: string | null; at: string };
}

const MAX_ITEMS = 500;
const MAX_ROUNDS = 20_000;

interface Walk {
  state: CadenceState;
  facts: Facts;
  usage: Usage;
  now: Date;
  holds: Hold[];
  open: AssumedEvent[];
  timeline: TimelineItem[];
}

/**
 * Walks a lead through a cadence on paper, with the same decisions as a real run: every provider accepts at once,
 * nothing comes in but what is assumed, and time passes without waiting.
 */
export function simulate(definition: AgentDefinition, facts: Facts, options: SimulationOptions): Simulation {
  const walk: Walk = {
    ...{ facts, now: options.startsAt, usage: options.usage ?? NO_USAGE, holds: [], timeline: [] },
    state: enroll(definition, options, facts, options.startsAt).state,
    open: [...(options.assume ?? [])].sort((a, b) => Date.parse(a.at) - Date.parse(b.at)),
  };
  for (let round = 0; round < MAX_ROUNDS && walk.timeline.length < MAX_ITEMS; round += 1) {
    const outcome = happen(definition, walk) ?? act(definition, walk, options);
    if (outcome) return { timeline: walk.timeline, outcome };
  }
  const detail = 'The simulation ends here; the run would go on.';
  return { timeline: walk.timeline, outcome: { reason: 'unfinished', detail, at: walk.now.toISOString() } };
}

function add(walk: Walk, item: Partial<TimelineItem> & Pick<TimelineItem, 'type' | 'note'>): void {
  walk.timeline.push({
    ...{ step_key: null, channel: null, subject: null, text: null },
    at: walk.now.toISOString(),
    local_time: inZone(walk.now.getTime(), walk.facts.timezone).toISO({ suppressMilliseconds: true }) ?? '',
    timezone: walk.facts.timezone,
    holds: walk.holds,
    ...item,
  });
  walk.holds = [];
}

/** Lets the assumed events happen whose time has come, with what the agent's rules make of them. */
function happen(definition: AgentDefinition, walk: Walk): Simulation['outcome'] | undefined {
  for (let next = walk.open[0]; next && Date.parse(next.at) <= walk.now.getTime(); next = walk.open[0]) {
    walk.open.shift();
    walk.facts = noteEvent(walk.facts, next);
    const event: CadenceEvent = { type: next.event, hard: true };
    const rule = exitRuleFor(definition, event, walk.now);
    add(walk, { type: 'event', note: `${next.event}: ${describe(rule)}`, holds: [] });
    const ended = applyRule(walk, rule);
    if (ended) return ended;
  }
  return undefined;
}

function describe(rule: ExitRule): string {
  if (rule.action === 'stop') return `the run stops (${rule.reason})`;
  if (rule.action === 'pause') return 'the cadence pauses';
  if (rule.action === 'channel_off') return `${rule.channel} is used no more`;
  return rule.action === 'hold_until' ? `the cadence holds until ${rule.until}` : 'the cadence goes on';
}

function applyRule(walk: Walk, rule: ExitRule): Simulation['outcome'] | undefined {
  const at = walk.now.toISOString();
  if (rule.action === 'stop') {
    walk.state = end(walk.state, rule.reason, null, walk.now.getTime());
    return { reason: rule.reason, detail: null, at };
  }
  if (rule.action === 'pause') {
    walk.state = pauseCadence(walk.state, walk.now);
    return { reason: 'paused', detail: 'A person or the agent answers; the cadence waits to be resumed.', at };
  }
  if (rule.action === 'channel_off') walk.state = channelOff(walk.state, rule.channel);
  if (rule.action === 'hold_until') {
    walk.state = holdCadence(walk.state, { reason: 'manual', until: rule.until, detail: rule.detail });
  }
  return undefined;
}

/** What an event changes in the facts. */
function noteEvent(facts: Facts, { at, event }: AssumedEvent): Facts {
  const { engagement } = facts;
  const events = [...(facts.events ?? []), { type: event, created_at: at }];
  const counted = {
    ...engagement,
    ...(event === 'message.received' && { last_inbound_at: at, inbound_count: engagement.inbound_count + 1 }),
    ...(event === 'email.opened' && { opened_count: engagement.opened_count + 1 }),
    ...(event === 'message.clicked' && { clicked_count: engagement.clicked_count + 1 }),
  };
  return { ...facts, events, engagement: counted };
}

/** Takes one decision and does on paper what it says. */
function act(definition: AgentDefinition, walk: Walk, options: SimulationOptions): Simulation['outcome'] | undefined {
  const decision = decide(definition, walk.state, withRun(definition, walk), walk.usage, walk.now, {
    render: options.renderText,
  });
  walk.state = decision.state;
  switch (decision.kind) {
    case 'send':
      send(definition, walk, decision, options);
      return undefined;
    case 'hold':
      return hold(walk, decision);
    case 'wait':
      pass(walk, decision.until);
      return undefined;
    case 'moved':
      add(walk, { step_key: decision.from, type: decision.step_type, note: decision.why });
      walk.facts = applyToFacts(walk.facts, decision.effects, walk.now, (key) => categoryOf(definition, key));
      return undefined;
    case 'skip':
      add(walk, {
        step_key: decision.step_key,
        type: decision.step_type,
        note: `skipped (${decision.reason}): ${decision.detail}`,
      });
      return undefined;
    case 'exit':
      return { reason: decision.reason, detail: decision.detail, at: walk.now.toISOString() };
    case 'complete':
      return { reason: 'completed', detail: null, at: walk.now.toISOString() };
  }
}

const categoryOf = (definition: AgentDefinition, key: string): string =>
  definition.statuses.find((status) => status.key === key)?.category ?? 'open';

/** The facts with the run as the walk has it. */
function withRun(definition: AgentDefinition, { facts, state }: Walk): Facts {
  const step_index = definition.cadence.steps.findIndex((step) => step.key === state.step_key);
  const run = {
    ...{ step_index, attempts: state.attempt, cadence_state: 'active', variant: state.variant },
    started_at: state.enrolled_at,
    last_step_at: state.last_sent_at,
  };
  return { ...facts, run };
}

function send(
  definition: AgentDefinition,
  walk: Walk,
  sent: Decision & { kind: 'send' },
  options: SimulationOptions,
): void {
  const { subject, text } = options.renderContent(sent.content, sent.channel, walk.facts, walk.now);
  const at = walk.now.toISOString();
  const variant = sent.content.variant ? ` (variant ${sent.content.variant})` : '';
  const note = `sent${variant}${sent.attempt > 1 ? `, attempt ${sent.attempt}` : ''}`;
  add(walk, { step_key: sent.step_key, type: sent.step_type, channel: sent.channel, subject, text, note });
  const { step_key, visit, attempt } = sent;
  walk.state = afterSend(definition, walk.state, { kind: 'accepted' }, walk.facts, walk.now);
  // Nobody answers a call on paper, so that all its attempts are seen.
  walk.state = afterCall(definition, walk.state, { step_key, visit, attempt, answered: false }, walk.facts, walk.now);
  const { engagement } = walk.facts;
  walk.facts = {
    ...walk.facts,
    engagement: {
      ...engagement,
      last_outbound_at: at,
      last_channel: sent.channel,
      outbound_count: engagement.outbound_count + 1,
    },
  };
  walk.usage = { ...walk.usage, lead_sent_at: [...walk.usage.lead_sent_at, at] };
}

function hold(walk: Walk, held: Decision & { kind: 'hold' }): Simulation['outcome'] | undefined {
  const { reason, until, detail } = held;
  if (!walk.holds.some((known) => known.reason === reason && known.until === until)) {
    walk.holds = [...walk.holds, { reason, until, detail }];
  }
  const next = until ?? walk.open[0]?.at;
  if (next === undefined || walk.holds.length > 50) return { reason: 'held', detail, at: walk.now.toISOString() };
  pass(walk, next);
  return undefined;
}

/** Lets time pass, but no further than to the next assumed event; counters of the sender start anew. */
function pass(walk: Walk, until: string): void {
  const event = walk.open[0]?.at;
  const target = Math.min(Date.parse(until), event === undefined ? Number.POSITIVE_INFINITY : Date.parse(event));
  const { sender, ...usage } = walk.usage;
  const over = sender && target >= Date.parse(sender.day_ends_at);
  walk.usage = { ...usage, ...(sender && !over && { sender: { ...sender, minute: 0 } }) };
  walk.now = new Date(Math.max(target, walk.now.getTime() + 1));
}
