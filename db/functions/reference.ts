import { type Db, fromJson } from '../connection.js';

const NEWEST = 500;
const MOST = 200;

/** Names in an account that queries of leads can reference. */
export interface AccountWords {
  agents: { id: string; name: string; definition: string }[];
  metadata: Record<string, unknown>[];
  tags: string[];
  campaigns: { id: string; name: string }[];
  conversionTypes: { id: string; name: string }[];
  variables: string[];
}

/** Reads an account's own words, the newest first and so many of each at most. */
export async function readAccountWords(db: Db, accountId: string): Promise<AccountWords> {
  const named = (table: string): Promise<{ id: string; name: string }[]> =>
    db(table).where({ account_id: accountId }).orderBy('id', 'desc').limit(MOST).select('id', 'name');
  const [agents, leads, tags, campaigns, conversionTypes, variables] = await Promise.all([
    db('agents as a')
      .leftJoin('agent_versions as v', (on) => on.on('v.agent_id', 'a.id').andOn('v.version', 'a.version'))
      .where({ 'a.account_id': accountId })
      .whereNull('a.deleted_at')
      .orderBy('a.id', 'desc')
      .limit(MOST)
      .select('a.id', 'a.name', db.raw('COALESCE(v.definition, a.draft) AS definition')) as Promise<
      AccountWords['agents']
    >,
    db('leads')
      .where({ account_id: accountId, hidden: false })
      .orderBy('id', 'desc')
      .limit(NEWEST)
      .pluck<string[]>('metadata'),
    db('tags').where({ account_id: accountId }).orderBy('slug').limit(1_000).pluck<string[]>('slug'),
    named('campaigns'),
    named('conversion_types'),
    db('lead_variables')
      .where({ account_id: accountId })
      .distinct('field_key')
      .limit(MOST)
      .pluck<string[]>('field_key'),
  ]);
  return {
    agents,
    metadata: leads.map((metadata) => fromJson<Record<string, unknown>>(metadata)),
    tags,
    campaigns,
    conversionTypes,
    variables,
  };
}
