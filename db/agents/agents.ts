import type { AgentDefinition } from '../../schemas/agents/agents.js';
import { type Db, fromJson } from '../connection.js';
import { type IdPage, newestFirst } from '../keyset.js';
import type { AgentRow, AgentVersionRow } from './tables.js';

/** Agents of an account that were not deleted. */
const agentsOf = (db: Db, accountId: string) => db('agents').where({ account_id: accountId }).whereNull('deleted_at');

export const findAgent = (db: Db, accountId: string, id: string): Promise<AgentRow | undefined> =>
  agentsOf(db, accountId).where({ id }).first();

/** Locks the row of the agent until the transaction ends: changes and publishing take turns on this lock. */
export const lockAgent = (tx: Db, accountId: string, id: string): Promise<AgentRow | undefined> =>
  agentsOf(tx, accountId).where({ id }).forUpdate().first();

/** Finds the agent, and keeps it from being changed or deleted until the transaction ends. */
export const holdAgent = (tx: Db, accountId: string, id: string): Promise<AgentRow | undefined> =>
  agentsOf(tx, accountId).where({ id }).forShare().first();

/** Lists agents of an account, newest first; one row more than `limit` where there are more. */
export function listAgents(
  db: Db,
  accountId: string,
  { isActive, ...page }: IdPage & { isActive?: boolean | undefined },
): Promise<AgentRow[]> {
  const query = agentsOf(db, accountId);
  if (isActive !== undefined) query.where({ is_active: isActive });
  return newestFirst(query, page);
}

/** Lists agents of an account by their ids; those that are unknown or foreign are left out. */
export const listAgentsByIds = (db: Db, accountId: string, ids: readonly string[]): Promise<AgentRow[]> =>
  ids.length === 0 ? Promise.resolve([]) : agentsOf(db, accountId).whereIn('id', [...ids]);

/** Lists what agents of some ids are called, deleted ones too. */
export const listAgentNames = async (
  db: Db,
  accountId: string,
  ids: readonly string[],
): Promise<Pick<AgentRow, 'id' | 'name'>[]> =>
  ids.length === 0
    ? []
    : db('agents')
        .where({ account_id: accountId })
        .whereIn('id', [...ids])
        .orderBy('id')
        .select('id', 'name');

/** Returns which of these agents work: neither switched off nor paused. */
export const listWorkingAgents = async (db: Db, accountId: string, ids: readonly string[]): Promise<Set<string>> =>
  ids.length === 0
    ? new Set()
    : new Set(
        await agentsOf(db, accountId)
          .where({ is_active: true, paused: false })
          .whereIn('id', [...ids])
          .pluck('id'),
      );

/** Lists every agent of an account. */
export const listAgentsOfAccount = (db: Db, accountId: string): Promise<AgentRow[]> =>
  agentsOf(db, accountId).orderBy('id');

export async function insertAgent(tx: Db, row: AgentRow): Promise<void> {
  await tx('agents').insert(row);
}

export async function updateAgent(tx: Db, id: string, changes: Partial<AgentRow>): Promise<void> {
  await tx('agents').where({ id }).update(changes);
}

/** Deletes an agent. One that was published is only hidden, since its versions tell what its enrolments did. */
export async function deleteAgent(tx: Db, now: Date, { id, version }: AgentRow): Promise<void> {
  const row = tx('agents').where({ id });
  await (version > 0 ? row.update({ is_active: false, deleted_at: now, updated_at: now }) : row.delete());
}

/** Writes a version, which never changes again. The caller has locked the agent and moves its `version` on. */
export async function insertVersion(tx: Db, row: AgentVersionRow): Promise<void> {
  await tx('agent_versions').insert(row);
}

export interface AgentVersionKey {
  agentId: string;
  version: number;
}

/** Makes the key of an answer of `findDefinitions`. */
export const versionKey = ({ agentId, version }: AgentVersionKey): string => `${agentId}/${version}`;

const CACHED_VERSIONS = 500;
/** Versions read lately, the one used longest ago first: they never change, so what was read stays true. */
const cache = new Map<string, AgentDefinition>();

function cached(key: string): AgentDefinition | undefined {
  const definition = cache.get(key);
  if (definition) {
    cache.delete(key);
    cache.set(key, definition);
  }
  return definition;
}

function remember(key: string, definition: AgentDefinition): void {
  cache.set(key, definition);
  if (cache.size <= CACHED_VERSIONS) return;
  const oldest = cache.keys().next();
  if (!oldest.done) cache.delete(oldest.value);
}

/** Finds what an agent was at a published version. The answer is shared: treat it as frozen. */
export async function findDefinition(db: Db, agentId: string, version: number): Promise<AgentDefinition | undefined> {
  const found = await findDefinitions(db, [{ agentId, version }]);
  return found.get(versionKey({ agentId, version }));
}

/** Finds several versions at once, by `versionKey`; at most one statement, none where all were read before. */
export async function findDefinitions(
  db: Db,
  pairs: readonly AgentVersionKey[],
): Promise<Map<string, AgentDefinition>> {
  const found = new Map<string, AgentDefinition>();
  const missing = new Map<string, AgentVersionKey>();
  for (const pair of pairs) {
    const key = versionKey(pair);
    const definition = cached(key);
    if (definition) found.set(key, definition);
    else missing.set(key, pair);
  }
  if (missing.size === 0) return found;
  const rows = await db('agent_versions')
    .whereIn(
      ['agent_id', 'version'],
      [...missing.values()].map(({ agentId, version }) => [agentId, version]),
    )
    .select('agent_id', 'version', 'definition');
  for (const row of rows) {
    const key = versionKey({ agentId: row.agent_id, version: row.version });
    const definition = fromJson<AgentDefinition>(row.definition);
    found.set(key, definition);
    remember(key, definition);
  }
  return found;
}

/** Returns the draft of an agent: always a complete definition. */
export const draftOf = (agent: Pick<AgentRow, 'draft'>): AgentDefinition => fromJson<AgentDefinition>(agent.draft);
