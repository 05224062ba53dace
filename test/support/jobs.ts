import type { Knex } from 'knex';
import { inTransaction } from '../../db/connection.js';
import { insertLeads } from '../../db/leads.js';
import type { LeadRow } from '../../db/tables.js';
import { newId } from '../../runtime/ids.js';
import { enrollLeads } from '../../services/enrollment.js';

/** Leads that are enrolled in an agent, written together; their cadences are not started. */
export async function addEnrolledLeads(
  db: Knex,
  accountId: string,
  agentId: string,
  count: number,
  columns: (n: number) => Partial<LeadRow> = () => ({}),
): Promise<LeadRow[]> {
  const now = new Date();
  const leads = Array.from({ length: count }, (_, n): LeadRow => {
    const id = newId();
    return {
      id,
      account_id: accountId,
      first_name: `Lead ${n}`,
      last_name: null,
      email: `lead-${id}@example.com`,
      phone: null,
      source: 'api',
      company: null,
      title: null,
      timezone: null,
      country: null,
      owner_id: null,
      external_id: null,
      consent_whatsapp: 'unknown',
      consent_email: 'unknown',
      consent_call: 'unknown',
      consent_sms: 'unknown',
      metadata: '{}',
      campaign_id: null,
      import_id: null,
      version: 1,
      created_at: now,
      updated_at: now,
      hidden: 0,
      erased_at: null,
      ...columns(n),
    };
  });
  await inTransaction(db, async (tx) => {
    await insertLeads(tx, leads);
    await enrollLeads(tx, now, {
      accountId,
      accountTimezone: 'UTC',
      agentId,
      leads,
      options: leads.map(() => ({ isNew: true })),
      origin: { kind: 'system', id: null },
    });
    await tx('outbox').where({ account_id: accountId }).delete();
  });
  return leads;
}
