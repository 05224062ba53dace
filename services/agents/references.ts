import { listAgentsByIds } from '../../db/agents/agents.js';
import { conversionTypeNames } from '../../db/campaigns/conversions.js';
import { listTemplatesByIds } from '../../db/channels/templates.js';
import type { Db } from '../../db/connection.js';
import { listFunctionIds } from '../../db/functions/functions.js';
import { listCampaignNames, listKnownUsers } from '../../db/leads/lead-details.js';
import { listKnownHosts, listKnownMeetingTypes } from '../../db/meetings/meeting-types.js';
import type { Problem } from '../../domain/problem.js';

/** Something that a definition names by its id, and where. */
export interface Reference {
  kind: 'workflow' | 'template' | 'user' | 'campaign' | 'meeting_type' | 'host' | 'conversion_type' | 'function';
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
  meeting_type_id: 'meeting_type',
  host_id: 'host',
  conversion_type_id: 'conversion_type',
};

const WHAT: Record<Reference['kind'], string> = {
  workflow: 'must be a workflow of this account.',
  template: 'must be a template of this account.',
  user: 'must be a user of this account.',
  campaign: 'must be a campaign of this account.',
  function: 'must be a cloud function of this account.',
  meeting_type: 'must be a meeting type of this account.',
  host: 'must be a host of this account.',
  conversion_type: 'must be a conversion type of this account.',
};

/** Those of the ids that the account has. */
const KNOWN: Record<Reference['kind'], (db: Db, accountId: string, ids: string[]) => Promise<Iterable<string>>> = {
  workflow: async (...asked) => (await listAgentsByIds(...asked)).map(({ id }) => id),
  template: async (...asked) => (await listTemplatesByIds(...asked)).map(({ id }) => id),
  user: listKnownUsers,
  function: listFunctionIds,
  campaign: async (...asked) => (await listCampaignNames(...asked)).keys(),
  meeting_type: listKnownMeetingTypes,
  host: listKnownHosts,
  conversion_type: async (db, accountId, ids) => {
    const known = [...(await conversionTypeNames(db, ids)).values()];
    return known.filter(({ account_id }) => account_id === accountId).map(({ id }) => id);
  },
};

/** Lists what an action's params name; `at` is their JSON pointer. */
export const referencesOfAction = (params: object, at: string): Reference[] =>
  Object.entries(params).flatMap(([name, value]): Reference[] => {
    const kind = Object.hasOwn(KINDS, name) ? KINDS[name] : undefined;
    return kind && typeof value === 'string' ? [{ kind, id: value, field: `${at}/${name}` }] : [];
  });

/** Lists those of the references that this account doesn't have. A foreign id answers like an unknown one. */
export async function missingReferences(
  db: Db,
  accountId: string,
  references: readonly Reference[],
): Promise<Problem[]> {
  const idsOf = (kind: Reference['kind']) => [
    ...new Set(references.filter((one) => one.kind === kind).map(({ id }) => id.toLowerCase())),
  ];
  const known = {} as Record<Reference['kind'], ReadonlySet<string>>;
  for (const kind of Object.keys(KNOWN) as Reference['kind'][]) {
    const ids = idsOf(kind);
    known[kind] = ids.length === 0 ? new Set() : new Set(await KNOWN[kind](db, accountId, ids));
  }
  return references
    .filter(({ kind, id }) => !known[kind].has(id.toLowerCase()))
    .map(({ kind, field }) => ({ code: 'VALIDATION_ERROR', field, message: WHAT[kind] }));
}
