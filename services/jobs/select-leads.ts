import type { Knex } from 'knex';
import { findDefinitions, listAgentsOfAccount, versionKey } from '../../db/agents/agents.js';
import {
  type AgentRuns,
  type Candidate,
  listCandidates,
  listGivenCandidates,
  type Predicate,
  type Selection,
} from '../../db/jobs/cycle-selection.js';
import { inCampaigns, NO_LEADS, tagged, untagged } from '../../db/jobs/predicates.js';
import { findTagsBySlug } from '../../db/leads/tags.js';
import type { AgentRow } from '../../db/tables.js';
import { actionsOf } from '../../domain/jobs/steps.js';
import { tagSlug } from '../../domain/leads/tag-slug.js';
import { indexPrefilter } from './index-predicates.js';
import type { JobDocument } from './jobs.js';

/** The reason why a lead that passes the filters isn't worked. */
export type SkipReason = 'cooldown' | 'paused' | 'opted_out' | 'window' | 'capped' | 'no_match';

/** The selection of a cycle: its leads, the skipped ones with the reason, and the start of the next cycle. */
export interface ClaimedLeads {
  leads: Candidate[];
  skipped: { lead_id: string; reason: SkipReason }[];
  truncated: number;
  cursor: string | null;
}

export interface ClaimRequest {
  job: JobDocument;
  now: Date;
  /** Continues after this lead and wraps around to it at the end. */
  cursor: string | null;
  /** The cycle's nominal time on the clock of the job's zone. */
  wall: Date;
  /** Only these leads, if given. */
  leadIds: readonly string[] | null;
  /** The time when the event of each of them happened, where events fired the job. */
  endedAt?: ReadonlyMap<string, Date>;
  /** The number of leads that one condition may look up before all leads are scanned instead. Defaults to the limit. */
  mostListed?: number;
}

/** Reads in pages until enough leads are found; what is skipped on the way is bounded by this many pages. */
const MAX_PAGES = 20;
const MINUTE_MS = 60_000;

/** Returns the agents that a job's filters name, by the account's agents as they are now; null where they name none. */
export async function agentsOf(db: Knex, job: JobDocument): Promise<AgentRow[] | null> {
  const filters = job.workflow_filters ?? {};
  const named = job.lead_filters.length > 0 || job.scope === 'workflow_scoped';
  const restricted =
    filters.workflow_ids || filters.exclude_workflow_ids || filters.goal_types || filters.is_active !== undefined;
  if (!named && !restricted) return null;
  const has = (ids: readonly string[] | undefined, id: string) => ids?.some((one) => one.toLowerCase() === id) ?? false;
  const inFilters = new Set(job.lead_filters.map(({ workflow_id }) => workflow_id.toLowerCase()));
  return (await listAgentsOfAccount(db, job.account_id)).filter(
    (agent) =>
      (inFilters.size === 0 || inFilters.has(agent.id)) &&
      (!filters.workflow_ids?.length || has(filters.workflow_ids, agent.id)) &&
      !has(filters.exclude_workflow_ids, agent.id) &&
      (!filters.goal_types?.length || (filters.goal_types as string[]).includes(agent.goal_type)) &&
      (filters.is_active === undefined || agent.is_active === filters.is_active),
  );
}

/** The runs that each of a job's filters means: a terminal status means runs that ended in it, others open runs. */
async function runsOf(db: Knex, job: JobDocument, agents: readonly AgentRow[]): Promise<AgentRuns[]> {
  const definitions = await findDefinitions(
    db,
    agents.filter(({ version }) => version > 0).map(({ id, version }) => ({ agentId: id, version })),
  );
  return agents.map(({ id, version }) => {
    const filters = job.lead_filters.filter(({ workflow_id }) => workflow_id.toLowerCase() === id);
    const keys = filters.flatMap(({ status_keys }) => status_keys ?? []);
    if (filters.length === 0 || filters.some(({ status_keys }) => !status_keys?.length)) {
      return {
        agentId: id,
        statusKeys: null,
        endedKeys: terminal(keys, definitions.get(versionKey({ agentId: id, version }))),
      };
    }
    const endedKeys = terminal(keys, definitions.get(versionKey({ agentId: id, version })));
    return { agentId: id, statusKeys: [...new Set(keys)].filter((key) => !endedKeys.includes(key)), endedKeys };
  });
}

const terminal = (
  keys: readonly string[],
  definition: { statuses: readonly { key: string; is_terminal: boolean }[] } | undefined,
): string[] => {
  const ends = new Set(definition?.statuses.filter((status) => status.is_terminal).map(({ key }) => key));
  return [...new Set(keys)].filter((key) => ends.has(key));
};

/** The filters of a job as the database tests them. */
async function selectionOf(
  db: Knex,
  { job, now, leadIds, endedAt = new Map(), mostListed }: ClaimRequest,
): Promise<Selection> {
  const agents = await agentsOf(db, job);
  const { campaign_ids, tags_any, tags_none } = job.workflow_filters ?? {};
  const predicates: Predicate[] = [];
  if (campaign_ids?.length) predicates.push(inCampaigns(campaign_ids.map((id) => id.toLowerCase())));
  const slugs = [...(tags_any ?? []), ...(tags_none ?? [])].map(tagSlug);
  const tags = new Map(
    (await findTagsBySlug(db, job.account_id, [...new Set(slugs)])).map((tag) => [tag.slug, tag.id]),
  );
  const idsOf = (names: readonly string[] | undefined) =>
    (names ?? []).flatMap((name) => tags.get(tagSlug(name)) ?? []);
  const [any, none] = [idsOf(tags_any), idsOf(tags_none)];
  if (tags_any?.length) predicates.push(any.length > 0 ? tagged(any) : NO_LEADS);
  if (none.length > 0) predicates.push(untagged(none));
  const indexed = await indexPrefilter(db, now, job, {
    anyAgent: agents === null,
    most: leadIds === null ? mostListed : 0,
  });
  return {
    accountId: job.account_id,
    jobId: job.id,
    agents: agents && (await runsOf(db, job, agents)),
    predicates: [...predicates, ...indexed.predicates],
    drivingTables: indexed.drivingTables,
    leadIds: indexed.leadIds,
    endedAt,
    cooldown: job.cooldown_minutes !== null,
  };
}

/** The channel of a job that does nothing but write on it. */
function onlyChannel(job: JobDocument): 'email' | 'whatsapp' | 'call' | undefined {
  const channels = job.steps.flatMap((step) =>
    actionsOf(step).map(({ action }) =>
      action.type === 'send_message' ? action.params.channel : action.type === 'trigger_call' ? 'call' : undefined,
    ),
  );
  return channels.length > 0 && channels.every((channel) => channel === channels[0]) ? channels[0] : undefined;
}

/** Returns why a candidate isn't taken; undefined takes it. */
function skipOf({ job, wall }: ClaimRequest, channel: ReturnType<typeof onlyChannel>) {
  const automation = job.workflow_filters?.automation ?? 'active';
  const since = job.cooldown_minutes === null ? null : wall.getTime() - job.cooldown_minutes * MINUTE_MS;
  return (lead: Candidate): SkipReason | 'left_out' | undefined => {
    const paused = lead.open_slot === 1 && (lead.human_takeover || lead.cadence_paused);
    if (lead.open_slot === 1 && automation === 'active' && paused) return 'paused';
    if (lead.open_slot === 1 && automation === 'paused' && !paused) return 'left_out';
    if (since !== null && lead.acted_wall && lead.acted_wall.getTime() > since) return 'cooldown';
    if (channel && lead[`consent_${channel}`] === 'opted_out') return 'opted_out';
    return undefined;
  };
}

/**
 * Takes a cycle's leads: those that pass the filters and the conditions that the database can test, behind the cursor
 * and around to it again. Leads that rest, are paused or opted out are counted and don't use up the limit.
 */
export async function selectLeads(db: Knex, request: ClaimRequest): Promise<ClaimedLeads> {
  const { job, cursor, leadIds } = request;
  const selection = await selectionOf(db, request);
  const max = job.max_leads_per_cycle;
  const skip = skipOf(request, onlyChannel(job));
  const claimed: ClaimedLeads = { leads: [], skipped: [], truncated: 0, cursor };
  const take = (row: Candidate): void => {
    const reason = skip(row);
    if (reason === undefined) {
      if (claimed.leads.length < max) claimed.leads.push(row);
      else claimed.truncated += 1;
    } else if (reason !== 'left_out') claimed.skipped.push({ lead_id: row.lead_id, reason });
  };
  if (leadIds !== null) {
    const found = await listGivenCandidates(db, selection, leadIds);
    const known = new Set(found.map(({ lead_id }) => lead_id));
    for (const row of found) take(row);
    for (const lead_id of leadIds) if (!known.has(lead_id)) claimed.skipped.push({ lead_id, reason: 'no_match' });
    return claimed;
  }
  let after = cursor;
  let until: string | null = null;
  for (let page = 0; page < MAX_PAGES && claimed.truncated === 0; page += 1) {
    const limit = max + 1 - claimed.leads.length;
    const { rows, complete } = await listCandidates(db, selection, { after, until, limit });
    for (const row of rows) {
      take(row);
      if (claimed.truncated > 0) break;
      claimed.cursor = row.lead_id;
      after = row.lead_id;
    }
    if (!complete) continue;
    if (until !== null || cursor === null) break;
    [after, until] = [null, cursor];
  }
  return claimed;
}
