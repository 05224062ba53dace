import { createHash } from 'node:crypto';
import { wordsOf } from '../../db/leads/begins-with.js';
import { variableIsMissing } from '../../db/leads/lacks.js';
import { countLeads, countMissing, type LeadFilter, listLeads } from '../../db/leads/lead-list.js';
import { tagSlug } from '../../domain/leads/tag-slug.js';
import { parseEmail } from '../../domain/values/email.js';
import { readPhone } from '../../domain/values/phone.js';
import { canonicalJson } from '../../runtime/canonical-json.js';
import { CADENCE_STATES, HOLD_REASONS } from '../../schemas/agents/agents.js';
import type { QueryOf } from '../../schemas/contract.js';
import {
  countLackingLeadsContract,
  countLeadsContract,
  listLeadsContract,
  MOST_COUNTED,
} from '../../schemas/leads/list-leads.js';
import { viewLeads } from '../../services/leads/lead-view.js';
import type { ApiDependencies } from '../dependencies.js';
import { assertMayAlso } from '../http/auth/assert-scope.js';
import { ApiError } from '../http/errors.js';
import { idsFilter, wordsFilter } from '../http/request/fields.js';
import { DEFAULT_LIMIT, decodeTime, encodeTime, pageOf } from '../http/request/paging.js';
import { listOf, momentOf } from '../http/request/query.js';
import { route } from '../http/route.js';
import { CSV_HEADERS, fileColumns, leadsAsCsv } from './leads-csv.js';

type Query = QueryOf<typeof listLeadsContract>;

export const listLeadsRoute = (_deps: ApiDependencies) =>
  route(listLeadsContract).handle(async ({ account, query, db, req, key, user }) => {
    const { limit = DEFAULT_LIMIT, cursor, sort = 'created_at', order = 'desc', columns, ...filters } = query;
    const filter = filterOf(filters, account.country);
    const kind = `leads/${sort}/${order}/${fingerprint(filters)}`;
    const position = decodeTime(cursor, kind);
    const after = position && { id: position.id, updatedAt: position.at };
    if (req.accepts(['application/json', 'text/csv']) === 'text/csv') {
      assertMayAlso({ key, user }, 'leads:export', 'A file of leads');
      const body = leadsAsCsv(db, account.id, filter, { sort, order, after }, fileColumns(columns));
      return { status: 200, headers: CSV_HEADERS, body };
    }
    const found = filter ? await listLeads(db, account.id, filter, { sort, order, limit, after }) : [];
    const { rows, pagination } = pageOf(found, limit, (last) => encodeTime(kind, last.id, last.updated_at));
    return { status: 200, body: { success: true, leads: await viewLeads(db, rows), pagination } };
  });

export const countLeadsRoute = (_deps: ApiDependencies) =>
  route(countLeadsContract).handle(async ({ account, query, db }) => {
    const filter = filterOf(query, account.country);
    const found = filter ? await countLeads(db, account.id, filter, MOST_COUNTED + 1) : 0;
    return { status: 200, body: { success: true, count: Math.min(found, MOST_COUNTED), capped: found > MOST_COUNTED } };
  });

const MOST_VARIABLES = 20;

export const countLackingLeadsRoute = (_deps: ApiDependencies) =>
  route(countLackingLeadsContract).handle(async ({ account, query: { variables: given, ...query }, db }) => {
    const variables = listOf(given) ?? [];
    const strange = variables.find((name) => variableIsMissing(db, name) === undefined);
    if (strange !== undefined || variables.length > MOST_VARIABLES) {
      const message = strange ? `Leads can't lack ${strange}.` : `Specify at most ${MOST_VARIABLES} variables.`;
      throw new ApiError('VALIDATION_ERROR', { message, field: '/variables' });
    }
    const filter = filterOf(query, account.country);
    const counted = filter && (await countMissing(db, account.id, filter, { variables, most: MOST_COUNTED }));
    const leads = counted?.leads ?? 0;
    const lacking = variables.map((variable, at) => ({ variable, leads: counted?.lacking[at] ?? 0 }));
    return { status: 200, body: { success: true, leads, capped: leads === MOST_COUNTED, lacking } };
  });

/** A cursor continues the list that it came from: the same filters, sort and order. */
export const fingerprint = (filters: object): string =>
  createHash('sha256').update(canonicalJson(filters)).digest('base64url').slice(0, 12);

/** Returns the filter of the query, or undefined if no lead can match. `at` is its path, such as `filter/`. */
export function filterOf(
  query: Omit<Query, 'limit' | 'cursor' | 'sort' | 'order' | 'columns'>,
  country: string | null,
  at = '',
): LeadFilter | undefined {
  const slugs = (names: string | undefined) => listOf(names)?.map(tagSlug);
  const email = query.email === undefined ? undefined : parseEmail(query.email);
  // In a query string a plus sign reads as a blank.
  const phone = query.phone === undefined ? undefined : readPhone(query.phone.replace(/^ +(?=\d)/, '+'), country);
  const filter: LeadFilter = {
    agentId: query.workflow_id?.toLowerCase(),
    statusKeys: listOf(query.status_keys),
    tagsAny: slugs(query.tags_any),
    tagsNone: slugs(query.tags_none),
    campaignId: query.campaign_id?.toLowerCase(),
    source: query.source,
    words: query.q === undefined ? undefined : wordsOf(query.q),
    createdAfter: momentOf(query.created_after, `${at}created_after`),
    createdBefore: momentOf(query.created_before, `${at}created_before`),
    updatedAfter: momentOf(query.updated_after, `${at}updated_after`),
    updatedBefore: momentOf(query.updated_before, `${at}updated_before`),
    ownerId: query.owner_id?.toLowerCase(),
    ids: idsFilter(query.ids, 'leads', `/${at}ids`),
    cadenceStates: wordsFilter(query.cadence_state, CADENCE_STATES, `/${at}cadence_state`),
    holdReasons: wordsFilter(query.hold_reason, HOLD_REASONS, `/${at}hold_reason`),
    paused: query.paused,
    hasMeeting: query.has_meeting,
    lacks: listOf(query.lacks),
  };
  // No stored lead has an address that can't be one.
  if ((email && !email.ok) || (phone && !phone.ok)) return undefined;
  return { ...filter, email: email?.value, phone: phone?.value.number };
}
