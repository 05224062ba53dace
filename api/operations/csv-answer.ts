import type { Request } from 'express';
import { csvLine } from '../../domain/imports/csv-escape.js';

/** Returns whether a request would rather have a file than JSON. */
export const wantsCsv = (req: Pick<Request, 'accepts'>): boolean =>
  req.accepts(['application/json', 'text/csv']) === 'text/csv';

async function* linesOf(lines: Iterable<readonly unknown[]>): AsyncGenerator<string> {
  let isFirst = true;
  for (const line of lines) {
    yield `${isFirst ? '\ufeff' : ''}${csvLine(line)}`;
    isFirst = false;
  }
}

/** Answers a table as a file that spreadsheets open; the first line names the columns. */
export const csvAnswer = (name: string, lines: Iterable<readonly unknown[]>) => ({
  status: 200 as const,
  headers: {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name}.csv"`,
  },
  body: linesOf(lines),
});
