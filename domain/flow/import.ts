/** The number of rows in one piece, which is one activity and one transaction. */
export const ROWS_AT_ONCE = 500;

/** The progress of an import or its undo. It has only counts, so that it can be in a run's history. */
export interface ImportProgress {
  finished: boolean;
  status: string;
  rows: number;
  done: number;
  counts: Record<string, number>;
}

/** Returns what the next piece of work is about, shown on its activity. */
export function nextPiece(progress: ImportProgress | undefined): string {
  if (!progress) return 'rows from 1 on';
  const last = Math.min(progress.done + ROWS_AT_ONCE, progress.rows);
  return `rows ${progress.done + 1} to ${Math.max(last, progress.done + 1)} of ${progress.rows}`;
}

/** Writes the progress as a Markdown table, shown as the run's current details. */
export function progressTable(progress: ImportProgress): string {
  const percent = progress.rows === 0 ? 100 : Math.floor((100 * progress.done) / progress.rows);
  const cells: [string, string | number][] = [
    ['status', progress.status],
    ['rows', `${progress.done} of ${progress.rows} (${percent} %)`],
    ...Object.entries(progress.counts),
  ];
  return ['| | |', '|---|---|', ...cells.map(([name, value]) => `| ${name} | ${value} |`)].join('\n');
}
