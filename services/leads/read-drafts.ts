import type { Knex } from 'knex';
import { type AgentReadiness, listAgentReadiness } from '../../db/agents/agent-readiness.js';
import { listCampaignNames, listKnownUsers } from '../../db/leads/lead-details.js';
import { identitiesOf } from '../../domain/values/identity.js';
import { ERROR_CODES, type ErrorCode } from '../../schemas/error-codes.js';
import type { Draft, LeadInput, SaveContext } from './batch.js';
import { type LeadProblem, readLead } from './read-lead.js';
import { readTags } from './tags.js';

/** How many leads are read before other requests get a turn. */
const AT_ONCE = 100;

/** Reads the leads of a batch and checks what they refer to; the order of drafts is that of the inputs. */
export async function readDrafts(
  tx: Knex,
  { account }: SaveContext,
  inputs: readonly LeadInput[],
): Promise<{ drafts: Draft[]; failed: Map<number, LeadProblem[]> }> {
  const failed = new Map<number, LeadProblem[]>();
  const read: Draft[] = [];
  for (const [index, input] of inputs.entries()) {
    if (index % AT_ONCE === AT_ONCE - 1) await new Promise((resolve) => setImmediate(resolve));
    const result = readDraft(index, input, account.country);
    if (result.ok) read.push(result.draft);
    else failed.set(index, result.problems);
  }
  const missing = await checkReferences(tx, account.id, read, inputs.length > 1);
  for (const [index, problem] of missing) failed.set(index, [problem]);
  return { drafts: read.filter(({ index }) => !missing.has(index)), failed };
}

type ReadDraft = { ok: true; draft: Draft } | { ok: false; problems: LeadProblem[] };

function readDraft(index: number, input: LeadInput, country: string | null): ReadDraft {
  const result = readLead(input, country);
  const tags = readTags(input.tags ?? []);
  const problems = [...(result.ok ? [] : result.problems), ...(tags.ok ? [] : [tags.problem])];
  if (input.force_first_message !== undefined && input.workflow_id === undefined) {
    const message = 'force_first_message needs a workflow_id.';
    problems.push({ code: 'VALIDATION_ERROR', field: '/force_first_message', message });
  }
  if (!result.ok || !tags.ok || problems.length > 0) return { ok: false, problems };
  const { first_name } = result.values;
  if (first_name === undefined) {
    const message = 'The first name is required.';
    return { ok: false, problems: [{ code: 'VALIDATION_ERROR', field: '/first_name', message }] };
  }
  const values = { ...result.values, first_name };
  const identities = identitiesOf(values);
  return {
    ok: true,
    draft: { index, input, values, tags: tags.tags, identities, policy: input.on_duplicate ?? 'create' },
  };
}

/** What of campaigns, owners and, for batches, agents the drafts name but the account hasn't, by draft. */
async function checkReferences(
  tx: Knex,
  accountId: string,
  drafts: readonly Draft[],
  batch: boolean,
): Promise<Map<number, LeadProblem>> {
  const distinct = (idOf: (draft: Draft) => string | null | undefined) => [
    ...new Set(drafts.flatMap((draft) => idOf(draft) ?? [])),
  ];
  const campaigns = await listCampaignNames(
    tx,
    accountId,
    distinct(({ values }) => values.campaign_id),
  );
  const owners = await listKnownUsers(
    tx,
    accountId,
    distinct(({ values }) => values.owner_id),
  );
  // A single lead whose agent is missing is refused by the enrolment itself; a batch must know before it writes.
  const agents = batch
    ? await listAgentReadiness(
        tx,
        accountId,
        distinct(({ input }) => input.workflow_id?.toLowerCase()),
      )
    : undefined;
  const missing = new Map<number, LeadProblem>();
  for (const { index, values, input } of drafts) {
    const notReady =
      agents && input.workflow_id ? agentProblem(agents.get(input.workflow_id.toLowerCase())) : undefined;
    if (values.campaign_id && !campaigns.has(values.campaign_id)) missing.set(index, NO_CAMPAIGN);
    else if (values.owner_id && !owners.has(values.owner_id)) missing.set(index, NO_OWNER);
    else if (notReady) missing.set(index, notReady);
  }
  return missing;
}

/** The problem of a campaign that the account hasn't. */
export const NO_CAMPAIGN: LeadProblem = {
  code: 'CAMPAIGN_NOT_FOUND',
  field: '/campaign_id',
  message: 'Campaign not found.',
};
/** The problem of an owner who is no user of the account. */
export const NO_OWNER: LeadProblem = {
  code: 'VALIDATION_ERROR',
  field: '/owner_id',
  message: 'The account has no user with this id.',
};

function agentProblem(agent: AgentReadiness | undefined): LeadProblem | undefined {
  const problem = (code: ErrorCode): LeadProblem => ({ code, field: '/workflow_id', message: ERROR_CODES[code][2] });
  if (!agent) return problem('WORKFLOW_NOT_FOUND');
  if (!agent.published) return problem('WORKFLOW_NOT_PUBLISHED');
  return agent.active ? undefined : problem('WORKFLOW_PAUSED');
}
