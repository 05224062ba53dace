/** The texts about how a file is read, in `dashboard/imports`. */
import { plural } from '../plural.js';

export const sheet = 'Sheet';
export const headerLine = 'Header line';
export const headerRow = 'Header row';
export const dateOrder = 'Date order';
export const encoding = 'File encoding';
export const detectAutomatically = 'Detect automatically';
export const detectedLine = (line: number) => `Detected: ${line}`;
export const dayFirst = 'Day first (31/12/2026)';
export const monthFirst = 'Month first (12/31/2026)';
export const warnings = 'Warnings by column';
export const wholeRow = 'Whole row';
export const linesWithWarning = (count: number, lines: readonly number[]) => {
  if (lines.length === 0) return plural(count, { one: '# row', other: '# rows' });
  const named = lines.join(', ');
  return count > lines.length
    ? `Lines ${named} and ${count - lines.length} more`
    : `${lines.length === 1 ? 'Line' : 'Lines'} ${named}`;
};
