import { lockRun, updateRun } from '../../db/agent-runs/agent-runs.js';
import { insertEvents } from '../../db/events/events.js';
import type { Decision } from '../../domain/cadence/decision.js';
import { failedAt } from '../../domain/cadence/set-step.js';
import type { CadenceState } from '../../domain/cadence/state.js';
import { cadenceWorkflowId } from '../../domain/flow/ids.js';
import type { AdvanceResult } from '../../workflows/cadence.protocol.js';
import { applyEffect } from '../rules/apply.js';
import { type EffectSource, enrolledTarget } from '../rules/effect.js';
import { ended, fail } from './save.js';
import { loadContext, originOf, type StepContext, stepEvents, toNextStep } from './step-context.js';

type Moved = Decision & { kind: 'moved' };

/**
 * Applies what a `set` step asks for. The facts are read again, since later steps may test what changed. Returns the
 * context to continue from, or how the effects ended the run.
 */
export async function applyStepEffects(
  context: StepContext,
  before: CadenceState,
  decision: Moved,
): Promise<{ next: StepContext } | { done: AdvanceResult }> {
  const { tx, now, run, state, pending } = context;
  if (decision.effects.length === 0) return { next: toNextStep(context, state, stepEvents.moved(context, decision)) };
  // The effects change parts of the row (a status, a pause, an end), so the cadence is written first.
  await updateRun(tx, run.id, { cadence: JSON.stringify(state) });
  const { happened, effects } = await applyEach(context, before, decision);
  const moved = toNextStep(context, happened.state, stepEvents.moved(context, happened, effects));
  // The run continues with the current facts.
  await context.discardWakes(cadenceWorkflowId(run.id));
  const after = await lockRun(tx, run.id);
  if (after?.open_slot !== 1) {
    await insertEvents(tx, now, moved.events);
    return { done: ended(after) };
  }
  const read = await loadContext(context, after);
  if (!read) return { done: await fail(context, run, 'erased', {}) };
  // If the step paused its own run, the cadence stores the start of the pause, which a resume needs.
  const paused = { ...moved.state, paused_at: read.state.paused_at };
  return { next: { ...read, state: paused, events: moved.events, pending } };
}

interface AppliedEffect {
  type: string;
  applied: boolean;
  skipped?: string;
}

/** Applies the effects in turn, up to one that can't be and that the step stops at. */
async function applyEach(
  context: StepContext,
  before: CadenceState,
  decision: Moved,
): Promise<{ happened: Moved; effects: AppliedEffect[] }> {
  const { now, run, definition, facts, snapshot } = context;
  const effects: AppliedEffect[] = [];
  for (const [index, effect] of decision.effects.entries()) {
    const target = enrolledTarget(snapshot, { row: run, definition }, facts);
    const applied = await applyEffect(context, target, effect, sourceOf(context, decision));
    const { type } = effect;
    effects.push('skipped' in applied ? { type, applied: false, skipped: applied.skipped } : { type, applied: true });
    if ('skipped' in applied && effect.on_error === 'stop') {
      return { happened: failedAt({ definition, facts, now: now.getTime() }, before, decision, index), effects };
    }
  }
  return { happened: decision, effects };
}

/** The visit of a `set` step that asks for effects; what it does later makes digests of their own. */
const sourceOf = ({ run, definition, state }: StepContext, { from, piece }: Moved): EffectSource => ({
  kind: 'cadence',
  id: run.agent_id,
  executionId: run.id,
  groupKey: [run.id, from, state.visits[from] ?? 0, ...(piece?.first ? [piece.first] : [])].join('/'),
  title: definition.name,
  origin: originOf(run),
});
