import type { Db } from '../../db/connection.js';
import { type LeadSurroundings, listSurroundings, type PrimaryRun } from '../../db/leads/lead-details.js';
import type { LeadEngagementRow, LeadRow, LeadVariableRow, TagRow } from '../../db/tables.js';
import type { LeadEngagement, LeadVariables } from '../../schemas/leads/lead-details.js';
import type { ActiveRun, Lead } from '../../schemas/leads/leads.js';

/** Shows a tag as it is answered. */
export const viewTag = ({ id, name, slug }: Pick<TagRow, 'id' | 'name' | 'slug'>) => ({ id, name, slug });

/** Returns leads in the format of the API. Data of other tables is read for all of them at once. */
export async function viewLeads(db: Db, rows: readonly LeadRow[]): Promise<Lead[]> {
  const around = await listSurroundings(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => toLead(row, around.get(row.id) ?? ALONE));
}

const ALONE: LeadSurroundings = { tags: [], campaignName: undefined, primary: undefined };

/** Shows one lead as it is answered. */
export async function viewLead(db: Db, row: LeadRow): Promise<Lead> {
  const [lead] = await viewLeads(db, [row]);
  return lead as Lead;
}

/** Returns a lead as it is answered, from everything that belongs to it. */
export function toLead(row: LeadRow, { tags, campaignName, primary }: LeadSurroundings): Lead {
  return {
    id: row.id,
    first_name: row.first_name,
    last_name: row.last_name,
    email: row.email,
    phone: row.phone,
    source: row.source,
    company: row.company,
    title: row.title,
    timezone: row.timezone,
    country: row.country,
    owner_id: row.owner_id,
    external_id: row.external_id?.toString() ?? null,
    deal_value: row.deal_value,
    deal_currency: row.deal_currency,
    ...(row.whatsapp_user_id === null
      ? {}
      : { whatsapp_user: { user_id: row.whatsapp_user_id, username: row.whatsapp_username } }),
    consent: {
      whatsapp: row.consent_whatsapp,
      email: row.consent_email,
      call: row.consent_call,
      sms: row.consent_sms,
    },
    metadata: JSON.parse(row.metadata),
    tags: tags.map(viewTag),
    campaign:
      row.campaign_id !== null && campaignName !== undefined ? { id: row.campaign_id, name: campaignName } : null,
    active_workflow_run: primary ? toActiveRun(primary) : null,
    version: row.version,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** A lead's primary enrolment as it is answered. */
const toActiveRun = ({ run, agent, statusLabel }: PrimaryRun): ActiveRun => ({
  id: run.id,
  workflow_id: run.agent_id,
  is_active: run.open_slot === 1,
  human_takeover: run.human_takeover,
  paused_by: run.paused_by,
  cadence_state: run.cadence_state,
  run_status: run.run_status,
  workflow: agent,
  current_status: { id: run.status_key, key: run.status_key, label: statusLabel, category: run.status_category },
});

/** Shows captured variables as they are answered. */
export const toVariables = (rows: readonly LeadVariableRow[]): LeadVariables =>
  Object.fromEntries(
    rows.map((row) => [
      row.field_key,
      {
        value: JSON.parse(row.value),
        value_text: row.value_text,
        confidence: row.confidence,
        updated_at: row.updated_at.toISOString(),
      },
    ]),
  );

/** Shows engagement as it is answered; before anything was sent or received all of it is zero. */
export const toEngagement = (row: LeadEngagementRow | undefined): LeadEngagement => ({
  last_inbound_at: row?.last_inbound_at?.toISOString() ?? null,
  last_outbound_at: row?.last_outbound_at?.toISOString() ?? null,
  last_channel: row?.last_channel ?? null,
  inbound_count: row?.inbound_count ?? 0,
  outbound_count: row?.outbound_count ?? 0,
  delivered_count: row?.delivered_count ?? 0,
  read_count: row?.read_count ?? 0,
  opened_count: row?.opened_count ?? 0,
  clicked_count: row?.clicked_count ?? 0,
  calls_count: row?.calls_count ?? 0,
  calls_answered: row?.calls_answered ?? 0,
  whatsapp_window_expires_at: row?.whatsapp_window_expires_at?.toISOString() ?? null,
});
