import type { Db } from '../../db/connection.js';
import { findAccountLimits, type LeadSnapshot, loadLeadSnapshots } from '../../db/leads/snapshots.js';
import type { SimulatedLead } from '../../schemas/agents/simulation.js';
import { inMemorySnapshot } from '../../services/agents/simulate.js';
import { readLead } from '../../services/leads/read-lead.js';
import { ApiError } from '../http/errors.js';
import { found } from '../http/request/path-id.js';
import type { Caller } from '../http/route.js';
import { requireLead } from './find.js';

/** Reads the lead that something is shown for: one of the account, or one that is made in memory. */
export async function leadInMemory(
  db: Db,
  account: Caller['account'],
  body: { lead_id?: string; lead?: SimulatedLead },
  now: Date,
): Promise<LeadSnapshot> {
  if ((body.lead_id === undefined) === (body.lead === undefined)) {
    throw new ApiError('VALIDATION_ERROR', { message: 'Specify either lead_id or lead.', field: '/lead_id' });
  }
  if (body.lead_id !== undefined) {
    const lead = await requireLead(db, account.id, body.lead_id);
    const [snapshot] = await loadLeadSnapshots(db, { accountId: account.id, leadIds: [lead.id] });
    return found(snapshot, 'LEAD_NOT_FOUND');
  }
  const { tags, variables, ...fields } = body.lead ?? {};
  const read = readLead(fields, account.country);
  if (!read.ok) {
    const [first] = read.problems;
    throw new ApiError(first?.code ?? 'VALIDATION_ERROR', {
      message: first?.message ?? 'The lead is invalid.',
      field: `/lead${first?.field ?? ''}`,
      details: { errors: read.problems.map(({ code, field, message }) => ({ code, field: `/lead${field}`, message })) },
    });
  }
  const { id, name, timezone, country } = account;
  const limits = await findAccountLimits(db, id);
  const asSending = { id, name, timezone, country, sending_enabled: true, sending_note: null, limits };
  return inMemorySnapshot(now, asSending, read.values, { tags, variables });
}
