import type { Knex } from 'knex';
import { insertMetadataValues } from '../../db/leads/metadata.js';
import { newId } from '../../runtime/ids.js';

/** Leads that are enrolled in an agent, as many as are asked for. */
export interface ManyLeads {
  accountId: string;
  agentId: string;
  count: number;
  /** The metadata of the nth lead; texts of ours, without quotation marks that would end one. */
  metadata?: (n: number) => Record<string, unknown>;
}

const CHUNK = 2_000;

const LEAD = 'INSERT INTO leads (id, account_id, first_name, email, metadata, created_at, updated_at) VALUES';
const RUN = `INSERT INTO agent_runs (id, account_id, lead_id, agent_id, agent_version, run_status, cadence_state,
  status_key, status_category, status_entered_at, step_key, cadence, enrolled_at, started_at, updated_at) VALUES`;

/** Writes leads straight into the tables, many thousands a second: for measurements, not a way to make leads. */
export async function addManyLeads(db: Knex, { accountId, agentId, count, metadata }: ManyLeads): Promise<void> {
  const hex = (text: string) => `X'${Buffer.from(text).toString('hex')}'`;
  for (let from = 0; from < count; from += CHUNK) {
    const leads = Array.from({ length: Math.min(CHUNK, count - from) }, (_, n) => ({
      id: newId(),
      account_id: accountId,
      metadata: JSON.stringify(metadata?.(from + n) ?? {}),
    }));
    const now = 'UTC_TIMESTAMP(3)';
    await db.raw(
      `${LEAD} ${leads
        .map(
          (lead) =>
            `('${lead.id}', '${accountId}', 'Lead', '${lead.id}@example.com', CONVERT(${hex(lead.metadata)} USING utf8mb4), ${now}, ${now})`,
        )
        .join(', ')}`,
    );
    await db.raw(
      `${RUN} ${leads
        .map(
          (lead) =>
            `('${newId()}', '${accountId}', '${lead.id}', '${agentId}', 1, 'running', 'waiting', 'new', 'open', ${now}, NULL, '{}', ${now}, ${now}, ${now})`,
        )
        .join(', ')}`,
    );
    await insertMetadataValues(db, leads);
  }
}
