import { createHash } from 'node:crypto';
import { listNewestRuns } from '../../db/agent-runs/agent-runs.js';
import { findDefinitions, versionKey } from '../../db/agents/agents.js';
import type { Db } from '../../db/connection.js';
import { wordsOf } from '../../db/leads/begins-with.js';
import type { LeadFilter } from '../../db/leads/lead-list.js';
import { type LeadsPosition, listOpenRunsIn, scanLeads } from '../../db/leads/leads-query.js';
import { loadLeadSnapshots } from '../../db/leads/snapshots.js';
import { findTagsBySlug } from '../../db/leads/tags.js';
import type { AgentRunRow } from '../../db/tables.js';
import { tagSlug } from '../../domain/leads/tag-slug.js';
import type { Problem } from '../../domain/problem.js';
import { checkConditions, evaluate } from '../../domain/rules/conditions/index.js';
import { checksOf } from '../../runtime/json-schema.js';
import { LEADS_QUERY_LIMITS, type LeadsPage, LeadsQuery, type QueriedLead } from '../../schemas/rules/leads-query.js';
import { NO_AGENT, toFacts } from '../agent-runs/evaluation-facts.js';
import { toEngagement, viewLeads } from './lead-view.js';

const checks = checksOf(LeadsQuery, 'untouched');

/** A query, and the leads among which it looks: all of them if nothing is said. */
interface SortedQuery {
  query: LeadsQuery;
  among?: LeadFilter | undefined;
}

/** Lists what is wrong with a query beyond its shape. */
export const leadsQueryProblems = ({ query, among }: SortedQuery, at: string): Problem[] => [
  ...checkConditions(query.where ?? [], `${at}/where`, {}),
  ...(query.cursor !== undefined && readCursor({ query, among }) === undefined
    ? [{ code: 'VALIDATION_ERROR' as const, field: `${at}/cursor`, message: "isn't a cursor of this query." }]
    : []),
];

/** Parses and checks a query as code wrote it; nulls count as left out. */
export function parseLeadsQuery(value: unknown): { ok: true; query: LeadsQuery } | { ok: false; problem: Problem } {
  const given = value === undefined || value === null ? {} : value;
  const validate = checks();
  if (!validate(given)) {
    const [error] = validate.errors ?? [];
    const field = error?.instancePath ?? '';
    return { ok: false, problem: { code: 'VALIDATION_ERROR', field, message: error?.message ?? 'is invalid.' } };
  }
  const query = Object.fromEntries(Object.entries(given as object).filter(([, one]) => one !== null)) as LeadsQuery;
  const [problem] = leadsQueryProblems({ query }, '');
  return problem ? { ok: false, problem } : { ok: true, query };
}

/** Names what a cursor belongs to: a query asked otherwise has other pages. */
function fingerprint({ query, among }: SortedQuery): string {
  const { limit: _limit, cursor: _cursor, include: _include, ...which } = query;
  return createHash('sha256')
    .update(JSON.stringify({ ...which, among }))
    .digest('base64url')
    .slice(0, 12);
}

const writeCursor = (sortedQuery: SortedQuery, { value, id }: LeadsPosition): string =>
  Buffer.from(JSON.stringify([fingerprint(sortedQuery), value.toISOString(), id])).toString('base64url');

function readCursor(sortedQuery: SortedQuery): LeadsPosition | undefined {
  try {
    const text = Buffer.from(sortedQuery.query.cursor ?? '', 'base64url').toString('utf8');
    const [name, value, id] = JSON.parse(text) as string[];
    const at = new Date(value ?? '');
    return name === fingerprint(sortedQuery) && id && !Number.isNaN(at.getTime()) ? { value: at, id } : undefined;
  } catch {
    return undefined;
  }
}

export interface LeadsRequest extends SortedQuery {
  accountId: string;
  /** The account's zone, for leads that no agent works. */
  timezone: string;
  now: Date;
}

const BATCH = 250;
const PAGE = 50;

/**
 * Returns a page of the leads that match a query. The database filters and sorts. Conditions are evaluated in batches
 * until the page is full, 5,000 leads were checked, or 3 seconds have passed. The cursor then continues after the last
 * checked lead.
 */
export async function queryLeads(db: Db, request: LeadsRequest): Promise<LeadsPage> {
  const matched: Found[] = [];
  const { next_cursor, scanned } = await look(db, request, request.query.limit ?? PAGE, (found) => matched.push(found));
  return { leads: await view(db, request, matched), next_cursor, has_more: next_cursor !== null, scanned };
}

/** Counts leads that meet a query among those that one page may look at, and says where the rest begin. */
export async function countQueriedLeads(db: Db, request: LeadsRequest): Promise<Looked & { count: number }> {
  let count = 0;
  const looked = await look(db, request, Number.POSITIVE_INFINITY, () => {
    count += 1;
  });
  return { count, ...looked };
}

interface Looked {
  next_cursor: string | null;
  scanned: number;
}

/** Looks at leads until so many have met the query, or as far as one request goes. */
async function look(db: Db, request: LeadsRequest, most: number, onFound: (found: Found) => void): Promise<Looked> {
  const { accountId, query, among } = request;
  const startedAt = performance.now();
  const slugs = [...new Set((query.tags ?? []).map(tagSlug))];
  const tags = slugs.length > 0 ? await findTagsBySlug(db, accountId, slugs) : [];
  if (tags.length < slugs.length) return { next_cursor: null, scanned: 0 };
  let position = query.cursor === undefined ? undefined : readCursor(request);
  let met = 0;
  let scanned = 0;
  let ended = false;
  while (met < most && !ended) {
    const size = Math.min(query.where?.length ? BATCH : most, BATCH, LEADS_QUERY_LIMITS.total - scanned);
    if (size <= 0 || performance.now() - startedAt > LEADS_QUERY_LIMITS.timeout_ms) break;
    const rows = await scanLeads(db, {
      accountId,
      words: wordsOf(query.q ?? ''),
      agentId: query.workflow_id?.toLowerCase(),
      statusKeys: query.status_keys,
      tagIds: tags.map(({ id }) => id),
      among,
      sort: query.sort ?? 'created_at',
      descending: query.order === 'desc',
      after: position,
      limit: size,
    });
    ended = rows.length < size;
    const passed = await matchLeads(db, request, rows);
    for (const row of rows) {
      position = row;
      scanned += 1;
      const found = passed.get(row.id);
      if (!found) continue;
      onFound(found);
      met += 1;
      if (met < most) continue;
      ended = ended && row === rows.at(-1);
      break;
    }
  }
  return { next_cursor: !ended && position ? writeCursor(request, position) : null, scanned };
}

interface Found {
  snapshot: Awaited<ReturnType<typeof loadLeadSnapshots>>[number];
}

/** Those of the leads that meet the query's conditions, by id. */
async function matchLeads(
  db: Db,
  { accountId, timezone, now, query }: LeadsRequest,
  rows: readonly LeadsPosition[],
): Promise<Map<string, Found>> {
  const ids = rows.map(({ id }) => id);
  const snapshots = await loadLeadSnapshots(db, { accountId, leadIds: ids });
  const { where } = query;
  if (!where?.length) return new Map(snapshots.map((snapshot) => [snapshot.lead.id, { snapshot }]));
  const runs: Map<string, AgentRunRow> =
    query.workflow_id === undefined
      ? await listNewestRuns(db, ids)
      : await listOpenRunsIn(db, query.workflow_id.toLowerCase(), ids);
  const keys = [...runs.values()].map((run) => ({ agentId: run.agent_id, version: run.agent_version }));
  const definitions = keys.length > 0 ? await findDefinitions(db, keys) : new Map();
  return new Map(
    snapshots.flatMap((snapshot) => {
      const run = runs.get(snapshot.lead.id) ?? null;
      const definition = run && definitions.get(versionKey({ agentId: run.agent_id, version: run.agent_version }));
      const facts = toFacts(snapshot, definition ?? NO_AGENT(timezone), run?.agent_id ?? '', definition ? run : null);
      return evaluate(where, query.match ?? 'all', facts, now).matched ? [[snapshot.lead.id, { snapshot }]] : [];
    }),
  );
}

async function view(db: Db, { query }: LeadsRequest, found: readonly Found[]): Promise<QueriedLead[]> {
  const leads = await viewLeads(
    db,
    found.map(({ snapshot }) => snapshot.lead),
  );
  const include = query.include ?? [];
  return leads.map((lead, at) => ({
    ...lead,
    ...(include.includes('variables') ? { variables: found[at]?.snapshot.variables ?? {} } : {}),
    ...(include.includes('engagement')
      ? { engagement: toEngagement(found[at]?.snapshot.engagement as Parameters<typeof toEngagement>[0]) }
      : {}),
  }));
}
