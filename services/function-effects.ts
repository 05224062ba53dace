import type { Knex } from 'knex';
import { lockRun } from '../db/agent-runs.js';
import { findDefinition } from '../db/agents.js';
import type { CycleLead } from '../db/cycle-leads.js';
import type { EventOrigin } from '../db/events.js';
import { loadLeadSnapshots } from '../db/facts.js';
import { countOtherValues, putFunctionValue } from '../db/function-values.js';
import { lockLeadRow } from '../db/leads.js';
import type { AgentRunRow } from '../db/tables.js';
import type { AgentDefinition } from '../schemas/agents.js';
import type { Effect } from '../schemas/effects.js';
import type { FunctionOnlyParams } from '../schemas/function-effects.js';
import type { FunctionEffect } from '../schemas/function-runs.js';
import { applyNow, type PlannedLead } from './cycle-leads.js';
import { NO_AGENT, toFacts } from './facts.js';
import type { LeadFields } from './lead-input.js';
import { updateLead } from './lead-update.js';
import type { EffectSource } from './outgoing-effects.js';

/** Whose effects are carried out, and for whom. */
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
 * Carries out a function's effects in the caller's transaction, lead by lead in the order of their ids, and answers
 * them with what became of each: what a lead doesn't allow is left out with its reason. `bookings` were made before.
 */
export async function applyFunctionEffects(
  tx: Knex,
  now: Date,
  given: EffectsOf,
  effects: readonly FunctionEffect[],
  bookings: ReadonlyMap<number, string | undefined>,
): Promise<FunctionEffect[]> {
  const done = new Map<number, string | undefined>();
  // What was foreseen to come to nothing was never planned any further.
  const wanted = effects.filter(({ skipped_reason }) => skipped_reason === undefined);
  const byLead = Map.groupBy(
    wanted.filter(({ type }) => type !== 'book_meeting' && type !== 'set_value'),
    leadOf,
  );
  for (const leadId of [...byLead.keys()].sort()) {
    const lead = await planned(tx, given, leadId);
    for (const effect of byLead.get(leadId) ?? []) {
      const reason = lead === undefined ? 'The lead is gone.' : await carryOut(tx, now, given, lead, effect);
      done.set(effect.seq, reason);
    }
  }
  for (const effect of wanted) {
    if (effect.type === 'set_value') done.set(effect.seq, await storeValue(tx, now, given, effect));
    if (effect.type === 'book_meeting') done.set(effect.seq, bookings.get(effect.seq));
  }
  return effects.map((effect) => {
    const reason = effect.skipped_reason ?? done.get(effect.seq);
    return reason === undefined ? { ...effect, applied: true } : { ...effect, applied: false, skipped_reason: reason };
  });
}

/** How many values a function may keep. */
const MAX_VALUES = 1_000;

async function storeValue(tx: Knex, now: Date, given: EffectsOf, effect: FunctionEffect): Promise<string | undefined> {
  const { key, value, expires_at } = effect.params as FunctionOnlyParams['set_value'];
  const { accountId, functionId } = given;
  if ((await countOtherValues(tx, { accountId, functionId, key, now })) >= MAX_VALUES) {
    return `A function keeps ${MAX_VALUES} values at most.`;
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

/** The lead whose rows an effect is about. */
export const leadOf = ({ target, params }: Pick<FunctionEffect, 'target' | 'params'>): string =>
  target.kind === 'lead' ? target.id : typeof params.lead_id === 'string' ? params.lead_id : target.id;

type Lead = Pick<PlannedLead, 'lead' | 'definition' | 'facts'> & { enrolled: boolean };

const NEEDS_RUN = new Set(['set_status', 'goto_cadence_step', 'skip_cadence_step', 'restart_cadence']);

async function carryOut(
  tx: Knex,
  now: Date,
  given: EffectsOf,
  lead: Lead,
  recorded: FunctionEffect,
): Promise<string | undefined> {
  if (!lead.enrolled && (recorded.target.kind === 'run' || NEEDS_RUN.has(recorded.type))) {
    return 'The lead has no run of that workflow.';
  }
  if (recorded.type === 'update_lead') return changeColumns(tx, now, given, lead, recorded);
  const effect = { on_error: 'continue', ...recorded } as unknown as Effect;
  const source: EffectSource = {
    kind: 'function',
    id: given.functionId,
    occasionId: given.runId,
    digest: given.runId,
    title: given.functionName,
  };
  return (await applyNow(tx, now, lead, effect, given.origin, source))?.skipped;
}

async function changeColumns(
  tx: Knex,
  now: Date,
  given: EffectsOf,
  { lead }: Lead,
  effect: FunctionEffect,
): Promise<string | undefined> {
  const row = await lockLeadRow(tx, given.accountId, lead.snapshot.lead.id);
  if (!row) return 'The lead is gone.';
  const { changes } = effect.params as FunctionOnlyParams['update_lead'];
  const result = await updateLead(tx, now, {
    lead: row,
    fields: changes as LeadFields,
    country: lead.snapshot.account.country,
    origin: given.origin,
  });
  return result.ok ? undefined : `${result.problems[0]?.field}: ${result.problems[0]?.message}`;
}

/** A lead with its row and its run's locked, and everything decisions about it need. */
async function planned(tx: Knex, given: EffectsOf, leadId: string): Promise<Lead | undefined> {
  const row = await lockLeadRow(tx, given.accountId, leadId);
  if (!row || row.hidden) return undefined;
  const [snapshot] = await loadLeadSnapshots(tx, { accountId: given.accountId, leadIds: [leadId] });
  if (!snapshot) return undefined;
  const run = await runOf(tx, given, leadId);
  const definition = run && (await findDefinition(tx, run.agent_id, run.agent_version));
  const member = { subject_id: leadId, lead_id: leadId } as CycleLead['member'];
  if (run && definition) {
    const facts = toFacts(snapshot, definition, run.agent_id, run);
    return { lead: { member, run, snapshot, openRuns: 1 }, definition, facts, enrolled: true };
  }
  const none = NO_AGENT(given.accountTimezone);
  return {
    lead: { member, run: noRun(given.accountId, leadId), snapshot, openRuns: 0 },
    definition: none as AgentDefinition,
    facts: toFacts(snapshot, none, '', null),
    enrolled: false,
  };
}

async function runOf(tx: Knex, { accountId, agentId }: EffectsOf, leadId: string): Promise<AgentRunRow | undefined> {
  const query = tx('agent_runs').where({ account_id: accountId, lead_id: leadId });
  if (agentId !== null) query.where({ agent_id: agentId });
  const found: { id: string } | undefined = await query.orderBy('open_slot', 'desc').orderBy('id', 'desc').first('id');
  return found && lockRun(tx, found.id);
}

/** Stands for the run of a lead that no agent works: effects that need one are refused before they look at it. */
const noRun = (accountId: string, leadId: string): AgentRunRow =>
  ({
    id: null,
    account_id: accountId,
    lead_id: leadId,
    agent_id: null,
    open_slot: null,
    cadence: '{}',
    enrolled_at: new Date(0),
  }) as unknown as AgentRunRow;
