import type { SourceReader } from '../reading.js';

const COUNTS = ['active_leads', 'unreplied_leads', 'paused_leads'] as const;
const STATUS = 'status_counts.';

/** Returns whether a key names one of an agent's counts. */
export const isWorkflowKey = (key: string): boolean =>
  (COUNTS as readonly string[]).includes(key) || (key.startsWith(STATUS) && key.length > STATUS.length);

/** Counts of an agent's leads, for jobs that run once for each agent. A status without leads counts 0. */
export const workflowSource: SourceReader = {
  keys: 'name',
  read(key, { workflow }) {
    if (!workflow) return { value: undefined, kind: 'number' };
    if (!key.startsWith(STATUS)) return { value: workflow[key as (typeof COUNTS)[number]], kind: 'number' };
    const status = key.slice(STATUS.length);
    const count = Object.hasOwn(workflow.status_counts, status) ? workflow.status_counts[status] : 0;
    return { value: count, kind: 'number' };
  },
};
