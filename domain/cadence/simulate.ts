import type { AgentDefinition, SenderChoice } from '../../schemas/agents/agents.js';
import type { Channel } from '../../schemas/cadence/cadence.js';
import type { Effect } from '../../schemas/rules/effects.js';
import type { Facts, Hold } from '../facts.js';
import { isSame, laterUsage, NO_USAGE, type Usage } from '../messages/limits.js';
import type { SimulatedRun } from '../rules/actions/definition.js';
import { definitionOf } from '../rules/actions/index.js';
import { applyToFacts } from '../rules/apply-to-facts.js';
import { afterSend } from './after-send.js';
import type { AssumedEvent } from './assumed-facts.js';
import { decide } from './decide.js';
import type { Decision, StepContent } from './decision.js';
import { type CadenceEvent, type ExitRule, exitRuleFor } from './exit-rules.js';
import { nextChannel } from './pick-channel.js';
import { enroll } from './plan.js';
import type { EnrollOptions } from './state.js';
import { channelOf, isSending, stepByKey } from './steps.js';
import { end } from './transitions.js';
import {
  add,
  addHold,
  applyRule,
  endCall,
  endsCall,
  giveBack,
  noteEvent,
  pass,
  type Simulation,
  type TimelineItem,
  takeOver,
  type Walk,
} from './walk.js';

/** The input of a simulation, and the sources of unknown facts. */
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
  /** Renders a text of an action, in the same way. */
  renderText(template: string, facts: Facts, now: Date): string;
  /** A kind of conversion; an `intermediary` one is only a step towards the real one. */
  conversionTypeOf?(conversionTypeId: string): { name: string; category: string } | undefined;
  /**
   * The usage of a channel's caps at a time: that of the start, moved there by `later`. Defaults to none. Asked before
   * `blockersOf` and `sentBy`, which refer to the same sender.
   */
  usageOf?(channel: Channel, at: Date, later: (usage: Usage) => Usage): Usage;
  /** The sender of a message that is sent now. */
  sentBy?(channel: Channel): SenderChoice | null;
  /** Returns why a message would be refused for good. */
  refusalOf?(content: StepContent): string | undefined;
  /** Returns the holds of a message that the facts don't have: its sender, its template. */
  blockersOf?(channel: Channel, content: StepContent, at: Date): Hold[];
}

const MAX_ITEMS = 500;
const MAX_ROUNDS = 20_000;
const MAX_HOLDS = 50;

/**
 * Walks a lead through a cadence in memory, with the same decisions as a real run: every provider accepts at once,
 * nothing comes in but what is assumed, and time passes without waiting.
 */
export function simulate(definition: AgentDefinition, facts: Facts, options: SimulationOptions): Simulation {
  const walk: Walk = {
    facts,
    now: options.startsAt,
    sent: [],
    holds: [],
    timeline: [],
    state: enroll(definition, options, facts, options.startsAt).state,
    open: [...(options.assume ?? [])].sort((a, b) => Date.parse(a.at) - Date.parse(b.at)),
  };
  for (let round = 0; round < MAX_ROUNDS && walk.timeline.length < MAX_ITEMS; round += 1) {
    giveBack(definition, walk);
    const outcome = happen(definition, walk) ?? act(definition, walk, options);
    if (outcome) return { timeline: walk.timeline, outcome };
  }
  const detail = 'The simulation ends here. The run would continue.';
  return { timeline: walk.timeline, outcome: { reason: 'unfinished', detail, at: walk.now.toISOString() } };
}

/** Applies the assumed events that are due, with the agent's rules for them. */
function happen(definition: AgentDefinition, walk: Walk): Simulation['outcome'] | undefined {
  for (let next = walk.open[0]; next && Date.parse(next.at) <= walk.now.getTime(); next = walk.open[0]) {
    walk.open.shift();
    noteEvent(walk, next);
    const event: CadenceEvent = { type: next.event, hard: true };
    const rule = exitRuleFor(definition, event, walk.now);
    add(walk, { type: 'event', note: `${next.event}: ${describe(rule)}`, holds: [] });
    const ended = applyRule(definition, walk, rule);
    if (ended) return ended;
    if (endsCall(next)) endCall(definition, walk, next.event === 'call.ended');
  }
  return undefined;
}

function describe(rule: ExitRule): string {
  if (rule.action === 'stop') return `the run stops (${rule.reason})`;
  if (rule.action === 'pause') return 'the cadence pauses';
  if (rule.action === 'rest') return 'the agent answers and the cadence rests';
  if (rule.action === 'channel_off') return `${rule.channel} is turned off`;
  return rule.action === 'hold_until' ? `the cadence holds until ${rule.until}` : 'the cadence continues';
}

/** Returns the decision of the moment, with the caps of the channel that the step would be sent on. */
function decideAt(definition: AgentDefinition, walk: Walk, options: SimulationOptions): Decision {
  const facts = withRun(definition, walk);
  const channel = nextChannel(definition, walk.state, facts, walk.now);
  const later = (usage: Usage) =>
    laterUsage(usage, {
      channel,
      sent: walk.sent,
      agentTimezone: facts.agentTimezone,
      readAt: options.startsAt.getTime(),
      now: walk.now.getTime(),
      windowExpiresAt: walk.facts.engagement.whatsapp_window_expires_at,
    });
  const usage = options.usageOf?.(channel, walk.now, later) ?? later(NO_USAGE);
  const decision = decide(definition, walk.state, facts, usage, walk.now, {
    render: (template) => options.renderText(template, walk.facts, walk.now),
  });
  if (decision.kind !== 'send') return decision;
  const [blocker] = options.blockersOf?.(decision.channel, decision.content, walk.now) ?? [];
  return blocker ? { kind: 'hold', state: decision.state, step_key: decision.step_key, ...blocker } : decision;
}

/** Takes one decision and does in memory what it says. */
function act(definition: AgentDefinition, walk: Walk, options: SimulationOptions): Simulation['outcome'] | undefined {
  const decision = decideAt(definition, walk, options);
  walk.state = decision.state;
  switch (decision.kind) {
    case 'send':
      send(definition, walk, decision, options);
      return undefined;
    case 'hold':
      return hold(definition, walk, decision);
    case 'wait':
      pass(walk, decision.until);
      return undefined;
    case 'moved':
      add(walk, {
        step_key: decision.from,
        type: decision.step_type,
        note: decision.why,
        effects: decision.effects.map(({ type, params }) => ({ type, params })) as TimelineItem['effects'],
      });
      return takeEffect(definition, walk, decision.effects, options);
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

/** Does to the lead and to the run what effects would do. */
function takeEffect(
  definition: AgentDefinition,
  walk: Walk,
  effects: readonly Effect[],
  options: SimulationOptions,
): Simulation['outcome'] | undefined {
  walk.facts = applyToFacts(walk.facts, effects, walk.now, (key) => categoryOf(definition, key));
  const run = simulatedRun(definition, walk, options);
  for (const { type, params } of effects) {
    const ended = definitionOf(type).simulate?.(run, params);
    if (ended) return ended;
  }
  return undefined;
}

/** Returns the walk as the effects of actions change it. */
function simulatedRun(
  definition: AgentDefinition,
  walk: Walk,
  options: SimulationOptions,
): SimulatedRun<Simulation['outcome']> {
  const at = walk.now.toISOString();
  const { agentId } = walk.facts;
  const follow = (event: CadenceEvent) => applyRule(definition, walk, exitRuleFor(definition, event, walk.now));
  return {
    isOwn: (id) => id === null || id.toLowerCase() === agentId,
    takeOver: (until, reason) => takeOver(walk, until, reason),
    hold: (hold) => addHold(walk, hold),
    release(released) {
      const holds = walk.facts.holds?.filter(({ reason }) => reason !== released) ?? [];
      walk.facts = { ...walk.facts, holds };
    },
    recordConversion(id, amount) {
      const type = options.conversionTypeOf?.(id);
      const types = type ? [type.name, id] : [id];
      noteEvent(walk, { at, event: 'conversion.recorded' }, { amount, types });
      return follow({ type: 'conversion.recorded', intermediary: type?.category === 'intermediary' });
    },
    optOut() {
      noteEvent(walk, { at, event: 'lead.opted_out' });
      return follow({ type: 'lead.opted_out' });
    },
    reassign() {
      walk.state = end(walk.state, 'reassigned', null, walk.now.getTime());
      return { reason: 'reassigned', detail: 'The lead moves to another agent if that agent accepts it.', at };
    },
  };
}

const categoryOf = (definition: AgentDefinition, key: string): string =>
  definition.statuses.find((status) => status.key === key)?.category ?? 'open';

/** The facts with the run as the walk has it. */
function withRun(definition: AgentDefinition, { facts, state }: Walk): Facts {
  const step_index = definition.cadence.steps.findIndex((step) => step.key === state.step_key);
  const run = {
    step_index,
    attempts: state.attempt,
    cadence_state: 'active',
    variant: state.variant,
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
  const refused = options.refusalOf?.(sent.content);
  if (refused !== undefined) {
    add(walk, { step_key: sent.step_key, type: sent.step_type, channel: sent.channel, note: `not sent: ${refused}` });
    walk.state = afterSend(definition, walk.state, { kind: 'refused_final' }, walk.facts, walk.now);
    return;
  }
  const { subject, text } = options.renderContent(sent.content, sent.channel, walk.facts, walk.now);
  const at = walk.now.toISOString();
  const variant = sent.content.variant ? ` (variant ${sent.content.variant})` : '';
  const note = `sent${variant}${sent.attempt > 1 ? `, attempt ${sent.attempt}` : ''}`;
  const sender = options.sentBy?.(sent.channel) ?? null;
  add(walk, { step_key: sent.step_key, type: sent.step_type, channel: sent.channel, subject, text, sender, note });
  const { step_key, visit, attempt } = sent;
  walk.state = afterSend(definition, walk.state, { kind: 'accepted' }, walk.facts, walk.now);
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
  walk.sent.push({ at, channel: sent.channel });
  if (sent.channel === 'call') {
    walk.call = { step_key, visit, attempt, takenForMissed: false };
    const until = walk.state.hold?.until;
    const isEndAssumed = walk.open.some((next) => endsCall(next) && until && Date.parse(next.at) <= Date.parse(until));
    // Nobody answers a simulated call whose end isn't assumed, so that all its attempts are seen.
    if (!isEndAssumed) {
      noteEvent(walk, { at, event: 'call.missed' });
      walk.call = { ...walk.call, takenForMissed: true };
      endCall(definition, walk, false);
    }
  }
}

/** Waits for the end of a hold. A hold without an end stops the walk, unless an assumed event is still ahead. */
function hold(
  definition: AgentDefinition,
  walk: Walk,
  held: Decision & { kind: 'hold' },
): Simulation['outcome'] | undefined {
  const { kind: _kind, state: _state, step_key: _step, ...what } = held;
  const { until, detail } = what;
  const last = walk.holds.at(-1);
  const lasts = until === null || (last !== undefined && isSame(last, held));
  if (!last || !isSame(last, held)) walk.holds = [...walk.holds, what];
  const next = lasts ? walk.open[0]?.at : until;
  if (next === undefined || walk.holds.length > MAX_HOLDS) {
    const step = stepByKey(definition, held.step_key);
    const channel = step && isSending(step) ? (walk.state.via ?? channelOf(step)) : null;
    add(walk, { step_key: held.step_key, type: step?.type ?? 'event', channel, note: `held: ${detail}` });
    return { reason: 'held', detail, at: walk.now.toISOString() };
  }
  pass(walk, next);
  return undefined;
}
