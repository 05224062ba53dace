import type { Knex } from 'knex';
import type { Db } from '../connection.js';
import { deleteRunLeads, emptyRuns, RUN_DOCUMENTS } from '../functions/documents.js';
import { afterKey } from '../keyset.js';
import { emptyStoredAnswers } from './erase.js';

/** The person whose traces are searched for. */
export interface SearchTerms {
  accountId: string;
  leadId: string;
  /** Identifiers of the person in texts, in lower case. */
  marks: readonly string[];
  /** Texts that were written afterwards concern a person who returned with the same address. */
  requestedAt: Date;
  goneBody: string;
  now: Date;
}

/** A piece of a table that was searched. */
export interface SearchedPiece {
  /** The key behind which the next piece begins; undefined: this was the last one. */
  place: string | undefined;
  looked: number;
  /** Erases what was found, in the caller's transaction; returns how many rows that were. */
  erase(tx: Db): Promise<number>;
}

/** Searches the next rows of a table behind a key. It reads without locks, and only the rows that are found are locked. */
export type Search = (db: Db, sought: SearchTerms, piece: { place: string; limit: number }) => Promise<SearchedPiece>;

const EMPTY = '{}';
type Key = Record<string, string | number | Buffer>;

const writePlace = (key: Key): string => JSON.stringify(key);
const readPlace = (place: string): Key | undefined =>
  place === ''
    ? undefined
    : JSON.parse(place, (_name, value) => (value?.type === 'Buffer' ? Buffer.from(value.data) : value));

/** A text as `LIKE` finds it, whatever characters it has. */
const likeText = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

interface Scan {
  table: string;
  /** The index that has the rows in the order of the key, where the server may prefer another one. */
  index?: string;
  /** The columns that order the rows within an account, as an index has them. */
  key: readonly string[];
  /** The rows that are searched. */
  within(rows: Knex.QueryBuilder, sought: SearchTerms): Knex.QueryBuilder;
  /** The texts that are searched for. */
  texts(sought: SearchTerms): readonly string[];
  /** The expressions whose texts are searched. */
  documents: readonly string[];
  /** Erases rows that were found, unless they have changed so that they aren't searched any more. */
  erase(rows: Knex.QueryBuilder, sought: SearchTerms, tx: Db): PromiseLike<number>;
}

/** Searches a table by its texts, since nothing else says whom its rows concern. */
const scanOf =
  ({ table, index, key, within, texts, documents, erase }: Scan): Search =>
  async (db, sought, { place, limit }) => {
    const searched = texts(sought);
    const from = index === undefined ? table : db.raw('?? FORCE INDEX (??)', [table, index]);
    if (searched.length === 0) return { place: undefined, looked: 0, erase: async () => 0 };
    const named = documents.flatMap((document) => searched.map(() => `${document} LIKE ?`)).join(' OR ');
    const values = documents.flatMap(() => searched.map(likeText));
    const rows: (Key & { named: number | null })[] = await afterKey(within(db(from), sought), key, readPlace(place))
      .limit(limit)
      .select([...key, db.raw(`(${named}) AS named`, values)]);
    const keyOf = (row: Key): Key => Object.fromEntries(key.map((name) => [name, row[name] ?? '']));
    const found = rows.filter(({ named }) => Number(named) === 1).map((row) => Object.values(keyOf(row)));
    const last = rows.at(-1);
    return {
      place: last && rows.length === limit ? writePlace(keyOf(last)) : undefined,
      looked: rows.length,
      erase: async (tx) =>
        found.length === 0 ? 0 : erase(within(tx(table), sought).whereIn([...key], found as never), sought, tx),
    };
  };

const ofAccount = (rows: Knex.QueryBuilder, { accountId }: SearchTerms): Knex.QueryBuilder =>
  rows.where({ account_id: accountId });
const marksOf = ({ marks }: SearchTerms): readonly string[] => marks;
const idOf = ({ leadId }: SearchTerms): readonly string[] => [leadId];

/** Stored answers that show several leads, or that an earlier release stored. */
const scanAnswers = scanOf({
  table: 'idempotency_keys',
  key: ['route', 'key_hash'],
  within: (rows, sought) => ofAccount(rows, sought).whereNull('lead_id').whereNotNull('status'),
  texts: ({ leadId }) => [`"id":"${leadId}"`],
  // Several leads that were created at once are answered by their IDs alone.
  documents: [`IF(route = 'createLead', body, REPLACE(body, '"lead_id":', '"id":'))`],
  erase: (rows, { goneBody }) => rows.update({ status: 410, body: goneBody }),
});

const idempotency_keys: Search = async (db, sought, piece) => {
  const searched = await scanAnswers(db, sought, piece);
  if (piece.place !== '') return searched;
  // Requests that were in flight may have stored theirs since the lead was erased.
  return {
    ...searched,
    erase: async (tx) => (await emptyStoredAnswers(tx, sought)) + (await searched.erase(tx)),
  };
};

/** Runs whose documents were listed as naming the lead; those that were erased are listed no more. */
const function_run_leads: Search = async (db, { leadId }, { limit }) => {
  const ids: string[] = await db('function_run_leads').where({ lead_id: leadId }).limit(limit).pluck('run_id');
  return {
    place: ids.length === limit ? 'next' : undefined,
    looked: ids.length,
    async erase(tx) {
      const erased = await emptyRuns(tx, (runs) => runs.whereIn('id', ids));
      await deleteRunLeads(tx, ids);
      return erased;
    },
  };
};

/** All rows of an import have been searched. */
const ALL = -1;

/** Rows that failed keep their cells and belong to no lead, even if the person was imported later. */
const import_rows: Search = async (db, sought, { place, limit }) => {
  const { import_id, row_no } = readPlace(place) ?? { import_id: '', row_no: ALL };
  const next: { id: string } | undefined = await db('imports')
    .where({ account_id: sought.accountId })
    .where('created_at', '<=', sought.requestedAt)
    .where('id', row_no === ALL ? '>' : '>=', import_id as string)
    .orderBy('id')
    .first('id');
  if (!next) return { place: undefined, looked: 0, erase: async () => 0 };
  const searched = await scanOf({
    table: 'import_rows',
    key: ['row_no'],
    within: (rows) => rows.where({ import_id: next.id, severity: 'error' }).whereNull('lead_id'),
    texts: marksOf,
    documents: ['LOWER(data)'],
    erase: (rows) => rows.update({ data: EMPTY, problems: null, before_update: null }),
  })(db, sought, { place: next.id === import_id ? writePlace({ row_no: row_no ?? 0 }) : '', limit });
  const last = searched.place === undefined ? ALL : (readPlace(searched.place)?.row_no ?? 0);
  return { ...searched, place: writePlace({ import_id: next.id, row_no: last }) };
};

/**
 * The tables whose rows only their texts tell whom they concern, in the order in which they are searched. Each of them is
 * searched in pieces by a workflow; what an index finds is erased at once by `ERASERS`.
 */
export const SEARCHES: Readonly<Record<string, Search>> = {
  // Stored answers show the lead as it was; a repeat of such a request is answered that it is gone.
  idempotency_keys,
  // A run may have read a lead that it wasn't about: all documents that name the lead are emptied.
  function_run_leads,
  // Runs that are still to be made, and those that an earlier release made.
  function_runs: scanOf({
    table: 'function_runs',
    key: ['id'],
    within: (rows, sought) => ofAccount(rows, sought).where({ leads_listed: false }),
    texts: idOf,
    documents: RUN_DOCUMENTS,
    erase: (rows, _sought, tx) => emptyRuns(tx, () => rows),
  }),
  // Functions name their stored values, so values that name the lead are deleted, including those that runs in flight
  // write.
  function_values: scanOf({
    table: 'function_values',
    key: ['function_id', 'name'],
    within: ofAccount,
    texts: ({ leadId, marks }) => [leadId, ...marks],
    // Names are ASCII, which the servers don't compare with an address that isn't.
    documents: ['LOWER(value)', 'LOWER(CONVERT(name USING utf8mb4))'],
    erase: (rows) => rows.delete(),
  }),
  // Events from or about the person that belong to no lead, or weren't processed yet.
  inbound_events: scanOf({
    table: 'inbound_events',
    index: 'inbound_events_unattached',
    key: ['id'],
    within: (rows, sought) =>
      ofAccount(rows, sought).whereNull('lead_id').where('received_at', '<=', sought.requestedAt),
    texts: marksOf,
    documents: ['LOWER(payload)'],
    erase: (rows, { now }, tx) =>
      rows.update({
        payload: EMPTY,
        outcome: tx.raw("COALESCE(outcome, 'erased')"),
        processed_at: tx.raw('COALESCE(processed_at, ?)', [now]),
      }),
  }),
  // The filter of a bulk change may have been the person's name or address.
  lead_changes: scanOf({
    table: 'lead_changes',
    key: ['id'],
    within: (rows, sought) => ofAccount(rows, sought).where('created_at', '<=', sought.requestedAt),
    texts: marksOf,
    documents: ['LOWER(request)'],
    erase: (rows) => rows.update({ request: EMPTY }),
  }),
  // A list that looks for the person by name or address says as much about them.
  views: scanOf({
    table: 'views',
    key: ['resource', 'id'],
    within: (rows, sought) => ofAccount(rows, sought).where('created_at', '<=', sought.requestedAt),
    texts: marksOf,
    documents: ['LOWER(layout)'],
    erase: (rows) => rows.delete(),
  }),
  // Settings that were changed may have had the person's address in their texts.
  audit_entries: scanOf({
    table: 'audit_entries',
    key: ['id'],
    within: (rows, sought) => ofAccount(rows, sought).whereNotNull('changes').where('at', '<=', sought.requestedAt),
    texts: marksOf,
    documents: ['LOWER(changes)'],
    erase: (rows) => rows.update({ changes: null }),
  }),
  // People who agreed to text messages without becoming a lead are found by the fields of the form.
  widget_submissions: scanOf({
    table: 'widget_submissions',
    key: ['session_id', 'submission_id'],
    within: (rows, sought) =>
      ofAccount(rows, sought).whereNull('lead_id').where('created_at', '<=', sought.requestedAt),
    texts: marksOf,
    documents: ['LOWER(fields)'],
    erase: (rows) => rows.update({ fields: null, page: null, fingerprint: Buffer.alloc(32) }),
  }),
  import_rows,
};
