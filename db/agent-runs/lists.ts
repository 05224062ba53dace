import type { HoldReason } from '../../schemas/agents/agents.js';
import type { Db } from '../connection.js';
import type { AgentRunRow } from './tables.js';

/** Lists a page of open enrolments by their ids, of one account or of all. */
export function listOpenRunsAfter(
  db: Db,
  accountId: string | undefined,
  after: string,
  limit: number,
): Promise<AgentRunRow[]> {
  const open = db('agent_runs').where({ open_slot: 1 }).where('id', '>', after).orderBy('id').limit(limit);
  return accountId === undefined ? open : open.where({ account_id: accountId });
}

/** Lists a page of the enrolments that are held for a reason, with one of the details where some are given, by their ids. */
export function listHeldRuns(
  db: Db,
  { accountId, reason, details }: { accountId: string; reason: HoldReason; details?: readonly string[] },
  after: string,
  limit: number,
): Promise<AgentRunRow[]> {
  const runs = db('agent_runs').where({ account_id: accountId, cadence_state: 'held', hold_reason: reason });
  if (details) runs.whereIn('hold_detail', [...details]);
  return runs.where('id', '>', after).orderBy('id').limit(limit);
}

/** Lists every enrolment of a lead, open or ended. */
export const listRunsOfLead = (
  db: Db,
  accountId: string,
  leadId: string,
): Promise<Pick<AgentRunRow, 'id' | 'agent_id'>[]> =>
  db('agent_runs').where({ account_id: accountId, lead_id: leadId }).select('id', 'agent_id');

/** Locks the open enrolments that an import began for these leads. */
export const lockOpenRunsOfImport = (tx: Db, importId: string, leadIds: readonly string[]): Promise<AgentRunRow[]> =>
  tx('agent_runs')
    .where({ import_id: importId, open_slot: 1 })
    .whereIn('lead_id', [...leadIds])
    .orderBy('id')
    .forUpdate();

const COLLEAGUES = 500;

/** Lists the open enrolments of a lead's colleagues: of others with the same company. */
export const listRunsOfColleagues = (
  db: Db,
  accountId: string,
  leadId: string,
): Promise<Pick<AgentRunRow, 'id' | 'agent_id' | 'agent_version'>[]> =>
  db('agent_runs')
    .join('leads', 'leads.id', 'agent_runs.lead_id')
    .join('leads as replier', (on) =>
      on.on('replier.account_id', 'leads.account_id').andOn('replier.company', 'leads.company'),
    )
    .where('replier.id', leadId)
    .whereNot('leads.id', leadId)
    .where('agent_runs.account_id', accountId)
    .where('agent_runs.open_slot', 1)
    .limit(COLLEAGUES)
    .select('agent_runs.id', 'agent_runs.agent_id', 'agent_runs.agent_version');

/** Lists those of the runs that are held as an error. */
export const listRunsHeldAsError = (
  db: Db,
  ids: readonly string[],
): Promise<Pick<AgentRunRow, 'id' | 'account_id' | 'agent_id' | 'lead_id'>[]> =>
  db('agent_runs')
    .whereIn('id', [...ids])
    .where({ open_slot: 1, hold_reason: 'error' })
    .select('id', 'account_id', 'agent_id', 'lead_id');
