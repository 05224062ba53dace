import type { Knex } from 'knex';
import { findDefinitions, versionKey } from '../db/agents.js';
import { type CycleLead, finishCycleLeads, lockCycleLeads } from '../db/cycle-leads.js';
import type { EventOrigin } from '../db/events.js';
import { listEventsByIds } from '../db/events.js';
import { insertJobEffects } from '../db/job-cycles.js';
import type { EventRow } from '../db/tables.js';
import type { JobCycleLeadRow, JobCycleRow, JobEffectRow } from '../db/tables-jobs.js';
import type { Facts } from '../domain/facts.js';
import { eventFacts } from '../domain/jobs/event-facts.js';
import { type JobPlan, runSteps, type StepEffect } from '../domain/jobs/run-steps.js';
import { wallClock } from '../domain/jobs/wall-clock.js';
import { renderTemplate } from '../domain/template-render.js';
import { newId } from '../runtime/ids.js';
import type { AgentDefinition } from '../schemas/agents.js';
import type { Effect, EffectOf } from '../schemas/effects.js';
import type { JobDocument } from './background-jobs.js';
import { addTagsInBulk, type BulkTags } from './bulk-tags.js';
import { applyEffect } from './effects.js';
import { toFacts } from './facts.js';
import { queueFunction } from './new-function-run.js';
import type { EffectSource, LeftOut, Outgoing } from './outgoing-effects.js';
import { templateVariables } from './template-variables.js';

/** A lead on paper: what its steps come to. */
export interface PlannedLead {
  lead: CycleLead;
  definition: AgentDefinition;
  facts: Facts;
  plan: JobPlan;
}

/** One effect as a result tells it. */
interface TypedResult {
  type: string;
  params: unknown;
  applied: boolean;
  due_at?: string;
  skipped?: string;
  reason?: string;
}

/** Plans one lead with the job as the cycle began with it. */
export function planLead(
  job: JobDocument,
  lead: CycleLead,
  definition: AgentDefinition,
  { now, occasion, event }: { now: Date; occasion: string; event: EventRow | undefined },
): PlannedLead {
  const bare = toFacts(lead.snapshot, definition, lead.run.agent_id, lead.run);
  const facts = event ? { ...bare, event: eventFacts(event, bare) } : bare;
  const agent = { id: lead.run.agent_id, name: definition.name };
  const variables = templateVariables(lead.snapshot, { now: now.toISOString(), agent });
  const plan = runSteps(job.steps, facts, {
    now,
    occasion,
    render: (template) => {
      const rendered = renderTemplate(template, variables, 'text');
      return rendered.ok ? rendered.value : '';
    },
    categoryOf: (key) => definition.statuses.find((status) => status.key === key)?.category ?? 'open',
  });
  return { lead, definition, facts, plan };
}

/** What a piece of a cycle did. */
export interface Worked {
  leads: number;
  warnings: string[];
}

/**
 * Works the next leads of a cycle in the caller's transaction: plans each with its row and its run's locked, applies
 * the effects (or only records them, in a dry run) and writes down what became of it. With `refuse` the leads are
 * written off as failed instead.
 */
export async function workLeads(
  tx: Knex,
  now: Date,
  cycle: JobCycleRow,
  job: JobDocument,
  limit: number,
  refuse?: string,
): Promise<Worked> {
  const leads = await lockCycleLeads(tx, cycle.id, limit);
  if (leads.length === 0) return { leads: 0, warnings: [] };
  if (refuse !== undefined) {
    await finishCycleLeads(
      tx,
      leads.map(({ member }) => ({ ...member, outcome: 'failed', reason: refuse, finished_at: now })),
    );
    return { leads: leads.length, warnings: [] };
  }
  const definitions = await findDefinitions(
    tx,
    leads.map(({ run }) => ({ agentId: run.agent_id, version: run.agent_version })),
  );
  const eventIds = leads.flatMap(({ member }) => member.event_id ?? []);
  const events = eventIds.length > 0 ? await listEventsByIds(tx, eventIds) : new Map<string, EventRow>();
  const planned = leads.flatMap((lead) => {
    const definition = definitions.get(versionKey({ agentId: lead.run.agent_id, version: lead.run.agent_version }));
    if (!definition) return [];
    const occasion = `${job.id}/${cycle.id}/${lead.member.subject_id}`;
    return [planLead(job, lead, definition, { now, occasion, event: events.get(lead.member.event_id ?? '') })];
  });
  const rows = await carryOut({ tx, now, cycle, job }, planned);
  const done = new Set(rows.map((row) => row.subject_id));
  const lost = leads.filter(({ member }) => !done.has(member.subject_id));
  await finishCycleLeads(tx, [
    ...rows,
    ...lost.map(({ member }) => ({ ...member, outcome: 'failed', reason: 'no_definition', finished_at: now })),
  ]);
  return { leads: leads.length, warnings: planned.flatMap(({ plan }) => plan.warnings) };
}

interface Carry {
  tx: Knex;
  now: Date;
  cycle: JobCycleRow;
  job: JobDocument;
}

export const originOf = (cycle: JobCycleRow): EventOrigin => ({
  kind: 'job',
  id: cycle.job_id,
  depth: cycle.origin_depth + 1,
});

/** What asked for the effects of one step. */
export const sourceOf = (cycle: JobCycleRow, job: JobDocument, step: number): EffectSource => ({
  kind: 'job',
  id: job.id,
  occasionId: cycle.id,
  digest: `${cycle.id}/${step}`,
  title: job.name,
});

async function carryOut(carry: Carry, planned: readonly PlannedLead[]): Promise<JobCycleLeadRow[]> {
  const { cycle } = carry;
  const bulk = cycle.dry_run === 1 ? undefined : tagsOnly(planned.filter((one) => !isPassedOver(carry, one)));
  if (bulk) await addTagsInBulk(carry.tx, carry.now, bulk, originOf(cycle));
  const rows: JobCycleLeadRow[] = [];
  for (const one of planned) rows.push(await finishLead(carry, one, bulk !== undefined));
  return rows;
}

/** Whether a lead was paused after the cycle took it, and the job leaves such leads alone. */
function isPassedOver({ job }: Carry, { lead: { run } }: PlannedLead): boolean {
  const paused = run.open_slot === 1 && (run.human_takeover === 1 || run.cadence_paused === 1);
  return paused && (job.workflow_filters?.automation ?? 'active') === 'active';
}

/** The tags to add, where a piece does nothing else: they go in together. */
function tagsOnly(planned: readonly PlannedLead[]): BulkTags[] | undefined {
  const effects = planned.flatMap(({ plan }) => plan.steps.flatMap((step) => step.effects));
  if (effects.length === 0) return undefined;
  if (effects.some(({ effect, delaySeconds }) => effect.type !== 'add_tag' || delaySeconds > 0)) return undefined;
  return planned.flatMap(({ lead, plan, definition }) => {
    const tags = plan.steps.flatMap((step) =>
      step.effects.flatMap(({ effect }) => (effect.type === 'add_tag' ? effect.params.tags : [])),
    );
    return tags.length === 0
      ? []
      : [
          {
            lead: lead.snapshot.lead,
            run: lead.run,
            definition,
            others: lead.openRuns > 1,
            tags,
            has: lead.snapshot.tags,
          },
        ];
  });
}

/** What is said of a lead, or an agent, for which nothing was done: a step at fault fails it, all else passes it over. */
export function undone(left: readonly LeftOut[]): Pick<JobCycleLeadRow, 'outcome' | 'reason'> {
  const fault = left.find((one) => one.fault)?.fault;
  if (fault) return { outcome: 'failed', reason: fault };
  return { outcome: 'skipped', reason: left.find(({ reason }) => reason)?.reason ?? 'no_match' };
}

async function finishLead(carry: Carry, planned: PlannedLead, done: boolean): Promise<JobCycleLeadRow> {
  const { cycle, job, now } = carry;
  const { member } = planned.lead;
  if (isPassedOver(carry, planned)) return { ...member, outcome: 'skipped', reason: 'paused', finished_at: now };
  const outcome = { acted: 0, left: [] as LeftOut[], stopped: false };
  const steps = [];
  for (const step of planned.plan.steps) {
    const effects: TypedResult[] = [];
    for (const stepEffect of step.effects) {
      if (outcome.stopped) break;
      const result = done ? { applied: true } : await carryOutOne(carry, planned, stepEffect, step.index);
      const { type, params, on_error } = stepEffect.effect;
      effects.push({ type, params, ...result });
      if ('skipped' in result) {
        outcome.left.push(result);
        if (on_error === 'stop') outcome.stopped = true;
      } else outcome.acted += 1;
    }
    const { index, name, verdict, conditions, skipped } = step;
    steps.push({ index, name, verdict, conditions, effects: effects.map(told), skipped });
  }
  const acted = outcome.acted > 0;
  return {
    ...member,
    ...(acted ? { outcome: 'acted', reason: null } : undone(outcome.left)),
    acted_wall: acted && cycle.dry_run === 0 ? wallClock(cycle.nominal_at, job.timezone) : null,
    steps: JSON.stringify(steps),
    finished_at: now,
  };
}

const told = ({ type, params, applied, due_at, skipped, reason }: TypedResult): TypedResult => ({
  type,
  params,
  applied,
  ...(due_at === undefined ? {} : { due_at }),
  ...(skipped === undefined ? {} : { skipped }),
  ...(reason === undefined ? {} : { reason }),
});

type One = { applied: boolean; due_at?: string } | ({ applied: false } & LeftOut);

async function carryOutOne(
  carry: Carry,
  planned: PlannedLead,
  { effect, delaySeconds }: StepEffect,
  step: number,
): Promise<One> {
  const { cycle, job, now, tx } = carry;
  const dueAt = new Date(now.getTime() + delaySeconds * 1000);
  if (cycle.dry_run === 1) {
    if (effect.type === 'run_function') await rehearse(carry, planned, effect, step);
    return { applied: false, ...(delaySeconds > 0 ? { due_at: dueAt.toISOString() } : {}) };
  }
  if (delaySeconds > 0) {
    await insertJobEffects(tx, [waiting(cycle, planned.lead.member, effect, dueAt, step)]);
    return { applied: false, due_at: dueAt.toISOString() };
  }
  const applied = await applyNow(tx, now, planned, effect, originOf(cycle), sourceOf(cycle, job, step));
  return applied === undefined ? { applied: true } : { applied: false, ...applied };
}

/** In a dry run nothing is done, but a function is run as a dry run too. */
const rehearse = (
  { tx, now, cycle, job }: Carry,
  { lead, facts }: PlannedLead,
  effect: EffectOf<'run_function'>,
  step: number,
): Promise<Outgoing> =>
  queueFunction(
    {
      ...{ tx, now, accountId: cycle.account_id, leadId: lead.run.lead_id, agentId: facts.agentId },
      timezone: facts.timezone,
      ...{ origin: originOf(cycle), source: sourceOf(cycle, job, step) },
    },
    effect,
    true,
  );

/** What is stored of an effect that is put off: with the step, which its digest is named by. */
export interface StoredEffect {
  effect: Effect;
  step: number;
}

/** The row of an effect that a cycle puts off, for a lead or, where it runs once for each agent, for an agent. */
export const waiting = (
  cycle: JobCycleRow,
  { subject_id, lead_id, agent_id, agent_run_id }: JobCycleLeadRow,
  effect: Effect,
  dueAt: Date,
  step: number,
): JobEffectRow => ({
  id: newId(),
  cycle_id: cycle.id,
  account_id: cycle.account_id,
  subject_id,
  lead_id,
  agent_id,
  agent_run_id,
  effect: JSON.stringify({ effect, step } satisfies StoredEffect),
  due_at: dueAt,
  status: 'waiting',
  detail: null,
  applied_at: null,
});

/** Applies one effect to a lead; answers why it was left out, or undefined. */
export async function applyNow(
  tx: Knex,
  now: Date,
  { lead, definition, facts }: Pick<PlannedLead, 'lead' | 'definition' | 'facts'>,
  effect: Effect,
  origin: EventOrigin,
  source: EffectSource,
): Promise<LeftOut | undefined> {
  const accountTimezone = lead.snapshot.account.timezone;
  const applied = await applyEffect(
    { tx, now, run: lead.run, definition, facts, accountTimezone, origin, source },
    effect,
  );
  return 'skipped' in applied ? applied : undefined;
}
