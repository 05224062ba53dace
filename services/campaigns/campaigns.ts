import { findAgent } from '../../db/agents/agents.js';
import { moveToCampaign, updateCampaign } from '../../db/campaigns/campaigns.js';
import { type EventOrigin, insertEvents } from '../../db/events/events.js';
import { lockLeads } from '../../db/leads/leads.js';
import type { CampaignRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { ERROR_CODES, type ErrorCode } from '../../schemas/error-codes.js';
import { wakeRunsOf } from '../instructions/agent-runs.js';
import { joinCampaigns, wakeCampaign } from '../instructions/campaigns.js';
import { valuesBefore } from '../leads/change-lead.js';

export type CampaignChange =
  | { ok: true; row: CampaignRow }
  | { ok: false; problem: { code: ErrorCode; field?: string; message: string } };

const refused = (code: ErrorCode, message: string = ERROR_CODES[code][2], field?: string): CampaignChange => ({
  ok: false,
  problem: { code, message, ...(field === undefined ? {} : { field }) },
});

/**
 * Starts or resumes a locked campaign. Its leads are enrolled from `starts_at` on. A repetition only triggers another
 * check of its leads.
 */
export async function startCampaign(work: Work, row: CampaignRow): Promise<CampaignChange> {
  const { tx, now } = work;
  if (row.agent_id === null) {
    return refused('VALIDATION_ERROR', 'The campaign has no workflow. Set its workflow_id first.', '/workflow_id');
  }
  const agent = await findAgent(tx, row.account_id, row.agent_id);
  if (!agent) return refused('WORKFLOW_NOT_FOUND');
  if (agent.version === 0) return refused('WORKFLOW_NOT_PUBLISHED');
  if (!agent.is_active) return refused('WORKFLOW_PAUSED');
  const isRunning = row.status === 'running';
  const changes = isRunning ? {} : { status: 'running' as const, started_at: row.started_at ?? now, updated_at: now };
  if (!isRunning) await updateCampaign(tx, row.id, changes);
  await wakeCampaign(work, row, 'started');
  return { ok: true, row: { ...row, ...changes, enrolment: 'due' } };
}

/** Pauses a locked campaign: after the commit none of its leads is enrolled any more. A repeat changes nothing. */
export async function pauseCampaign(work: Work, row: CampaignRow): Promise<CampaignChange> {
  const { tx, now } = work;
  if (row.status === 'paused') return { ok: true, row };
  if (row.status !== 'running') return refused('NOT_MODIFIABLE', "The campaign hasn't been started.");
  const changes = { status: 'paused' as const, updated_at: now };
  await updateCampaign(tx, row.id, changes);
  return { ok: true, row: { ...row, ...changes } };
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
  work: Work,
  row: CampaignRow,
  ids: readonly string[],
  origin: EventOrigin,
): Promise<AddedLeads> {
  const { tx, now } = work;
  const wanted = [...new Set(ids.map((id) => id.toLowerCase()))];
  const leads = await lockLeads(tx, row.account_id, wanted);
  const moved = leads.filter((lead) => lead.campaign_id !== row.id);
  const movedIds = moved.map(({ id }) => id);
  if (moved.length > 0) {
    await moveToCampaign(tx, now, movedIds, row.id);
    await insertEvents(
      tx,
      now,
      moved.map((lead) => ({
        accountId: row.account_id,
        leadId: lead.id,
        type: 'lead.updated' as const,
        data: { changed: ['campaign_id'], version: lead.version + 1 },
        before: valuesBefore(lead, ['campaign_id']),
        origin,
      })),
    );
    await wakeRunsOf(work, row.account_id, movedIds, 'lead.updated');
    await joinCampaigns(
      work,
      row.account_id,
      movedIds.map((id) => ({ id, campaign_id: row.id })),
    );
  }
  const known = new Set(leads.map(({ id }) => id));
  return {
    added: moved.length,
    unchanged: leads.length - moved.length,
    not_found: wanted.filter((id) => !known.has(id)),
  };
}
