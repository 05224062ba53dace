import { actionsOf, type FullStep } from '../../domain/jobs/steps.js';
import type { LeadFilter, WorkflowFilters } from '../../schemas/jobs/background-jobs.js';
import { type Reference, referencesOfAction } from '../agents/references.js';

/** The references of a job by ID. */
interface Naming {
  lead_filters: readonly LeadFilter[];
  workflow_filters: WorkflowFilters | null;
  steps: readonly FullStep[];
}

/** Lists everything that a job names by its id. */
export function referencesOfJob({ lead_filters, workflow_filters, steps }: Naming): Reference[] {
  const list = (ids: readonly string[] | undefined, kind: Reference['kind'], at: string): Reference[] =>
    (ids ?? []).map((id, index) => ({ kind, id, field: `${at}/${index}` }));
  return [
    ...lead_filters.map(({ workflow_id }, index) => ({
      kind: 'workflow' as const,
      id: workflow_id,
      field: `/lead_filters/${index}/workflow_id`,
    })),
    ...list(workflow_filters?.workflow_ids, 'workflow', '/workflow_filters/workflow_ids'),
    ...list(workflow_filters?.exclude_workflow_ids, 'workflow', '/workflow_filters/exclude_workflow_ids'),
    ...list(workflow_filters?.campaign_ids, 'campaign', '/workflow_filters/campaign_ids'),
    ...steps.flatMap((step, index) =>
      actionsOf(step).flatMap(({ action, property }) =>
        referencesOfAction(action.params, `/steps/${index}/${property}/params`),
      ),
    ),
  ];
}
