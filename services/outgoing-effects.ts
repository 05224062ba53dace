import type { Knex } from 'knex';
import type { EventOrigin } from '../db/events.js';
import { insertDelivery } from '../db/job-deliveries.js';
import { addNotificationLine } from '../db/notifications.js';
import { addToOutbox, type OutboxItem } from '../db/outbox.js';
import type { JobDeliveryRow } from '../db/tables-jobs.js';
import { insertTask } from '../db/tasks.js';
import { effectKey } from '../domain/effect-key.js';
import { webhookWorkflowId } from '../domain/flow/ids.js';
import { newId } from '../runtime/ids.js';
import type { EffectOf } from '../schemas/effects.js';
import { changeAgent } from './agents.js';

/** What asked for an effect: the job and cycle, the function and run, or the cadence. */
export interface EffectSource {
  kind: 'job' | 'cadence' | 'function';
  id: string;
  /** The cycle; the run where a cadence asks. */
  occasionId: string;
  /** Names what gathers into one digest: cycle and step, or run, step and visit. */
  digest: string;
  /** What people read above such a digest. */
  title: string;
}

/** What effects that reach beyond the lead look at. */
export interface OutgoingContext {
  tx: Knex;
  now: Date;
  accountId: string;
  leadId: string | null;
  agentId: string;
  /** The lead's zone, the agent's where there is no lead. */
  timezone: string;
  origin: EventOrigin;
  source: EffectSource;
}

/** Why an effect was left out. */
export interface LeftOut {
  skipped: string;
  /** How a cycle counts it, where the lead is the cause. */
  reason?: 'opted_out' | 'window' | 'capped';
  /** A code where the step is the cause: nothing heals it but a change of the job, or of what it names. */
  fault?: string;
}

/** Whether an effect was carried out; else why not. */
export type Outgoing = { done: true } | LeftOut;

const DONE: Outgoing = { done: true };

/** Makes a task; the same effect makes it once. */
export async function createTask(
  { tx, now, accountId, leadId, source }: OutgoingContext,
  { params, idempotency_key }: EffectOf<'create_task'>,
): Promise<Outgoing> {
  await insertTask(tx, {
    id: newId(),
    account_id: accountId,
    lead_id: leadId,
    title: params.title,
    status: 'open',
    due_at: params.due_at === null ? null : new Date(params.due_at),
    assignee_id: params.assignee_id,
    source_kind: source.kind,
    source_id: source.id,
    effect_key: effectKey(idempotency_key),
    version: 1,
    completed_at: null,
    created_at: now,
    updated_at: now,
  });
  return DONE;
}

/** Adds a line to each user's digest of this cycle and step: one for each lead, however often a piece is repeated. */
export async function notifyUser(
  { tx, now, accountId, leadId, agentId, source }: OutgoingContext,
  { params }: EffectOf<'notify_user'>,
): Promise<Outgoing> {
  const users: { id: string }[] = await tx('users')
    .where({ account_id: accountId, ...(params.user_id ? { id: params.user_id } : { role: params.role }) })
    .whereNull('disabled_at')
    .orderBy('id')
    .select('id');
  if (users.length === 0) return { skipped: 'The account has no such user.' };
  for (const { id } of users) {
    await addNotificationLine(
      tx,
      {
        id: newId(),
        account_id: accountId,
        user_id: id,
        channel: params.channel,
        title: source.title.slice(0, 300),
        source_kind: source.kind,
        source_id: source.id,
        effect_key: effectKey(`${source.digest}/${params.channel}`),
        status: params.channel === 'email' ? 'queued' : 'delivered',
        failure: null,
        read_at: null,
        created_at: now,
      },
      { subjectId: source.kind === 'job' ? (leadId ?? agentId) : newId(), leadId, text: params.text },
    );
  }
  return DONE;
}

/** Writes down a request to an address of the account's and asks for the workflow that makes it, again and again. */
export async function callWebhook(
  { tx, now, accountId, leadId, source }: OutgoingContext,
  { params, idempotency_key }: EffectOf<'call_webhook'>,
): Promise<Outgoing> {
  const id = newId();
  const made = await insertDelivery(tx, {
    id,
    account_id: accountId,
    job_id: source.id,
    cycle_id: source.occasionId,
    lead_id: leadId,
    effect_key: effectKey(idempotency_key),
    request: JSON.stringify(params),
    status: 'queued',
    attempts: 0,
    response_status: null,
    failure: null,
    created_at: now,
    updated_at: now,
  });
  if (!made) return DONE;
  await addToOutbox(tx, now, [toDeliver({ id, account_id: accountId })]);
  return DONE;
}

/** Asks for the workflow that makes a request; with `again` also where an earlier one has ended. */
export const toDeliver = (
  { id, account_id }: Pick<JobDeliveryRow, 'id' | 'account_id'>,
  { again = false } = {},
): Omit<OutboxItem, 'id'> => ({
  accountId: account_id,
  kind: 'workflow',
  workflowId: webhookWorkflowId(id),
  args: {
    workflow: 'webhookDeliveryWorkflow',
    kind: 'webhook',
    summary: 'Delivers one request to an address of the account',
    accountId: account_id,
    input: { deliveryId: id },
    ...(again ? { again } : {}),
  },
});

const WHO = { job: 'background job', cadence: 'cadence', function: 'cloud function' } as const;

/** Pauses an agent for all its leads, or lets it go on. */
export async function switchAgent(
  { tx, now, accountId, agentId, origin, source }: OutgoingContext,
  { params, type }: EffectOf<'pause_workflow'> | EffectOf<'resume_workflow'>,
): Promise<Outgoing> {
  const paused = type === 'pause_workflow';
  const result = await changeAgent(
    tx,
    now,
    { accountId, timezone: 'UTC' },
    params.workflow_id?.toLowerCase() ?? agentId,
    { paused, pause_reason: paused ? (params.reason ?? `Paused by a ${WHO[source.kind]}.`) : null },
    origin,
  );
  return result.outcome === 'done' ? DONE : { skipped: 'There is no such workflow.' };
}
