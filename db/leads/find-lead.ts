import type { Db } from '../connection.js';
import type { AgentRunRow } from '../tables.js';
import type { LeadRow } from './tables.js';

/** Finds the lead that a mail from this address is from: of several, the one we wrote to last. */
export const findReplierByEmail = (
  db: Db,
  accountId: string,
  email: string,
): Promise<Pick<LeadRow, 'id'> | undefined> =>
  db('leads')
    .leftJoin('lead_engagement AS e', 'e.lead_id', 'leads.id')
    .where({ 'leads.account_id': accountId, 'leads.email': email, 'leads.hidden': false })
    // The index compares without regard to accents as well, which an address does not.
    .whereRaw('LOWER(leads.email) COLLATE utf8mb4_bin = LOWER(?)', [email])
    .orderByRaw('e.last_outbound_at IS NULL, e.last_outbound_at DESC, leads.updated_at DESC')
    .first('leads.id');

/** Finds the lead whose address is this one with a tag (`ana+shop@`): of several, the one we wrote to last. */
export function findReplierByTaggedEmail(
  db: Db,
  accountId: string,
  email: string,
): Promise<Pick<LeadRow, 'id'> | undefined> {
  const at = email.lastIndexOf('@');
  const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&');
  return db('leads')
    .leftJoin('lead_engagement AS e', 'e.lead_id', 'leads.id')
    .where({ 'leads.account_id': accountId, 'leads.hidden': false })
    .where('leads.email', 'like', `${literal(email.slice(0, at))}+%${literal(email.slice(at))}`)
    .whereRaw('LOWER(leads.email) COLLATE utf8mb4_bin LIKE LOWER(?)', [
      `${literal(email.slice(0, at))}+%${literal(email.slice(at))}`,
    ])
    .orderByRaw('e.last_outbound_at IS NULL, e.last_outbound_at DESC, leads.updated_at DESC')
    .first('leads.id');
}

/** Finds the lead that a message from any of these numbers is from: of several, the one we wrote to last. */
export const findReplierByPhones = (
  db: Db,
  accountId: string,
  phones: readonly string[],
  except: readonly string[] = [],
): Promise<Pick<LeadRow, 'id'> | undefined> =>
  db('leads')
    .leftJoin('lead_engagement AS e', 'e.lead_id', 'leads.id')
    .where({ 'leads.account_id': accountId, 'leads.hidden': false })
    .whereIn('leads.phone', [...phones])
    .whereNotIn('leads.id', [...except])
    .orderByRaw('e.last_outbound_at IS NULL, e.last_outbound_at DESC, leads.updated_at DESC')
    .first('leads.id');

/** Returns whether an open enrolment's definition names this kind of event, so that it may be waiting for it. */
export async function isAwaited(db: Db, leadId: string, eventType: string): Promise<boolean> {
  const run: Pick<AgentRunRow, 'id'> | undefined = await db('agent_runs AS r')
    .join('agent_versions AS v', (on) => on.on('v.agent_id', 'r.agent_id').andOn('v.version', 'r.agent_version'))
    .where({ 'r.lead_id': leadId, 'r.open_slot': 1 })
    .where('v.definition', 'like', `%"${eventType}"%`)
    .first('r.id');
  return run !== undefined;
}

/** Finds what the pages behind a mail's links show of a lead; undefined once the lead is erased. */
export const findUnsubscribing = (
  db: Db,
  accountId: string,
  leadId: string,
): Promise<{ accountName: string; email: string | null; metadata: string } | undefined> =>
  db('leads')
    .join('accounts', 'accounts.id', 'leads.account_id')
    .where('leads.account_id', accountId)
    .where('leads.id', leadId)
    .whereNull('leads.erased_at')
    .first('accounts.name AS accountName', 'leads.email', 'leads.metadata');
