import { listUsers } from '../../db/accounts/users.js';
import type { Db } from '../../db/connection.js';
import { type LeadFilter, type LeadPage, listLeads } from '../../db/leads/lead-list.js';
import { csvLine } from '../../domain/imports/csv-escape.js';
import type { LEAD_COLUMNS } from '../../domain/imports/own-files.js';
import { writeTags } from '../../domain/imports/read-cells.js';
import type { Lead } from '../../schemas/leads/leads.js';
import { LEADS_QUERY_LIMITS } from '../../schemas/rules/leads-query.js';
import { viewLeads } from '../../services/leads/lead-view.js';
import { type LeadsRequest, queryLeads } from '../../services/leads/leads-query.js';
import { ApiError } from '../http/errors.js';
import { listOf } from '../http/request/query.js';

const LEADS_AT_ONCE = 500;
// Spreadsheets take a file for UTF-8 only when it begins so.
const BYTE_ORDER_MARK = '\ufeff';

/** The names of users, by their IDs. */
type Owners = ReadonlyMap<string, string>;
type Cell = (lead: Lead, owners: Owners) => unknown;

/** The value of a lead in each column of the file. */
const COLUMNS: Record<keyof typeof LEAD_COLUMNS, Cell> = {
  id: ({ id }) => id,
  first_name: ({ first_name }) => first_name,
  last_name: ({ last_name }) => last_name,
  email: ({ email }) => email,
  phone: ({ phone }) => phone,
  company: ({ company }) => company,
  title: ({ title }) => title,
  source: ({ source }) => source,
  timezone: ({ timezone }) => timezone,
  country: ({ country }) => country,
  external_id: ({ external_id }) => external_id,
  deal_value: ({ deal_value }) => deal_value,
  deal_currency: ({ deal_currency }) => deal_currency,
  owner_id: ({ owner_id }) => owner_id,
  owner: ({ owner_id }, owners) => owners.get(owner_id ?? ''),
  tags: ({ tags }) => writeTags(tags.map(({ name }) => name)),
  campaign: ({ campaign }) => campaign?.name,
  workflow: (lead) => lead.active_workflow_run?.workflow.name,
  status: (lead) => lead.active_workflow_run?.current_status.key,
  consent_email: ({ consent }) => consent.email,
  consent_whatsapp: ({ consent }) => consent.whatsapp,
  consent_call: ({ consent }) => consent.call,
  consent_sms: ({ consent }) => consent.sms,
  metadata: ({ metadata }) => (Object.keys(metadata).length > 0 ? JSON.stringify(metadata) : ''),
  created_at: ({ created_at }) => created_at,
  updated_at: ({ updated_at }) => updated_at,
};

/** The columns of a file, each with its value of a lead. */
type FileColumns = Readonly<Record<string, Cell>>;

const METADATA = 'metadata.';

/** Returns the columns that a request names, or all of them. Throws VALIDATION_ERROR for unknown ones. */
export function fileColumns(names: string | undefined): FileColumns {
  const chosen = listOf(names);
  if (!chosen?.length) return COLUMNS;
  return Object.fromEntries(
    chosen.map((name) => {
      if (Object.hasOwn(COLUMNS, name)) return [name, COLUMNS[name as keyof typeof COLUMNS]];
      if (!name.startsWith(METADATA)) {
        const message = `There is no column ${name}. Use a column of the full file, or \`metadata.<key>\`.`;
        throw new ApiError('VALIDATION_ERROR', { message, field: '/columns' });
      }
      const key = name.slice(METADATA.length);
      return [name, ({ metadata }: Lead) => (Object.hasOwn(metadata, key) ? metadata[key] : '')];
    }),
  );
}

/** Reads the names of owners if a file has them. */
const ownersOf = async (db: Db, accountId: string, columns: FileColumns): Promise<Owners> =>
  new Map('owner' in columns ? (await listUsers(db, accountId)).map(({ id, name }) => [id, name]) : []);

const linesOf = (leads: readonly Lead[], columns: FileColumns, owners: Owners): string =>
  leads.map((lead) => csvLine(Object.values(columns).map((cell) => cell(lead, owners)))).join('');

/** Writes all leads that a list has from a place on, some hundred at a time, as a file for spreadsheets. */
export async function* leadsAsCsv(
  db: Db,
  accountId: string,
  filter: LeadFilter | undefined,
  page: Omit<LeadPage, 'limit'>,
  columns: FileColumns,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(Object.keys(columns));
  if (!filter) return;
  const owners = await ownersOf(db, accountId, columns);
  for (let { after } = page; ; ) {
    const rows = (await listLeads(db, accountId, filter, { ...page, after, limit: LEADS_AT_ONCE })).slice(
      0,
      LEADS_AT_ONCE,
    );
    const leads = await viewLeads(db, rows);
    yield linesOf(leads, columns, owners);
    const last = rows.at(-1);
    if (!last || rows.length < LEADS_AT_ONCE) return;
    after = { id: last.id, updatedAt: last.updated_at };
  }
}

/** The headers of a file of leads. */
export const CSV_HEADERS = {
  'Content-Type': 'text/csv; charset=utf-8',
  'Content-Disposition': 'attachment; filename="leads.csv"',
};

/** Writes all leads that a query meets from its cursor on. */
export async function* queryAsCsv(db: Db, request: LeadsRequest, columns: FileColumns): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(Object.keys(columns));
  const owners = await ownersOf(db, request.accountId, columns);
  for (let { query } = request; ; ) {
    const page = await queryLeads(db, { ...request, query: { ...query, limit: LEADS_QUERY_LIMITS.page } });
    yield linesOf(page.leads, columns, owners);
    if (page.next_cursor === null) return;
    query = { ...query, cursor: page.next_cursor };
  }
}
