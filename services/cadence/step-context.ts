import type { Knex } from 'knex';
import { findDefinition } from '../../db/agents/agents.js';
import { type EventOrigin, listEventsSince, type NewEvent } from '../../db/events/events.js';
import { EXTRA_SOURCES, type LeadSnapshot, loadLeadSnapshots } from '../../db/leads/snapshots.js';
import type { AgentRunRow, MessageRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import type { Decision } from '../../domain/cadence/decision.js';
import type { CadenceState } from '../../domain/cadence/state.js';
import { wantedEvents } from '../../domain/cadence/triggers.js';
import type { Facts, Hold } from '../../domain/facts.js';
import { sourcesOf } from '../../domain/rules/conditions/index.js';
import type { AgentDefinition } from '../../schemas/agents/agents.js';
import type { EventKind } from '../../schemas/events/events.js';
import { outerHolds, toFacts } from '../agent-runs/evaluation-facts.js';
import { cadenceOf } from '../agent-runs/run-plan.js';

/** Everything that one move of a run reads, and the events to write with its state. A move returns another context. */
export interface StepContext extends Readonly<Work> {
  readonly run: Readonly<AgentRunRow>;
  readonly definition: AgentDefinition;
  readonly snapshot: LeadSnapshot;
  readonly facts: Facts;
  readonly state: Readonly<CadenceState>;
  /** Events that are written when the state is stored. */
  readonly events: readonly NewEvent[];
  /** The message that was claimed earlier for the run's current step, visit and attempt. */
  readonly pending?: MessageRow | undefined;
}

/** Returns the context with another state and further events. */
export const toNextStep = (context: StepContext, state: CadenceState, ...events: NewEvent[]): StepContext => ({
  ...context,
  state,
  events: [...context.events, ...events],
});

/** Names a cadence as what caused an event. */
export const originOf = (run: AgentRunRow): EventOrigin => ({ kind: 'cadence', id: run.id, depth: 1 });

/** Reads what an advance needs; undefined when the lead or the definition is gone. */
export async function loadContext(work: Work, run: AgentRunRow): Promise<StepContext | undefined> {
  const { tx } = work;
  const definition = await findDefinition(tx, run.agent_id, run.agent_version);
  const [snapshot] = await loadLeadSnapshots(tx, {
    accountId: run.account_id,
    agentId: run.agent_id,
    leadIds: [run.lead_id],
    ...(definition && { extras: EXTRA_SOURCES.filter((source) => sourcesOf(definition).has(source)) }),
  });
  if (!definition || !snapshot || snapshot.lead.hidden || snapshot.lead.erased_at) return undefined;
  const state = cadenceOf(run);
  const events = await readEvents(tx, run, definition, state);
  // A run that evaluates its own conditions is active. The row has its earlier state.
  const acting = { ...run, cadence_state: 'active' as const };
  const facts = toFacts(snapshot, definition, run.agent_id, acting, { holds: outerHolds(snapshot, run), events });
  return { ...work, run, definition, snapshot, facts, state, events: [] };
}

const EVENTS_READ = 200;

/** Reads the events that the cadence waits for where it stands. */
export async function readEvents(tx: Knex, run: AgentRunRow, definition: AgentDefinition, state: CadenceState) {
  const { kinds, since } = wantedEvents(definition, state);
  if (kinds.length === 0) return [];
  const rows = await listEventsSince(tx, run.lead_id, { kinds, since, limit: EVENTS_READ });
  return rows.map(({ type, created_at, seq }) => ({ type, created_at: created_at.toISOString(), seq }));
}

type About = Pick<StepContext, 'run'>;

const event = ({ run }: About, type: EventKind, data: Record<string, unknown>): NewEvent => ({
  accountId: run.account_id,
  leadId: run.lead_id,
  agentRunId: run.id,
  origin: originOf(run),
  type,
  data,
});

/** The events that tell of a cadence's steps. */
export const stepEvents = {
  held: (about: About, { step_key, reason, until, detail }: Hold & { step_key: string }): NewEvent =>
    event(about, 'cadence.held', { step_key, reason, until, detail }),

  outcomeUnknown: (about: About, { id }: MessageRow): NewEvent =>
    event(about, 'cadence.held', { message_id: id, reason: 'outcome_unknown' }),

  skipped: (about: About, { step_key, step_type, reason, detail }: Decision & { kind: 'skip' }): NewEvent =>
    event(about, 'cadence.step_skipped', { step_key, step_type, reason, detail }),

  refused: (about: About, step_key: string, { code, message }: { code: string; message: string }): NewEvent =>
    event(about, 'cadence.step_skipped', { step_key, reason: code, detail: message }),

  sent: (about: About, { id, step_key, channel }: MessageRow): NewEvent =>
    event(about, 'cadence.step_executed', { message_id: id, step_key, channel }),

  moved: (about: About, decision: Decision & { kind: 'moved' }, effects?: unknown[]): NewEvent =>
    event(about, 'cadence.step_executed', {
      step_key: decision.from,
      step_type: decision.step_type,
      to: decision.to,
      why: decision.why,
      ...(effects ? { effects } : {}),
      ...(decision.piece ? { first_action: decision.piece.first, actions_left: decision.piece.left } : {}),
    }),

  completed: (about: About, detail: string | null): NewEvent =>
    event(about, 'cadence.completed', { workflow_id: about.run.agent_id, detail }),
};
