import type { Knex } from 'knex';
import { lockRun } from '../db/agent-runs.js';
import { findDefinition } from '../db/agents.js';
import { type EventOrigin, insertEvents } from '../db/events.js';
import { replaceMetadataValues } from '../db/lead-metadata.js';
import type { AgentRunRow, LeadRow } from '../db/tables.js';
import { gotoStep, restartCadence, skipStep } from '../domain/cadence/pause.js';
import type { CadenceState } from '../domain/cadence/state.js';
import { stepNamed } from '../domain/cadence/steps.js';
import { isOnOwnRun, RUN_ENDED } from '../domain/effect-target.js';
import type { Facts } from '../domain/facts.js';
import { statusRefusalText } from '../domain/status-change.js';
import { tagSlug } from '../domain/tag-slug.js';
import type { ActionType } from '../schemas/actions.js';
import type { AgentDefinition } from '../schemas/agents.js';
import type { Effect, EffectOf } from '../schemas/effects.js';
import { assignAgent, transferByStatus } from './assignment.js';
import { changeCadence, pauseRun, resumeRun } from './automation.js';
import { cadenceOf } from './cadence-state.js';
import { changeLead } from './lead-changes.js';
import { addTagNames, readTags, removeTags, setTags } from './lead-tags.js';
import { cancelMeeting, offerMeeting, recordSuccess } from './meeting-effects.js';
import { sendMessage, triggerCall } from './message-effects.js';
import { queueFunction } from './new-function-run.js';
import {
  callWebhook,
  createTask,
  type EffectSource,
  notifyUser,
  type Outgoing,
  type OutgoingContext,
  switchAgent,
} from './outgoing-effects.js';
import { setRunStatus } from './run-status.js';

export interface EffectContext {
  tx: Knex;
  now: Date;
  /** The acting run, its row locked by the caller. */
  run: AgentRunRow;
  definition: AgentDefinition;
  facts: Facts;
  accountTimezone: string;
  origin: EventOrigin;
  /** What asked for it. */
  source: EffectSource;
}

/** Carries out an effect that leaves the lead and the cadence as they are. */
const outgoing =
  <E extends Effect>(work: (context: OutgoingContext, effect: E) => Promise<Outgoing>) =>
  ({ tx, now, run, origin, source, facts }: EffectContext, effect: E): Promise<Outgoing> =>
    work(
      {
        tx,
        now,
        accountId: run.account_id,
        leadId: run.lead_id,
        agentId: run.agent_id,
        timezone: facts.timezone,
        origin,
        source,
      },
      effect,
    );

type Applier<T extends ActionType> = (context: EffectContext, effect: EffectOf<T>) => Promise<Outgoing>;

const lockLead = async ({ tx, run }: EffectContext): Promise<LeadRow> => {
  const lead: LeadRow | undefined = await tx('leads').where({ id: run.lead_id }).forUpdate().first();
  if (!lead) throw new Error('The lead of a run is gone.');
  return lead;
};

/** Runs of the lead that an effect means: the agent it names, else the acting one. */
async function runOf(context: EffectContext, agentId: string | null): Promise<AgentRunRow | undefined> {
  if (agentId === null || agentId === context.run.agent_id) return context.run;
  const found = await context
    .tx('agent_runs')
    .where({ account_id: context.run.account_id, lead_id: context.run.lead_id, agent_id: agentId, open_slot: 1 })
    .first('id');
  return found && lockRun(context.tx, found.id);
}

const DONE: Outgoing = { done: true };
const noRun: Outgoing = { skipped: 'The lead has no open run of that workflow.' };

/** Moves the cadence. One that moves itself has done so with the step that asked for it. */
const byHand =
  <T extends 'goto_cadence_step' | 'skip_cadence_step' | 'restart_cadence'>(
    move: (context: EffectContext, state: CadenceState, params: EffectOf<T>['params']) => CadenceState | undefined,
  ): Applier<T> =>
  async (context, { params }) => {
    const { tx, now, run, definition, source } = context;
    if (source.kind === 'cadence') return DONE;
    const state = move(context, cadenceOf(run), params);
    if (!state) return { skipped: 'The cadence has no such step.' };
    await changeCadence(tx, now, run, definition, () => state);
    return DONE;
  };

const APPLIERS: { [T in ActionType]: Applier<T> } = {
  async add_tag(context, { params }) {
    const tags = readTags(params.tags);
    if (!tags.ok) return { skipped: tags.problem.message };
    await addTagNames(context.tx, context.now, await lockLead(context), tags.tags, context.origin);
    return DONE;
  },
  async remove_tag(context, { params }) {
    const slugs = new Set(params.tags.map(tagSlug));
    await removeTags(context.tx, context.now, await lockLead(context), slugs, context.origin);
    return DONE;
  },
  async set_tags(context, { params }) {
    const tags = readTags(params.tags);
    if (!tags.ok) return { skipped: tags.problem.message };
    await setTags(context.tx, context.now, await lockLead(context), tags.tags, context.origin);
    return DONE;
  },
  async set_metadata(context, { params }) {
    const lead = await lockLead(context);
    const removed = Object.fromEntries(params.unset.map((key) => [key, null]));
    const result = changeLead(lead, { metadata: { ...params.values, ...removed } }, context.now);
    if (!result.ok) return { skipped: result.problem.message };
    const { row, changed } = result.change;
    if (changed.length === 0) return DONE;
    await context.tx('leads').where({ id: lead.id }).update({
      metadata: row.metadata,
      version: row.version,
      updated_at: row.updated_at,
    });
    await replaceMetadataValues(context.tx, [row]);
    await insertEvents(context.tx, context.now, [
      { accountId: lead.account_id, type: 'lead.updated', leadId: lead.id, data: { changed }, origin: context.origin },
    ]);
    return DONE;
  },
  async set_field(context, { params }) {
    const { tx, now, run } = context;
    await tx('lead_variables')
      .insert({
        lead_id: run.lead_id,
        account_id: run.account_id,
        field_key: params.key,
        value: JSON.stringify(params.value ?? null),
        value_text: params.value_text,
        confidence: params.confidence,
        updated_at: now,
      })
      .onConflict(['lead_id', 'field_key'])
      .merge(['value', 'value_text', 'confidence', 'updated_at']);
    await insertEvents(tx, now, [
      {
        accountId: run.account_id,
        type: 'lead.field_captured',
        leadId: run.lead_id,
        data: { key: params.key, confidence: params.confidence },
        origin: context.origin,
      },
    ]);
    return DONE;
  },
  async set_status(context, { params }) {
    const run = await runOf(context, params.workflow_id);
    if (!run) return noRun;
    const definition = await findDefinition(context.tx, run.agent_id, run.agent_version);
    if (!definition) return noRun;
    const outcome = await setRunStatus(context.tx, context.now, run, definition, {
      statusKey: params.status_key,
      reason: params.reason,
      origin: context.origin,
      allowDowngrade: params.allow_downgrade,
    });
    if (outcome.outcome === 'unknown_status' || outcome.outcome === 'downgrade') {
      return { skipped: statusRefusalText(outcome.outcome, params.status_key) };
    }
    const moved = await transferByStatus(context.tx, context.now, outcome, {
      accountId: run.account_id,
      accountTimezone: context.accountTimezone,
      leadId: run.lead_id,
      origin: context.origin,
    });
    if (moved?.outcome === 'refused') return { skipped: `The status is set, but nothing took over: ${moved.message}` };
    return DONE;
  },
  async assign_workflow(context, { params }) {
    const lead = await lockLead(context);
    const result = await assignAgent(context.tx, context.now, {
      accountId: lead.account_id,
      accountTimezone: context.accountTimezone,
      lead,
      agentId: params.workflow_id,
      fromAgentId: null,
      reason: params.reason,
      skipFirstMessage: params.skip_first_message,
      reenrollment: params.reenrollment,
      origin: context.origin,
    });
    return result.outcome === 'enrolled' ? DONE : { skipped: result.message };
  },
  async stop_automation(context, { params }) {
    const run = await runOf(context, params.workflow_id);
    if (!run) return noRun;
    await pauseRun(context.tx, context.now, run, {
      reason:
        params.reason ?? (context.source.kind === 'job' ? 'Stopped by a background job.' : 'Stopped by the cadence.'),
      by: 'rule',
      humanTakeover: true,
      autoResumeAt: params.auto_resume_at === null ? null : new Date(params.auto_resume_at),
      origin: context.origin,
    });
    return DONE;
  },
  async resume_automation(context, { params }) {
    const run = await runOf(context, params.workflow_id);
    const definition = run && (await findDefinition(context.tx, run.agent_id, run.agent_version));
    if (!run || !definition) return noRun;
    const resumed = await resumeRun(context.tx, context.now, run, definition, {
      resumeCadence: params.resume_cadence,
      policy: params.resume_policy,
      origin: context.origin,
    });
    return resumed ? DONE : { skipped: 'Nothing was paused.' };
  },
  async add_note(context, { params }) {
    await insertEvents(context.tx, context.now, [
      {
        accountId: context.run.account_id,
        type: 'lead.updated',
        leadId: context.run.lead_id,
        agentRunId: context.run.id,
        data: { note: params.text },
        origin: context.origin,
      },
    ]);
    return DONE;
  },
  async assign_owner(context, { params }) {
    const lead = await lockLead(context);
    const owner = await chooseOwner(context, params);
    if (!owner) return { skipped: 'The account has no such user.' };
    if (owner === lead.owner_id) return DONE;
    await context
      .tx('leads')
      .where({ id: lead.id })
      .update({ owner_id: owner, version: lead.version + 1, updated_at: context.now });
    await insertEvents(context.tx, context.now, [
      {
        accountId: lead.account_id,
        type: 'lead.owner_changed',
        leadId: lead.id,
        data: { from: lead.owner_id, to: owner },
        origin: context.origin,
      },
    ]);
    return DONE;
  },
  run_function: outgoing((context, effect) => queueFunction(context, effect)),
  send_message: outgoing(sendMessage),
  goto_cadence_step: byHand(({ definition, facts, now }, state, params) => {
    const step = stepNamed(definition, params);
    return step && gotoStep(definition, state, step.key, facts, now);
  }),
  skip_cadence_step: byHand(({ definition, facts, now }, state, params) => {
    const step = stepNamed(definition, params);
    const named = params.step_key !== null || params.step_index !== null;
    return named && !step ? undefined : skipStep(definition, state, facts, now, step?.key);
  }),
  restart_cadence: byHand(({ definition, facts, now }, state) => restartCadence(definition, state, facts, now)),
  create_task: outgoing(createTask),
  notify_user: outgoing(notifyUser),
  call_webhook: outgoing(callWebhook),
  pause_workflow: outgoing(switchAgent),
  resume_workflow: outgoing(switchAgent),
  trigger_call: outgoing(triggerCall),
  offer_meeting: outgoing(offerMeeting),
  cancel_meeting: outgoing(cancelMeeting),
  record_conversion: outgoing(recordSuccess),
};

/** The user a lead goes to: the one named, the one whose turn it is, or the one with the fewest leads. */
async function chooseOwner(
  { tx, run }: EffectContext,
  params: EffectOf<'assign_owner'>['params'],
): Promise<string | undefined> {
  const users = tx('users').where({ 'users.account_id': run.account_id }).whereNull('users.disabled_at');
  if (params.user_id !== null) return (await users.where('users.id', params.user_id).first('users.id'))?.id;
  if (params.strategy === 'round_robin') return takeTurn(tx, users);
  const least = await users
    .leftJoin('leads', (join) => join.on('leads.owner_id', 'users.id').andOnVal('leads.hidden', 0))
    .groupBy('users.id')
    .orderByRaw('COUNT(leads.id), users.id')
    .first('users.id');
  return least?.id;
}

/** Takes the user whose turn was the longest ago, and puts them last. All are locked, so that no two take one turn. */
async function takeTurn(tx: Knex, users: Knex.QueryBuilder): Promise<string | undefined> {
  const rows: { id: string; owner_turn: number }[] = await users
    .orderBy(['owner_turn', 'id'])
    .select('id', 'owner_turn')
    .forUpdate();
  const [next] = rows;
  const last = rows.at(-1);
  if (!next || !last) return undefined;
  await tx('users')
    .where({ id: next.id })
    .update({ owner_turn: last.owner_turn + 1 });
  return next.id;
}

/**
 * Applies one effect in the caller's transaction. One on the run finds it as the effects before left it: what they did,
 * a conversion for one, may have ended it.
 */
export async function applyEffect(context: EffectContext, effect: Effect): Promise<Outgoing> {
  const apply = APPLIERS[effect.type] as Applier<typeof effect.type>;
  if (!isOnOwnRun(effect, context.run.agent_id)) return apply(context, effect as EffectOf<typeof effect.type>);
  const run = await lockRun(context.tx, context.run.id);
  if (run?.open_slot !== 1) return { skipped: RUN_ENDED };
  return apply({ ...context, run }, effect as EffectOf<typeof effect.type>);
}
