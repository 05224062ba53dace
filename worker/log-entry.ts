import type { LogEntry } from '@temporalio/worker';

/** The subjects of an entry of Temporal's SDK, as our log names them: IDs and kinds, never the content of a task. */
const NAMES = {
  workflowId: 'workflow_id',
  runId: 'run_id',
  workflowRunId: 'run_id',
  workflowType: 'workflow_type',
  activityType: 'activity_type',
  activityId: 'activity_id',
  attempt: 'attempt',
  taskQueue: 'task_queue',
} as const;

/**
 * Returns the fields of our log for an entry of the SDK's: whose workflow and which activity it is about, and the
 * error.
 */
export function whatItIsAbout({ meta = {} }: Pick<LogEntry, 'meta'>): Record<string, unknown> {
  const named = Object.entries(NAMES).flatMap(([key, name]) => (meta[key] === undefined ? [] : [[name, meta[key]]]));
  return { ...Object.fromEntries(named), ...(meta.error ? { detail: String(meta.error) } : {}) };
}
