import { listAgentsByIds } from '../db/agents.js';
import { listFunctionIds } from '../db/cloud-functions.js';
import type { Db } from '../db/connection.js';
import { listCampaignNames, listKnownUsers } from '../db/reads/lead-details.js';
import { listTemplatesByIds } from '../db/templates.js';
import { actionsOf, type FullStep } from '../domain/jobs/steps.js';
import type { Problem } from '../domain/problem.js';
import type { LeadFilter, WorkflowFilters } from '../schemas/background-jobs.js';

/** What a job names by id. */
interface Naming {
  lead_filters: readonly LeadFilter[];
  workflow_filters: WorkflowFilters | null;
  steps: readonly FullStep[];
}

interface Reference {
  kind: 'workflow' | 'template' | 'user' | 'campaign' | 'function';
  id: string;
  field: string;
}

const KINDS: Record<string, Reference['kind']> = {
  workflow_id: 'workflow',
  template_id: 'template',
  fallback_template_id: 'template',
  user_id: 'user',
  assignee_id: 'user',
  function_id: 'function',
};

const WHAT: Record<Reference['kind'], string> = {
  workflow: 'is not a workflow of this account.',
  template: 'is not a template of this account.',
  user: 'is not a user of this account.',
  campaign: 'is not a campaign of this account.',
  function: 'is not a cloud function of this account.',
};

function referencesOf({ lead_filters, workflow_filters, steps }: Naming): Reference[] {
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
        Object.entries(action.params).flatMap(([name, value]): Reference[] => {
          const kind = Object.hasOwn(KINDS, name) ? KINDS[name] : undefined;
          return kind && typeof value === 'string'
            ? [{ kind, id: value, field: `/steps/${index}/${property}/params/${name}` }]
            : [];
        }),
      ),
    ),
  ];
}

/** What a job names that this account doesn't have. A foreign id answers like an unknown one. */
export async function missingReferences(db: Db, accountId: string, job: Naming): Promise<Problem[]> {
  const references = referencesOf(job);
  const idsOf = (kind: Reference['kind']) => [
    ...new Set(references.filter((one) => one.kind === kind).map(({ id }) => id.toLowerCase())),
  ];
  const [workflows, templates, users, campaigns] = [
    idsOf('workflow'),
    idsOf('template'),
    idsOf('user'),
    idsOf('campaign'),
  ];
  const known: Record<Reference['kind'], ReadonlySet<string>> = {
    workflow: new Set((await listAgentsByIds(db, accountId, workflows)).map(({ id }) => id)),
    template: new Set((await listTemplatesByIds(db, accountId, templates)).map(({ id }) => id)),
    user: users.length > 0 ? new Set(await listKnownUsers(db, accountId, users)) : new Set(),
    function: await listFunctionIds(db, accountId, idsOf('function')),
    campaign: campaigns.length > 0 ? new Set((await listCampaignNames(db, accountId, campaigns)).keys()) : new Set(),
  };
  return references
    .filter(({ kind, id }) => !known[kind].has(id.toLowerCase()))
    .map(({ kind, field }) => ({ code: 'VALIDATION_ERROR', field, message: WHAT[kind] }));
}
