import type { Knex } from 'knex';
import { findImport, listImports, listProblemRows } from '../../db/imports/imports.js';
import type { ImportRow } from '../../db/tables.js';
import { csvLine } from '../../domain/imports/csv-escape.js';
import { PROBLEM_COLUMNS } from '../../domain/imports/own-files.js';
import {
  getImportContract,
  listImportErrorsContract,
  listImportsContract,
  SEVERITIES,
  type Severity,
} from '../../schemas/imports/imports.js';
import { columnsOf } from '../../services/imports/read-row.js';
import type { ApiDependencies } from '../dependencies.js';
import { DEFAULT_LIMIT, decodeCursor, encodeCursor, idPage, idPageOf, pageOf } from '../http/request/paging.js';
import { found, pathId } from '../http/request/path-id.js';
import { route } from '../http/route.js';
import { cellsOf, lineOf, problemsOf, toImport, toRowProblems } from './to-import.js';

const KIND = 'imports';

export const listImportsRoute = (_deps: ApiDependencies) =>
  route(listImportsContract).handle(async ({ account, db, query }) => {
    const page = idPage(KIND, query);
    const { rows, pagination } = idPageOf(KIND, await listImports(db, account.id, page), page.limit);
    return { status: 200, body: { success: true, imports: rows.map(toImport), pagination } };
  });

export const getImportRoute = (_deps: ApiDependencies) =>
  route(getImportContract).handle(async ({ account, db, params }) => {
    const row = found(await findImport(db, account.id, pathId(params.id, 'IMPORT_NOT_FOUND')), 'IMPORT_NOT_FOUND');
    return { status: 200, body: { success: true, import: toImport(row) } };
  });

const ERRORS = 'import_errors';

/** Lists the rows with problems: in pages, or for `Accept: text/csv` all of them with their cells as one file. */
export const listImportErrorsRoute = (deps: ApiDependencies) =>
  route(listImportErrorsContract).handle(async ({ account, db, params, query, req }) => {
    const row = found(await findImport(db, account.id, pathId(params.id, 'IMPORT_NOT_FOUND')), 'IMPORT_NOT_FOUND');
    const severities = query.severity ? [query.severity] : SEVERITIES;
    const kind = `${ERRORS}_${query.severity ?? 'all'}`;
    const after = Number(decodeCursor(query.cursor, kind)?.[0] ?? 0) || 0;
    if (req.accepts(['application/json', 'text/csv']) === 'text/csv') {
      const headers = {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="import-${row.id}-errors.csv"`,
      };
      return { status: 200, headers, body: csvOf(deps.db, row, severities, after) };
    }
    const limit = query.limit ?? DEFAULT_LIMIT;
    const rows = await listProblemRows(db, row.id, { severities, after, limit: limit + 1 });
    const page = pageOf(rows, limit, (last) => encodeCursor(kind, [String(last.row_no)]));
    return { status: 200, body: { success: true, errors: page.rows.map(toRowProblems), pagination: page.pagination } };
  });

const ROWS_AT_ONCE = 500;
// Spreadsheets take a file for UTF-8 only when it begins so.
const BYTE_ORDER_MARK = '\ufeff';

async function* csvOf(db: Knex, row: ImportRow, severities: readonly Severity[], from: number): AsyncGenerator<string> {
  const headers = columnsOf(row).map(({ header }) => header);
  yield BYTE_ORDER_MARK + csvLine([...PROBLEM_COLUMNS, ...headers]);
  for (let after = from; ; ) {
    const rows = await listProblemRows(db, row.id, { severities, after, limit: ROWS_AT_ONCE });
    const lines = rows.map((one) => {
      const problems = problemsOf(one);
      const codes = problems.map(({ code }) => code).join(' ');
      const messages = problems.map(({ column, message }) => (column ? `${column}: ${message}` : message)).join(' ');
      return csvLine([one.row_no, one.severity, codes, messages, lineOf(one) ?? '', ...(cellsOf(one)?.cells ?? [])]);
    });
    yield lines.join('');
    after = rows.at(-1)?.row_no ?? after;
    if (rows.length < ROWS_AT_ONCE) return;
  }
}
