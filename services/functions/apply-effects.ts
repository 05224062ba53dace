import type { Knex } from 'knex';
import { lockNewestRun } from '../../db/agent-runs/agent-runs.js';
import { findDefinition } from '../../db/agents/agents.js';
import type { EventOrigin } from '../../db/events/events.js';
import { countOtherValues, putFunctionValue } from '../../db/functions/values.js';
import { lockLead } from '../../db/leads/leads.js';
import { loadLeadSnapshots } from '../../db/leads/snapshots.js';
import type { Work } from '../../db/work.js';
import type { FunctionOnlyParams } from '../../schemas/functions/function-effects.js';
import type { FunctionEffect } from '../../schemas/functions/function-runs.js';
import type { Effect } from '../../schemas/rules/effects.js';
import { NO_AGENT, toFacts } from '../agent-runs/evaluation-facts.js';
import type { LeadFields } from '../leads/read-lead.js';
import { updateLead } from '../leads/update-lead.js';
import { applyEffect } from '../rules/apply.js';
import { type EffectSource, type EffectTarget, enrolledTarget } from '../rules/effect.js';

/** The source of effects, and their lead. */
export interface EffectsOf {
  accountId: string;
  accountTimezone: string;
  functionId: string;
  functionName: string;
  runId: string;
  /** The agent that effects on a run mean; each lead's newest open run where there is none. */
  agentId: string | null;
  origin: EventOrigin;
}

/**
 * Applies a function's effects in the caller's transaction, lead by lead in the order of their IDs, and returns each
 * with its outcome. Effects that a lead doesn't allow are skipped with a reason. `bookings` were made before.
 */
export async function applyFunctionEffects(
  work: Work,
  given: EffectsOf,
  effects: readonly FunctionEffect[],
  bookings: ReadonlyMap<number, string | undefined>,
): Promise<FunctionEffect[]> {
  const { tx } = work;
  const done = new Map<number, string | undefined>();
  // Effects that were predicted to fail weren't planned further.
  const wanted = effects.filter(({ skipped_reason }) => skipped_reason === undefined);
  const byLead = Map.groupBy(
    wanted.filter(({ type }) => type !== 'book_meeting' && type !== 'set_value'),
    leadOf,
  );
  for (const leadId of [...byLead.keys()].sort()) {
    const target = await lockTarget(tx, given, leadId);
    for (const effect of byLead.get(leadId) ?? []) {
      const reason = target === undefined ? 'The lead no longer exists.' : await applyOne(work, given, target, effect);
      done.set(effect.seq, reason);
    }
  }
  for (const effect of wanted) {
    if (effect.type === 'set_value') done.set(effect.seq, await storeValue(work, given, effect));
    if (effect.type === 'book_meeting') done.set(effect.seq, bookings.get(effect.seq));
  }
  return effects.map((effect) => {
    const reason = effect.skipped_reason ?? done.get(effect.seq);
    return reason === undefined ? { ...effect, applied: true } : { ...effect, applied: false, skipped_reason: reason };
  });
}

/** The maximum number of a function's stored values. */
const MAX_VALUES = 1_000;

async function storeValue(work: Work, given: EffectsOf, effect: FunctionEffect): Promise<string | undefined> {
  const { tx, now } = work;
  const { key, value, expires_at } = effect.params as FunctionOnlyParams['set_value'];
  const { accountId, functionId } = given;
  if ((await countOtherValues(tx, { accountId, functionId, key, now })) >= MAX_VALUES) {
    return `A function can store at most ${MAX_VALUES} values.`;
  }
  await putFunctionValue(tx, {
    account_id: accountId,
    function_id: functionId,
    name: key,
    value: JSON.stringify(value),
    expires_at: expires_at === null ? null : new Date(expires_at),
    created_at: now,
    updated_at: now,
  });
  return undefined;
}

/** Names the lead whose rows an effect is about. */
export const leadOf = ({ target, params }: Pick<FunctionEffect, 'target' | 'params'>): string =>
  target.kind === 'lead' ? target.id : typeof params.lead_id === 'string' ? params.lead_id : target.id;

type LockedTarget = EffectTarget & { leadId: string; country: string | null };

/** Applies one effect; returns why it was left out, or undefined. */
async function applyOne(
  work: Work,
  given: EffectsOf,
  target: LockedTarget,
  recorded: FunctionEffect,
): Promise<string | undefined> {
  if (recorded.type === 'update_lead') return changeColumns(work, given, target, recorded);
  const effect = { on_error: 'continue', ...recorded } as unknown as Effect;
  const source: EffectSource = {
    kind: 'function',
    id: given.functionId,
    executionId: given.runId,
    groupKey: given.runId,
    title: given.functionName,
    origin: given.origin,
  };
  const result = await applyEffect(work, target, effect, source);
  return 'skipped' in result ? result.skipped : undefined;
}

async function changeColumns(
  work: Work,
  given: EffectsOf,
  { leadId, country }: LockedTarget,
  effect: FunctionEffect,
): Promise<string | undefined> {
  const { tx } = work;
  const row = await lockLead(tx, given.accountId, leadId);
  if (!row) return 'The lead no longer exists.';
  const { changes } = effect.params as FunctionOnlyParams['update_lead'];
  const result = await updateLead(work, {
    lead: row,
    fields: changes as LeadFields,
    country,
    origin: given.origin,
  });
  return result.ok ? undefined : `${result.problems[0]?.field}: ${result.problems[0]?.message}`;
}

/** Reads a lead with its row and its run's locked, and everything decisions about it need. */
async function lockTarget(
  tx: Knex,
  { accountId, accountTimezone, agentId }: EffectsOf,
  leadId: string,
): Promise<LockedTarget | undefined> {
  const row = await lockLead(tx, accountId, leadId);
  if (!row || row.hidden) return undefined;
  const [snapshot] = await loadLeadSnapshots(tx, { accountId, leadIds: [leadId] });
  if (!snapshot) return undefined;
  const { account } = snapshot;
  const locked = { leadId, country: account.country };
  const run = await lockNewestRun(tx, accountId, leadId, agentId);
  const definition = run && (await findDefinition(tx, run.agent_id, run.agent_version));
  if (run && definition) {
    const facts = toFacts(snapshot, definition, run.agent_id, run);
    return { ...enrolledTarget(snapshot, { row: run, definition }, facts), ...locked };
  }
  const facts = toFacts(snapshot, NO_AGENT(accountTimezone), '', null);
  return { account, run: null, agentId: null, facts, ...locked };
}
