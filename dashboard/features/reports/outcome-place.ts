import type {
  PERFORMANCE_BLANKS,
  PERFORMANCE_GROUPS,
  PerformanceRow,
} from '../../../schemas/operations/performance.js';
import type { OutcomeSearch } from './report-search.js';

const FIELDS = {
  workflow: ['workflow_id'],
  owner: ['owner_id'],
  sender: ['sender_id'],
  channel: ['channel'],
  step: ['workflow_id', 'step_key'],
} as const satisfies Record<
  (typeof PERFORMANCE_GROUPS)[number],
  readonly (keyof OutcomeSearch & keyof PerformanceRow)[]
>;

const BLANKS: Partial<Record<keyof PerformanceRow, (typeof PERFORMANCE_BLANKS)[number]>> = {
  workflow_id: 'workflow',
  owner_id: 'owner',
  sender_id: 'sender',
  step_key: 'step',
};

/** Returns the filters that select exactly the leads of a row, in addition to those of the report. */
export function placeSearch(row: PerformanceRow, group: keyof typeof FIELDS, search: OutcomeSearch): OutcomeSearch {
  const fields: readonly (keyof OutcomeSearch & keyof PerformanceRow)[] = FIELDS[group];
  const given = fields.flatMap((name) => (row[name] === null ? [] : [[name, row[name]] as const]));
  const blanks = fields.flatMap((name) => (row[name] === null ? (BLANKS[name] ?? []) : []));
  return { ...search, ...Object.fromEntries(given), ...(blanks.length > 0 ? { without: blanks.join(',') } : {}) };
}
