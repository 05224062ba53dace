import type { LeadSnapshot } from '../../db/leads/snapshots.js';
import type { AgentRunRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import type { Facts } from '../../domain/facts.js';
import type { AgentDefinition } from '../../schemas/agents/agents.js';
import type { EventOrigin } from '../../schemas/events/events.js';
import type { ActionType } from '../../schemas/rules/actions.js';
import type { EffectOf } from '../../schemas/rules/effects.js';

/**
 * Describes what asked for an effect: the job and cycle, the function and run, the cadence, or the agent in a
 * conversation.
 */
export interface EffectSource {
  kind: 'job' | 'cadence' | 'function' | 'agent';
  id: string;
  /** The cycle; the run where a cadence or a function asks for it; the turn of a conversation. */
  executionId: string;
  /** Notifications with the same key form one digest: cycle and step, or run, step and visit. */
  groupKey: string;
  /** The title of such a digest. */
  title: string;
  /** The origin of the events. */
  origin: EventOrigin;
}

/** A run whose row the caller has locked, with the definition that it is pinned to. */
export interface LockedRun {
  row: AgentRunRow;
  definition: AgentDefinition;
}

/** The target of an effect: a lead with its run, a lead without an agent, or an agent without a lead. */
export interface EffectTarget {
  account: { id: string; timezone: string };
  /** Null where a job runs once for an agent. */
  leadId: string | null;
  /** The lead's run with the acting agent; null where it has none. */
  run: LockedRun | null;
  /** The acting agent. */
  agentId: string | null;
  /** The facts that the effect was planned from. */
  facts: Facts;
}

/** Gives the target of effects on a lead for the agent it is enrolled in. */
export const enrolledTarget = (
  { account }: Pick<LeadSnapshot, 'account'>,
  run: LockedRun,
  facts: Facts,
): EffectTarget & { run: LockedRun } => ({
  account,
  leadId: run.row.lead_id,
  run,
  agentId: run.row.agent_id,
  facts,
});

export type LeadTarget = EffectTarget & { leadId: string };
/** Here the run is the one that the effect is about, which may be another agent's. */
export type RunTarget = LeadTarget & { run: LockedRun };

/** Returns why an effect was left out. */
export interface Skipped {
  skipped: string;
  /** The reason in a cycle's counts, if the lead is the cause. */
  reason?: 'opted_out' | 'window' | 'capped';
  /** A code where the step is the cause: nothing heals it but a change of the job, or of what it names. */
  cause?: string;
}

export type EffectResult = { done: true } | Skipped;

type Apply<T extends ActionType, Target> = (
  work: Work,
  target: Target,
  effect: EffectOf<T>,
  source: EffectSource,
) => Promise<EffectResult>;

/** Applies one type of effect in the caller's transaction. */
export type ApplyEffect<T extends ActionType> = Apply<T, EffectTarget>;
export type ApplyToLead<T extends ActionType> = Apply<T, LeadTarget>;
export type ApplyToRun<T extends ActionType> = Apply<T, RunTarget>;

export const DONE: EffectResult = { done: true };

/** Names what asked for an effect, in texts for people. */
export const SOURCE_NAMES: Record<EffectSource['kind'], string> = {
  job: 'background job',
  cadence: 'cadence',
  function: 'cloud function',
  agent: 'agent',
};
