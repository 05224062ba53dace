import { lockRun } from '../../db/agent-runs/agent-runs.js';
import type { Facts } from '../../domain/facts.js';
import { planActions } from '../../domain/rules/actions/index.js';
import { applyToFacts } from '../../domain/rules/apply-to-facts.js';
import type { RecordedEffect } from '../../schemas/functions/function-effects.js';
import type { Action } from '../../schemas/rules/actions.js';
import { NO_AGENT, toFacts } from '../agent-runs/evaluation-facts.js';
import { applyEffect } from '../rules/apply.js';
import { type EffectSource, type EffectTarget, enrolledTarget } from '../rules/effect.js';
import { agentOrigin, type ConversationSession } from './session.js';

/** A turn while it is taken: its number names everything that it does. */
export interface OpenTurn {
  session: ConversationSession;
  /** `turn/<conversation>/<no>`: what the keys of its effects begin with. */
  occasion: string;
  effects: RecordedEffect[];
}

function targetOf({ conversation, snapshot, run, definition }: ConversationSession): EffectTarget | undefined {
  if (!snapshot) return undefined;
  const { account, lead } = snapshot;
  if (run?.open_slot === 1) {
    return enrolledTarget(snapshot, { row: run, definition }, toFacts(snapshot, definition, run.agent_id, run));
  }
  const facts: Facts = toFacts(snapshot, NO_AGENT(definition.timezone), '', null);
  return { account, leadId: lead.id, run: null, agentId: conversation.agent_id, facts };
}

/**
 * Applies an action as jobs and functions do: planned on the facts, applied in the turn's transaction, kept in its
 * record. Texts are the lead's own words and are never rendered as templates. Answers why it was left out.
 */
export async function act(turn: OpenTurn, action: Action): Promise<string | undefined> {
  const { session, occasion, effects } = turn;
  const { work, conversation, snapshot } = session;
  const target = targetOf(session);
  if (!target || !snapshot) return 'There is no lead yet.';
  const context = { facts: target.facts, now: work.now, render: (text: string) => text };
  const plan = planActions([action], context, occasion, effects.length);
  const [effect] = plan.effects;
  if (!effect) return plan.skipped[0]?.reason ?? 'It has no effect.';
  const origin = agentOrigin(conversation);
  const source: EffectSource = {
    kind: 'agent',
    id: conversation.agent_id,
    executionId: occasion,
    groupKey: occasion,
    title: conversation.agent_name ?? '',
    origin,
  };
  const result = await applyEffect(work, target, effect, source);
  const skipped = 'skipped' in result ? result.skipped : undefined;
  const { on_error: _policy, ...recorded } = effect;
  effects.push({
    seq: effects.length,
    ...recorded,
    params: { ...recorded.params },
    applied: skipped === undefined,
    ...(skipped === undefined ? {} : { skipped_reason: skipped }),
  });
  if (skipped !== undefined) return skipped;
  snapshot.variables = applyToFacts(target.facts, [effect], work.now, () => '').variables as typeof snapshot.variables;
  if (effect.type === 'set_field') snapshot.setBy[effect.params.key] = 'agent';
  if (effect.target.kind === 'run' && session.run) session.run = (await lockRun(work.tx, session.run.id)) ?? null;
  return undefined;
}
