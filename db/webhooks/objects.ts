import type { Db } from '../connection.js';
import type { AgentRunRow, ConversionRow, LeadRow, MessageRow } from '../tables.js';

type ByIds<Row> = (db: Db, accountId: string, ids: readonly string[]) => Promise<Row[]>;

/** Lists leads that aren't deleted or erased. */
export const listUnerasedLeads: ByIds<LeadRow> = (db, accountId, ids) =>
  db('leads')
    .where({ account_id: accountId })
    .whereIn('id', [...ids])
    .whereNull('erased_at')
    .where({ hidden: false });

export const listMessagesByIds: ByIds<MessageRow> = (db, accountId, ids) =>
  db('messages')
    .where({ account_id: accountId })
    .whereIn('id', [...ids]);

export const listConversionsByIds: ByIds<ConversionRow> = (db, accountId, ids) =>
  db('conversions')
    .where({ account_id: accountId })
    .whereIn('id', [...ids]);

export const listRunsByIds: ByIds<AgentRunRow> = (db, accountId, ids) =>
  db('agent_runs')
    .where({ account_id: accountId })
    .whereIn('id', [...ids]);
