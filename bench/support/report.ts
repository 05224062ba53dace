import type { Limit } from '../limits.js';
import type { Figure } from './figure.js';

const rounded = (value: number | null): string =>
  value === null || Number.isNaN(value) ? '-' : value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);

function table(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  const [head = [], ...body] = rows;
  return [line(head), widths.map((width) => '-'.repeat(width)).join('  '), ...body.map(line)].join('\n');
}

/** Writes the figures as a table, with what belongs to each below it. */
export function figureTable(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => [
    figure.id,
    figure.name,
    `${rounded(figure.ours)} ${figure.unit}`,
    `${rounded(figure.theirs)} ${figure.unit}`,
    rounded(figure.ratio),
    figure.target,
    figure.met ? 'yes' : 'NO',
  ]);
  const notes = figures.map(({ id, reference, notes }) => `${id.padEnd(4)}against ${[reference, ...notes].join('; ')}`);
  return `\n${table([['', 'Figure', 'Ours', 'Reference', 'Ratio', 'Target', 'Met'], ...rows])}\n\n${notes.join('\n')}\n`;
}

/** Writes what the machine can do, as a table. */
export const limitTable = (limits: readonly Limit[]): string =>
  `\n${table([['This machine', 'per second'], ...limits.map(({ what, perSecond }) => [what, rounded(perSecond)])])}\n`;
