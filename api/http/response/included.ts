import { listAgentNames } from '../../../db/agents/agents.js';
import type { Db } from '../../../db/connection.js';
import { listNamedLeads, type NamedLead } from '../../../db/leads/names.js';
import { INCLUDES } from '../../../schemas/included.js';
import { assertMayAlso } from '../auth/assert-scope.js';
import { wordsFilter } from '../request/fields.js';
import type { Caller } from '../route.js';

interface Row {
  lead_id: string | null;
  agent_id?: string | null;
}

interface Asking extends Pick<Caller, 'account' | 'key' | 'user'> {
  db: Db;
  query: { include?: string };
}

interface Names {
  included?: { leads?: NamedLead[]; workflows?: { id: string; name: string }[] };
}

const idsOf = (ids: readonly (string | null | undefined)[]): string[] => [...new Set(ids.flatMap((id) => id ?? []))];

/** Returns what the ids of a page are called, as far as the query asks for it: a statement for each kind. */
export async function includedFor(input: Asking, rows: readonly Row[]): Promise<Names> {
  const { account, db, query } = input;
  const includedKinds = wordsFilter(query.include, INCLUDES, '/include');
  if (!includedKinds) return {};
  const included: Names['included'] = {};
  if (includedKinds.includes('lead')) {
    assertMayAlso(input, 'leads:read', 'Names of leads');
    included.leads = await listNamedLeads(db, account.id, idsOf(rows.map((row) => row.lead_id)));
  }
  if (includedKinds.includes('workflow')) {
    assertMayAlso(input, 'workflows:read', 'Names of workflows');
    included.workflows = await listAgentNames(db, account.id, idsOf(rows.map((row) => row.agent_id)));
  }
  return { included };
}
