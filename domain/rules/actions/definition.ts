import type { JobScope } from '../../../schemas/jobs/background-jobs.js';
import type { ActionOf, ActionType } from '../../../schemas/rules/actions.js';
import type { Effect, EffectParams } from '../../../schemas/rules/effects.js';
import type { Facts, Hold } from '../../facts.js';
import type { Problem } from '../../problem.js';
import type { Planner } from './planner.js';

/** Returns the category of a status key of the agent. */
export type CategoryOf = (statusKey: string) => string;

/** A simulated run, as the effects of its actions change it. Those that end it return its outcome. */
export interface SimulatedRun<Outcome> {
  /** Returns whether an action that names this agent, or none, is about the simulated run. */
  isOwn(agentId: string | null): boolean;
  takeOver(until: string | null, reason: string): void;
  hold(hold: Hold): void;
  release(reason: Hold['reason']): void;
  recordConversion(typeId: string, amount: number | null): Outcome | undefined;
  optOut(): Outcome | undefined;
  reassign(): Outcome;
}

/** Everything about a type of action but its schema and its effect on the database. */
export interface ActionDefinition<T extends ActionType> {
  plan: Planner<T>;
  /** The kind of target that its effect changes. */
  target: Effect['target']['kind'];
  /** The background jobs that may ask for it. */
  scopes: readonly JobScope[];
  /** Lists problems of its params that the schema can't express. */
  check?(params: ActionOf<T>['params'], at: string): Problem[];
  /** Returns the facts with which the actions after it are planned. The same facts if absent. */
  planned?(facts: Facts, params: EffectParams[T]): Facts;
  /** Returns the facts after its effect, for simulations and dry runs. The same facts if absent. */
  applied?(facts: Facts, params: EffectParams[T], options: { now: Date; categoryOf: CategoryOf }): Facts;
  /** Returns what the record of a dry run shows of the lead, before and after the effect. Nothing if absent. */
  shown?(facts: Facts, params: EffectParams[T]): Record<string, unknown>;
  /** Changes a simulated run as its effect would, and returns the outcome if that ends it. */
  simulate?<Outcome>(run: SimulatedRun<Outcome>, params: EffectParams[T]): Outcome | undefined;
}

const definition =
  <T extends ActionType>(target: ActionDefinition<T>['target'], scopes: readonly JobScope[]) =>
  (plan: Planner<T>, more: Omit<ActionDefinition<T>, 'plan' | 'target' | 'scopes'> = {}): ActionDefinition<T> => ({
    plan,
    target,
    scopes,
    ...more,
  });

/** Defines an action that changes the lead. */
export const onLead = <T extends ActionType>(...parts: Parts<T>) => definition<T>('lead', ['lead_scoped'])(...parts);
/** Defines an action that changes the lead's run. */
export const onRun = <T extends ActionType>(...parts: Parts<T>) => definition<T>('run', ['lead_scoped'])(...parts);
/** Defines an action that changes an agent. */
export const onAgent = <T extends ActionType>(...parts: Parts<T>) =>
  definition<T>('workflow', ['workflow_scoped'])(...parts);
/** Defines an action that a job may also ask for where it has no lead. */
export const onEither = <T extends ActionType>(...parts: Parts<T>) =>
  definition<T>('lead', ['lead_scoped', 'workflow_scoped'])(...parts);

type Parts<T extends ActionType> = [plan: Planner<T>, more?: Omit<ActionDefinition<T>, 'plan' | 'target' | 'scopes'>];

/** Returns a problem of an action's params. */
export const invalid = (field: string, message: string): Problem => ({ code: 'VALIDATION_ERROR', field, message });

/** Returns a check that at least one of the named params is given. */
export const needsOne =
  (...names: readonly string[]) =>
  (params: object, at: string): Problem[] =>
    names.some((name) => (params as Record<string, unknown>)[name] !== undefined)
      ? []
      : [invalid(at, `needs one of: ${names.join(', ')}.`)];
