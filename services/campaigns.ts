import type { Knex } from 'knex';
import { findAgent } from '../db/agents.js';
import {
  holdRunningCampaigns,
  listRunningCampaigns,
  listUnenrolledLeads,
  lockCampaignById,
  updateCampaign,
} from '../db/campaigns.js';
import { inTransaction } from '../db/connection.js';
import { type EventOrigin, insertEvents } from '../db/events.js';
import { lockLeads } from '../db/leads.js';
import { addToOutbox, type OutboxItem, takePending } from '../db/outbox.js';
import type { AccountRow, CampaignRow } from '../db/tables.js';
import { campaignWorkflowId } from '../domain/flow/ids.js';
import type { Clock } from '../runtime/clock.js';
import { ERROR_CODES, type ErrorCode } from '../schemas/error-codes.js';
import { enrollLeads } from './enrollment.js';
import { wakeRunsOf } from './lead-consequences.js';
import { withNewAddresses } from './lead-enrollment.js';

export type CampaignChange =
  | { ok: true; row: CampaignRow }
  | { ok: false; problem: { code: ErrorCode; field?: string; message: string } };

const refused = (code: ErrorCode, message: string = ERROR_CODES[code][2], field?: string): CampaignChange => ({
  ok: false,
  problem: { code, message, ...(field === undefined ? {} : { field }) },
});

/** Has the campaign's workflow look at the rows again; it is started where none runs. */
async function wakeCampaign(tx: Knex, now: Date, row: CampaignRow, why: string): Promise<void> {
  await addToOutbox(tx, now, [
    {
      accountId: row.account_id,
      kind: 'workflow',
      workflowId: campaignWorkflowId(row.id),
      args: {
        workflow: 'campaignWorkflow',
        kind: 'campaign',
        summary: 'Enrolls the leads of a campaign',
        accountId: row.account_id,
        input: { campaignId: row.id },
        wake: why,
      },
    },
  ]);
}

/**
 * Starts a locked campaign, or goes on with it: its leads are enrolled from `starts_at` on. A repeat changes nothing but
 * has its leads looked at again.
 */
export async function startCampaign(tx: Knex, now: Date, row: CampaignRow): Promise<CampaignChange> {
  if (row.agent_id === null) {
    return refused('VALIDATION_ERROR', 'Give the campaign a workflow first: PATCH its workflow_id.', '/workflow_id');
  }
  const agent = await findAgent(tx, row.account_id, row.agent_id);
  if (!agent) return refused('WORKFLOW_NOT_FOUND');
  if (agent.version === 0) return refused('WORKFLOW_NOT_PUBLISHED');
  if (!agent.is_active) return refused('WORKFLOW_PAUSED');
  const isRunning = row.status === 'running';
  const changes = isRunning ? {} : { status: 'running', started_at: row.started_at ?? now, updated_at: now };
  if (!isRunning) await updateCampaign(tx, row.id, changes);
  const after = { ...row, ...changes };
  await wakeCampaign(tx, now, after, 'started');
  return { ok: true, row: after };
}

/** Pauses a locked campaign: after the commit none of its leads is enrolled any more. A repeat changes nothing. */
export async function pauseCampaign(tx: Knex, now: Date, row: CampaignRow): Promise<CampaignChange> {
  if (row.status === 'paused') return { ok: true, row };
  if (row.status !== 'running') return refused('NOT_MODIFIABLE', 'The campaign was not started.');
  const changes = { status: 'paused', updated_at: now };
  await updateCampaign(tx, row.id, changes);
  return { ok: true, row: { ...row, ...changes } };
}

/** Tells a running campaign of changes to it. */
export async function campaignChanged(tx: Knex, now: Date, row: CampaignRow): Promise<void> {
  if (row.status === 'running') await wakeCampaign(tx, now, row, 'changed');
}

/** Tells the campaigns that leads have joined; those that are running enroll them. */
export async function campaignsJoined(
  tx: Knex,
  now: Date,
  accountId: string,
  campaignIds: readonly (string | null)[],
): Promise<void> {
  const ids = [...new Set(campaignIds)].filter((id) => id !== null);
  if (ids.length === 0) return;
  for (const row of await holdRunningCampaigns(tx, accountId, ids)) await campaignChanged(tx, now, row);
}

/** Has the campaigns go on that waited for their agent to be active again. */
export async function agentActivated(tx: Knex, now: Date, accountId: string, agentId: string): Promise<void> {
  for (const row of await listRunningCampaigns(tx, accountId, agentId)) await campaignChanged(tx, now, row);
}

export interface AddedLeads {
  added: number;
  /** Leads that were in the campaign before. */
  unchanged: number;
  /** Ids that are no leads of the account. */
  not_found: string[];
}

/** Puts leads into a locked campaign, out of the one they were in; a running campaign enrolls them. */
export async function addCampaignLeads(
  tx: Knex,
  now: Date,
  row: CampaignRow,
  ids: readonly string[],
  origin: EventOrigin,
): Promise<AddedLeads> {
  const wanted = [...new Set(ids.map((id) => id.toLowerCase()))];
  const leads = await lockLeads(tx, row.account_id, wanted);
  const moved = leads.filter((lead) => lead.campaign_id !== row.id);
  const movedIds = moved.map(({ id }) => id);
  if (moved.length > 0) {
    await tx('leads')
      .whereIn('id', movedIds)
      .update({ campaign_id: row.id, version: tx.raw('version + 1'), updated_at: now });
    await insertEvents(
      tx,
      now,
      moved.map((lead) => ({
        accountId: row.account_id,
        leadId: lead.id,
        type: 'lead.updated' as const,
        data: { changed: ['campaign_id'], version: lead.version + 1 },
        origin,
      })),
    );
    await wakeRunsOf(tx, now, row.account_id, movedIds);
    await campaignChanged(tx, now, row);
  }
  const known = new Set(leads.map(({ id }) => id));
  return {
    added: moved.length,
    unchanged: leads.length - moved.length,
    not_found: wanted.filter((id) => !known.has(id)),
  };
}

/** What a piece of a campaign's enrolment came to, and the instructions to Temporal that it committed. */
export interface CampaignPiece {
  /** The last lead that was looked at; the next piece begins behind it. */
  after: string;
  enrolled: number;
  /** Nothing is left to do for now. */
  finished: boolean;
  /** The campaign begins then. */
  sleepUntil?: string;
  pending: OutboxItem[];
}

const LEADS_AT_ONCE = 100;

/**
 * Enrolls the next leads of a running campaign in its agent, in one transaction under the campaign's lock. Leads that
 * were ever enrolled there are passed over, so a repeated piece is harmless, and so are leads whose address was under
 * another lead: the campaign looks at them again with each wake, so an open run alone would only put that off.
 */
export async function enrollNextLeads(
  db: Knex,
  clock: Clock,
  { campaignId, after }: { campaignId: string; after: string },
): Promise<CampaignPiece> {
  return inTransaction(db, async (tx) => {
    const now = clock.now();
    const idle: CampaignPiece = { after, enrolled: 0, finished: true, pending: [] };
    const row = await lockCampaignById(tx, campaignId);
    if (row?.status !== 'running' || row.agent_id === null) return idle;
    if (row.starts_at && row.starts_at > now) {
      return { ...idle, finished: false, sleepUntil: row.starts_at.toISOString() };
    }
    // Nobody is passed over for the agent's sake: whoever switches it on has the campaign look again.
    const agent = await findAgent(tx, row.account_id, row.agent_id);
    if (!agent?.is_active) return idle;
    const leads = await listUnenrolledLeads(tx, { ...row, agent_id: row.agent_id }, after, LEADS_AT_ONCE);
    const last = leads.at(-1);
    if (!last) return idle;
    const account: AccountRow = await tx('accounts').where({ id: row.account_id }).first();
    const results = await enrollLeads(tx, now, {
      accountId: row.account_id,
      accountTimezone: account.timezone,
      agentId: row.agent_id,
      leads: await withNewAddresses(tx, row.account_id, row.agent_id, leads),
      origin: { kind: 'system', id: row.id },
      campaignId: row.id,
    });
    return {
      after: last.id,
      enrolled: results.filter(({ outcome }) => outcome === 'enrolled').length,
      finished: leads.length < LEADS_AT_ONCE,
      pending: takePending(tx),
    };
  });
}
