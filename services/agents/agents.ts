import { lockAccount } from '../../db/accounts/accounts.js';
import { listOpenRunsOfAgent } from '../../db/agent-runs/run-list.js';
import { draftOf, findDefinition, insertAgent, insertVersion, lockAgent, updateAgent } from '../../db/agents/agents.js';
import type { Db } from '../../db/connection.js';
import { type EventOrigin, insertEvents } from '../../db/events/events.js';
import type { AgentRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { checkContents, checkDefinition, definitionWarnings } from '../../domain/cadence/check.js';
import { completeDefinition, patchDefinition } from '../../domain/cadence/complete.js';
import { canonicalJson } from '../../runtime/canonical-json.js';
import { newId } from '../../runtime/ids.js';
import type { CreateAgentBody, UpdateAgentBody } from '../../schemas/agents/agents.js';
import { wakeRuns } from '../instructions/agent-runs.js';
import { wakeCampaignsOfAgent } from '../instructions/campaigns.js';
import { type AgentProblem, publicationProblems } from './publication.js';

/** The account of an agent, with the default time zone of its agents. */
export interface AgentOwner {
  accountId: string;
  timezone: string;
}

export type AgentOutcome =
  | { outcome: 'done'; agent: AgentRow }
  | { outcome: 'unchanged'; agent: AgentRow }
  | { outcome: 'refused'; problems: AgentProblem[] }
  | { outcome: 'missing' };

/** Makes an agent: a draft, in which no lead can be enrolled before it is published. */
export async function createAgent(work: Work, owner: AgentOwner, body: CreateAgentBody): Promise<AgentOutcome> {
  const { tx, now } = work;
  const { is_active, ...request } = body;
  const definition = withPlainIds(completeDefinition(request, owner.timezone));
  const problems = checkDefinition(definition);
  if (problems.length > 0) return { outcome: 'refused', problems };
  const agent: AgentRow = {
    id: newId(),
    account_id: owner.accountId,
    name: definition.name,
    goal_type: definition.goal_type,
    is_active: is_active ?? true,
    paused: false,
    pause_reason: null,
    version: 0,
    draft: JSON.stringify(definition),
    created_at: now,
    updated_at: now,
  };
  await insertAgent(tx, agent);
  return { outcome: 'done', agent };
}

/**
 * Changes an agent's draft and its switches. Open runs follow their own version, so a changed draft reaches none of
 * them; a switch reaches all of them, which are woken to look at it.
 */
export async function changeAgent(
  work: Work,
  owner: AgentOwner,
  id: string,
  body: UpdateAgentBody,
  origin: EventOrigin,
): Promise<AgentOutcome> {
  const { tx, now } = work;
  const before = await lockAgent(tx, owner.accountId, id);
  if (!before) return { outcome: 'missing' };
  const { is_active, paused, pause_reason, ...given } = body;
  const changes: Partial<AgentRow> = { updated_at: now };
  if (Object.keys(given).length > 0) {
    const definition = withPlainIds(patchDefinition(draftOf(before), given, owner.timezone));
    const problems = checkDefinition(definition);
    if (problems.length > 0) return { outcome: 'refused', problems };
    changes.draft = JSON.stringify(definition);
    changes.name = definition.name;
    changes.goal_type = definition.goal_type;
  }
  if (is_active !== undefined) changes.is_active = is_active;
  if (paused !== undefined) changes.paused = paused;
  if (pause_reason !== undefined) changes.pause_reason = pause_reason;
  else if (paused === false) changes.pause_reason = null;
  await updateAgent(tx, id, changes);
  const agent = { ...before, ...changes };
  if (isWorking(before) !== isWorking(agent)) await recordSwitch(work, agent, origin);
  if (agent.is_active > before.is_active) await wakeCampaignsOfAgent(work, owner.accountId, id);
  return { outcome: 'done', agent };
}

/** Lists what publishing a definition would refuse, and what looks like a slip; nothing is kept. */
export async function checkAgent(
  db: Db,
  owner: AgentOwner,
  { is_active: _switch, ...request }: CreateAgentBody,
): Promise<{ problems: AgentProblem[]; warnings: string[] }> {
  const definition = withPlainIds(completeDefinition(request, owner.timezone));
  const faults = checkDefinition(definition);
  // References of an invalid definition can't be looked up.
  if (faults.length > 0) return { problems: faults, warnings: [] };
  const draft = { accountId: owner.accountId, agentId: newId(), definition };
  const problems = [...checkContents(definition), ...(await publicationProblems(db, draft))];
  return { problems, warnings: definitionWarnings(definition) };
}

const IDS = new Set(['template_id', 'email_sender_id', 'workflow_id', 'transfer_to_workflow_id', 'user_id']);
/** Keys whose content is the author's own. */
const VALUES = new Set(['value', 'value_to', 'values', 'variables', 'components']);

/** The definition with every id as the tables hold it, where capitals count. */
function withPlainIds<T>(part: T): T {
  if (Array.isArray(part)) return part.map((item: unknown) => withPlainIds(item)) as T;
  if (typeof part !== 'object' || part === null) return part;
  const entries = Object.entries(part).map(([key, value]: [string, unknown]) => {
    if (VALUES.has(key)) return [key, value];
    return [key, IDS.has(key) && typeof value === 'string' ? value.toLowerCase() : withPlainIds(value)];
  });
  return Object.fromEntries(entries) as T;
}

const isWorking = (agent: AgentRow): boolean => agent.is_active && !agent.paused;

const PAGE = 500;

/** Writes down that an agent went on or stopped, and wakes all its open runs. */
async function recordSwitch(work: Work, agent: AgentRow, origin: EventOrigin): Promise<void> {
  const { tx, now } = work;
  const working = isWorking(agent);
  await insertEvents(tx, now, [
    {
      accountId: agent.account_id,
      type: working ? 'automation.resumed' : 'automation.paused',
      data: { workflow_id: agent.id, reason: agent.pause_reason, is_active: agent.is_active, scope: 'workflow' },
      origin,
    },
  ]);
  const reason = working ? 'workflow switched on' : 'workflow paused';
  for (let after: string | undefined; ; ) {
    const runs = await listOpenRunsOfAgent(tx, agent.account_id, agent.id, { after, limit: PAGE });
    await wakeRuns(work, runs, reason);
    after = runs.at(-1)?.id;
    if (runs.length < PAGE) return;
  }
}

/**
 * Publishes an agent's draft as its next version. A draft that equals the last version creates none, so a repetition is
 * harmless. Excludes concurrent deletions of what agents reference.
 */
export async function publishAgent(work: Work, accountId: string, id: string): Promise<AgentOutcome> {
  const { tx, now } = work;
  await lockAccount(tx, accountId);
  const agent = await lockAgent(tx, accountId, id);
  if (!agent) return { outcome: 'missing' };
  const definition = draftOf(agent);
  const problems = [
    ...checkDefinition(definition),
    ...checkContents(definition),
    ...(await publicationProblems(tx, { accountId, agentId: id, definition })),
  ];
  if (problems.length > 0) return { outcome: 'refused', problems };
  const last = agent.version > 0 ? await findDefinition(tx, id, agent.version) : undefined;
  if (last && canonicalJson(last) === canonicalJson(definition)) return { outcome: 'unchanged', agent };
  const version = agent.version + 1;
  await insertVersion(tx, {
    agent_id: id,
    version,
    account_id: accountId,
    definition: agent.draft,
    created_at: now,
  });
  await updateAgent(tx, id, { version, updated_at: now });
  return { outcome: 'done', agent: { ...agent, version, updated_at: now } };
}
