import { createMasking, type Masking } from '../../domain/functions/masking.js';
import { definitionOf, type PlanContext, planActions } from '../../domain/rules/actions/index.js';
import { DEFAULT_LIMITS, HostLimitError } from '../../functions/sandbox.js';
import type { SvcMethod } from '../../functions/svc.js';
import type { SafeFetch } from '../../runtime/safe-fetch.js';
import type { RecordedEffect } from '../../schemas/functions/function-effects.js';
import type { Effect } from '../../schemas/rules/effects.js';
import { readAction } from './read-action.js';
import { createFunctionLeads, type FunctionLeadsOptions, type LeadEntry } from './run-leads.js';

/** The dependencies of a function run. */
export interface FunctionHostOptions extends FunctionLeadsOptions {
  functionId: string;
  /** Names this run: its effects' idempotency keys begin with it. */
  runId: string;
  dryRun: boolean;
  fetch: SafeFetch;
  allowedHosts: readonly string[];
  /** True if requests that change something go out in a dry run too. */
  allowHttpWrites: boolean;
  /** The function's secrets in plain, by name. */
  secrets: Readonly<Record<string, string>>;
  /** A page of leads of the account. Throws `HostError` for what is wrong with the query. */
  leads: { query(query: unknown): Promise<{ leads: readonly { id: string }[] }> };
}

/** Answers a call of one method of `svc` with what the function gave it. */
export type HostMethod = (...args: readonly unknown[]) => unknown;
export type HostMethods<M extends SvcMethod | 'log'> = Record<M, HostMethod>;

/** The response to a function's write. */
export interface EffectAsked {
  seq: number;
  type: string;
  skipped_reason: string | null;
}

/** The shared state of the method groups: one run's clock, its leads, and its effects so far. */
export interface HostRun {
  options: FunctionHostOptions;
  clock(): Date;
  masking: Masking;
  leads: ReturnType<typeof createFunctionLeads>;
  effects: RecordedEffect[];
  /** Notes an effect. Throws `HostLimitError` where there are too many. */
  record(effect: Omit<RecordedEffect, 'seq' | 'applied' | 'idempotency_key'>): EffectAsked;
  /** Plans an action for a lead and records its effect. */
  act(entry: LeadEntry, type: string, params: Record<string, unknown>): EffectAsked;
}

/** Begins a run: nothing is written, effects are gathered, and reads see them. */
export function createHostRun(options: FunctionHostOptions): HostRun {
  const started = performance.now();
  const clock = () => new Date(options.now.getTime() + (performance.now() - started));
  const effects: RecordedEffect[] = [];
  const nextKey = () => `${options.runId}/${effects.length + 1}`;
  const record: HostRun['record'] = (effect) => {
    if (effects.length >= DEFAULT_LIMITS.effects)
      throw new HostLimitError(`A run can have at most ${DEFAULT_LIMITS.effects} effects.`);
    const seq = effects.length + 1;
    effects.push({ seq, ...effect, applied: false, idempotency_key: nextKey() });
    return { seq, type: effect.type, skipped_reason: effect.skipped_reason ?? null };
  };
  const act: HostRun['act'] = (entry, type, params) => {
    const action = readAction(type, params);
    const requestedEffect = { type: action.type, target: { kind: 'lead' as const, id: entry.id }, params };
    const context: PlanContext = { facts: entry.facts, now: clock(), render: (text) => text };
    const { effects: planned, skipped } = planActions([action], context, nextKey());
    const [effect] = planned;
    if (effect?.target.kind === 'run' && entry.facts.run === null && !params.workflow_id) {
      return record({ ...requestedEffect, skipped_reason: 'The lead has no open run of a workflow.' });
    }
    if (!effect) return record({ ...requestedEffect, skipped_reason: skipped[0]?.reason ?? 'No changes are needed.' });
    const inParams = effect.target.kind === 'lead' ? {} : { lead_id: entry.id };
    const made = record({ type: action.type, target: effect.target, params: { ...effect.params, ...inParams } });
    const changed = applyToEntry(entry, effect, clock());
    if (changed) Object.assign(effects.at(-1) as RecordedEffect, changed);
    return made;
  };
  return { options, clock, masking: createMasking(), leads: createFunctionLeads(options), effects, record, act };
}

/** Changes a lead as an effect would; returns what the record shows of it, before and after. */
function applyToEntry(entry: LeadEntry, effect: Effect, now: Date): { before: unknown; after: unknown } | undefined {
  const shown = () => definitionOf(effect.type).shown?.(entry.facts, effect.params);
  const before = shown();
  entry.applyEffect(effect, now);
  return before && { before, after: shown() };
}
