import { Readable } from 'node:stream';
import { createColumnAnalyser } from '../../domain/imports/analysis.js';
import { planColumns } from '../../domain/imports/mapping.js';
import { planRow, type RowOptions } from '../../domain/imports/plan-row.js';
import { openCsv } from '../../domain/imports/read-csv.js';
import type { TableRow } from '../../domain/imports/table.js';
import type { DateOrder } from '../../domain/values/dates.js';
import type { ImportMapping } from '../../schemas/imports/import-mapping.js';
import type { TextEncoding } from '../../schemas/imports/imports.js';

/** A stream of a content, in pieces. */
export const bytes = (content: string | Buffer, chunk = 7) => {
  const buffer = Buffer.from(content as string);
  const parts = Array.from({ length: Math.ceil(buffer.length / chunk) }, (_, index) =>
    buffer.subarray(index * chunk, (index + 1) * chunk),
  );
  return Readable.from(parts);
};

/** Reads a CSV file to its end. */
export const readCsv = async (
  content: string | Buffer,
  chunk?: number,
  encoding?: TextEncoding,
  headerLine?: number,
) => {
  const file = await openCsv(bytes(content, chunk), { encoding, headerLine });
  const rows: TableRow[] = [];
  for await (const row of file.rows) rows.push(row);
  return { ...file, rows };
};

/** Plans the import of a CSV file: its columns, what is wrong with the mapping, and its rows. */
export const importText = async (
  content: string | Buffer,
  mapping?: ImportMapping,
  options?: RowOptions,
  dateOrder?: DateOrder,
) => {
  const { headers, rows } = await readCsv(content, 1_000);
  const analyser = createColumnAnalyser(headers);
  for (const { cells } of rows) analyser.add(cells);
  const { columns, problems } = planColumns(analyser.finish(), mapping, dateOrder);
  return { columns, problems, plans: rows.map(({ cells }) => planRow(cells, columns, options)) };
};
