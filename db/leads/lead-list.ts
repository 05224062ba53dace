import type { Knex } from 'knex';
import { firstIdAt } from '../../runtime/ids.js';
import type { Db } from '../connection.js';
import { whereBeginsWith } from './begins-with.js';
import { variableIsMissing } from './lacks.js';
import type { LeadRow } from './tables.js';
import { findTagsBySlug } from './tags.js';

/** The filter of leads. Times are exclusive. */
export interface LeadFilter {
  agentId?: string | undefined;
  statusKeys?: string[] | undefined;
  /** Slugs. */
  tagsAny?: string[] | undefined;
  tagsNone?: string[] | undefined;
  campaignId?: string | undefined;
  email?: string | undefined;
  phone?: string | undefined;
  source?: string | undefined;
  words?: string[] | undefined;
  createdAfter?: Date | undefined;
  createdBefore?: Date | undefined;
  updatedAfter?: Date | undefined;
  updatedBefore?: Date | undefined;
  ownerId?: string | undefined;
  ids?: string[] | undefined;
  cadenceStates?: readonly string[] | undefined;
  holdReasons?: readonly string[] | undefined;
  paused?: boolean | undefined;
  hasMeeting?: boolean | undefined;
  /** Variables of messages: leads that have nothing for one of them. */
  lacks?: string[] | undefined;
}

export interface LeadPage {
  sort: 'created_at' | 'updated_at';
  order: 'asc' | 'desc';
  limit: number;
  /** The last lead of the page before. */
  after?: { id: string; updatedAt?: Date | undefined } | undefined;
}

/**
 * The index a page follows. Named, because a server that picks `ref` over `range` starts a deep page at the first lead
 * and reads its way down.
 */
function indexFor(filter: LeadFilter, page: LeadPage): string {
  if (filter.ids !== undefined && page.sort === 'created_at') return 'PRIMARY';
  if (filter.email !== undefined) return 'leads_email';
  if (filter.phone !== undefined) return 'leads_phone';
  if (page.sort === 'updated_at') return 'leads_updated';
  if (filter.campaignId !== undefined) return 'leads_campaign';
  return filter.source === undefined ? 'leads_page' : 'leads_source';
}

/** Categories of statuses in which a run is still open. */
const OPEN_CATEGORIES = ['open', 'active'];

/**
 * Lists one page of visible leads with one row more than asked for. Ids are made in order of time, so "by created_at"
 * is "by id"; both sorts follow an index and read no more rows than they answer, unless a filter leaves some out.
 */
export async function listLeads(db: Db, accountId: string, filter: LeadFilter, page: LeadPage): Promise<LeadRow[]> {
  const query: Knex.QueryBuilder = leadsOf(db, accountId, indexFor(filter, page)).select('l.*');
  if (!(await whereFilter(db, query, accountId, filter))) return [];
  const later = page.order === 'asc';
  const beyond = later ? '>' : '<';
  if (page.sort === 'updated_at') {
    if (page.after?.updatedAt) {
      const { id, updatedAt } = page.after;
      query.where('l.updated_at', later ? '>=' : '<=', updatedAt);
      query.where((place) => place.where('l.updated_at', beyond, updatedAt).orWhere('l.id', beyond, id));
    }
    query.orderBy('l.updated_at', page.order);
  } else if (page.after) {
    query.where('l.id', beyond, page.after.id);
  }
  return query.orderBy('l.id', page.order).limit(page.limit + 1);
}

const FROM_THE_NEWEST = { sort: 'created_at', order: 'desc' } as const;

/** Counts visible leads, `most` of them at most. */
export async function countLeads(db: Db, accountId: string, filter: LeadFilter, most: number): Promise<number> {
  const index = indexFor(filter, { ...FROM_THE_NEWEST, limit: most });
  const query: Knex.QueryBuilder = leadsOf(db, accountId, index).select(db.raw('1')).limit(most);
  if (!(await whereFilter(db, query, accountId, filter))) return 0;
  const [row] = await db.from(query.as('found')).count({ n: '*' });
  return Number(row?.n);
}

/** Counts for each variable how many of the first `most` of these leads lack it, and the leads that were looked at. */
export async function countMissing(
  db: Db,
  accountId: string,
  filter: LeadFilter,
  { variables, most }: { variables: readonly string[]; most: number },
): Promise<{ leads: number; lacking: number[] }> {
  const index = indexFor(filter, { ...FROM_THE_NEWEST, limit: most });
  const query: Knex.QueryBuilder = leadsOf(db, accountId, index).select('l.id').limit(most);
  variables.forEach((variable, at) => {
    const test = variableIsMissing(db, variable) ?? db.raw('FALSE');
    query.select(db.raw('(?) AS ??', [test, `v${at}`]));
  });
  if (!(await whereFilter(db, query, accountId, filter))) return { leads: 0, lacking: variables.map(() => 0) };
  const sums = variables.map((_, at) => db.raw(`CAST(COALESCE(SUM(v${at}), 0) AS SIGNED) AS v${at}`));
  const [row] = await db.from(query.as('found')).select(db.raw('COUNT(*) AS leads'), ...sums);
  return { leads: Number(row?.leads), lacking: variables.map((_, at) => Number(row?.[`v${at}`])) };
}

const leadsOf = (db: Db, accountId: string, index: string): Knex.QueryBuilder =>
  db(db.raw('leads AS l FORCE INDEX (??)', [index])).where({ 'l.account_id': accountId, 'l.hidden': false });

/** Narrows a query to the leads that fit; false when none can. */
export async function whereFilter(
  db: Db,
  query: Knex.QueryBuilder,
  accountId: string,
  filter: LeadFilter,
): Promise<boolean> {
  whereColumns(db, query, filter);
  whereTimes(query, filter);
  whereBeginsWith(query, filter.words ?? [], { phone: true });
  whereRuns(db, query, accountId, filter);
  if (!(await whereTags(db, query, accountId, filter))) return false;
  if (filter.hasMeeting !== undefined) {
    const met = db('meetings AS m').select(db.raw('1')).whereRaw('m.lead_id = l.id').whereNot('m.status', 'cancelled');
    if (filter.hasMeeting) query.whereExists(met);
    else query.whereNotExists(met);
  }
  const lacking = filter.lacks?.map((variable) => variableIsMissing(db, variable));
  if (lacking) query.where((any) => lacking.forEach((test) => void any.orWhere(test ?? db.raw('FALSE'))));
  return true;
}

function whereColumns(db: Db, query: Knex.QueryBuilder, filter: LeadFilter): void {
  if (filter.campaignId !== undefined) query.where('l.campaign_id', filter.campaignId);
  if (filter.ownerId !== undefined) query.where('l.owner_id', filter.ownerId);
  if (filter.ids !== undefined) query.whereIn('l.id', filter.ids);
  if (filter.source !== undefined) query.where('l.source', filter.source);
  if (filter.phone !== undefined) query.where('l.phone', filter.phone);
  if (filter.email !== undefined) {
    query.where('l.email', filter.email);
    query.where(db.raw('LOWER(l.email) COLLATE utf8mb4_bin = LOWER(?)', [filter.email]));
  }
}

function whereTimes(query: Knex.QueryBuilder, filter: LeadFilter): void {
  if (filter.createdAfter) query.where('l.id', '>=', firstIdAt(new Date(filter.createdAfter.getTime() + 1)));
  if (filter.createdBefore) query.where('l.id', '<', firstIdAt(filter.createdBefore));
  if (filter.updatedAfter) query.where('l.updated_at', '>', filter.updatedAfter);
  if (filter.updatedBefore) query.where('l.updated_at', '<', filter.updatedBefore);
}

function whereRuns(db: Db, query: Knex.QueryBuilder, accountId: string, filter: LeadFilter): void {
  const runs = () =>
    db('agent_runs AS r').select(db.raw('1')).where('r.account_id', accountId).whereRaw('r.lead_id = l.id');
  if (filter.agentId !== undefined || filter.statusKeys) {
    const some = runs();
    if (filter.agentId !== undefined) some.where('r.agent_id', filter.agentId);
    if (filter.statusKeys) {
      some.whereIn('r.status_key', filter.statusKeys);
      // A terminal status asked for by name means the runs that ended in it.
      some.where((open) => open.where('r.open_slot', 1).orWhereNotIn('r.status_category', OPEN_CATEGORIES));
    } else {
      some.where('r.open_slot', 1);
    }
    query.whereExists(some);
  }
  if (filter.cadenceStates ?? filter.holdReasons) {
    const some = runs().where('r.open_slot', 1);
    if (filter.cadenceStates) some.whereIn('r.cadence_state', [...filter.cadenceStates]);
    if (filter.holdReasons) some.whereIn('r.hold_reason', [...filter.holdReasons]);
    query.whereExists(some);
  }
  if (filter.paused !== undefined) {
    const taken = runs().where({ 'r.open_slot': 1, 'r.human_takeover': true });
    if (filter.paused) query.whereExists(taken);
    else query.whereNotExists(taken);
  }
}

/** False when no lead can have the tags. */
async function whereTags(db: Db, query: Knex.QueryBuilder, accountId: string, filter: LeadFilter): Promise<boolean> {
  if (!filter.tagsAny && !filter.tagsNone) return true;
  const known = new Map(
    (await findTagsBySlug(db, accountId, [...(filter.tagsAny ?? []), ...(filter.tagsNone ?? [])])).map((tag) => [
      tag.slug,
      tag.id,
    ]),
  );
  const idsOf = (slugs: readonly string[]) => slugs.flatMap((slug) => known.get(slug) ?? []);
  const tagged = (ids: string[]) =>
    db('lead_tags AS t').select(db.raw('1')).whereRaw('t.lead_id = l.id').whereIn('t.tag_id', ids);
  if (filter.tagsAny) {
    const ids = idsOf(filter.tagsAny);
    if (ids.length === 0) return false;
    query.whereExists(tagged(ids));
  }
  const unwanted = idsOf(filter.tagsNone ?? []);
  if (unwanted.length > 0) query.whereNotExists(tagged(unwanted));
  return true;
}
