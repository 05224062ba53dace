import type { Db } from '../../db/connection.js';
import type { Work } from '../../db/work.js';
import { publicUrl, secretsOf } from '../../runtime/config.js';
import { statusOf } from '../../schemas/error-codes.js';
import { type BulkResult, createLeadContract } from '../../schemas/leads/create-leads.js';
import type { Lead } from '../../schemas/leads/leads.js';
import type { Enrolled } from '../../services/agent-runs/enroll.js';
import { createConfirmationLinks } from '../../services/leads/confirm-contact.js';
import { toLead, viewLead } from '../../services/leads/lead-view.js';
import type { LeadInput, SaveContext } from '../../services/leads/read-lead.js';
import { type SaveOutcome, saveLeads } from '../../services/leads/save-leads.js';
import { createProofs } from '../../services/widget/proofs.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../http/errors.js';
import { route } from '../http/route.js';
import { countContact, createContact } from './create-contact.js';
import { canonicalLead, givenFields, isObject, problemError, readCreate } from './lead-body.js';

type Saved = Exclude<SaveOutcome, { kind: 'failed' }>;

export const createLeadRoute = ({ config }: ApiDependencies) => {
  const proofs = createProofs(secretsOf(config));
  const links = createConfirmationLinks(secretsOf(config), publicUrl(config));
  return route(createLeadContract)
    .reading(readLeads)
    .handle(async ({ work, db, account, body, origin, requestId, site, req, now }) => {
      const context: SaveContext = { account, origin, requestId, source: 'api' };
      if (site) {
        await countContact(db, proofs, site, { req, now });
        return createContact(work, context, { site, req }, links, body.several ? undefined : body.lead);
      }
      return body.several ? createMany(work, context, body.leads) : createOne(work, context, body.lead);
    }, canonicalLeads);
};

/** One lead of several: what it gives, or why it can't be taken. */
type Item = { value: Record<string, unknown> } & ({ input: LeadInput } | { error: ApiError });

/** The content of a body: one lead, or several that are judged separately. */
type LeadsBody = { several: false; lead: LeadInput } | { several: true; leads: Item[] };

/** Reads a body of POST /leads, which is a lead, a list of leads, or one with what is common to them. */
async function readLeads(body: unknown): Promise<LeadsBody> {
  const values = itemsOf(body);
  if (!values) {
    if (!isObject(body))
      throw new ApiError('VALIDATION_ERROR', { message: 'The body must be a lead or a list of leads.' });
    return { several: false, lead: readCreate(body) };
  }
  const leads: Item[] = [];
  for (const [index, value] of values.entries()) {
    await giveWay(index);
    leads.push(readItem(value));
  }
  return { several: true, leads };
}

function readItem(value: Record<string, unknown>): Item {
  try {
    return { value, input: readCreate(value) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { value, error };
  }
}

/** The leads that a body describes, each as it would be kept; one that can't be taken as it came. */
async function canonicalLeads(body: LeadsBody, { country }: { country: string | null }): Promise<unknown> {
  if (!body.several) return canonicalLead(body.lead, country);
  const leads: unknown[] = [];
  for (const [index, item] of body.leads.entries()) {
    await giveWay(index);
    leads.push('input' in item ? canonicalLead(item.input, country) : item.value);
  }
  return { leads };
}

/** Reading a thousand leads takes a while; others get their turn in between. */
async function giveWay(index: number): Promise<void> {
  if (index % 100 === 99) await new Promise((resolve) => setImmediate(resolve));
}

async function createOne(work: Work, context: SaveContext, input: LeadInput) {
  const { tx } = work;
  const [outcome] = await saveLeads(work, { ...context, isUndone: true }, [input]);
  if (!outcome || outcome.kind === 'failed') throw problemError(outcome?.problems ?? []);
  // The lead is there already and stays as it is in its agent; anything else means that nothing is to be made.
  if (outcome.refusal && outcome.refusal.code !== 'ALREADY_ENROLLED') {
    throw problemError([{ ...outcome.refusal, field: '/workflow_id' }]);
  }
  return {
    status: 201 as const,
    body: {
      success: true as const,
      lead: await view(tx, outcome, input),
      workflow_run: outcome.run && viewRun(outcome.run),
      deduplicated: outcome.kind !== 'created',
      warnings: outcome.warnings,
    },
    headers: { ETag: `"${outcome.lead.version}"`, Location: `/api/public/leads/${outcome.lead.id}` },
  };
}

async function createMany(work: Work, context: SaveContext, items: readonly Item[]) {
  const results: BulkResult[] = [];
  const inputs: { index: number; input: LeadInput }[] = [];
  for (const [index, item] of items.entries()) {
    if ('input' in item) inputs.push({ index, input: item.input });
    else results[index] = failure(index, item.error);
  }
  const outcomes = await saveLeads(
    work,
    context,
    inputs.map(({ input }) => input),
  );
  for (const [at, { index }] of inputs.entries()) {
    const outcome = outcomes[at];
    results[index] =
      !outcome || outcome.kind === 'failed'
        ? failure(index, problemError(outcome?.problems ?? []))
        : {
            index,
            success: true,
            outcome: outcome.kind,
            lead_id: outcome.lead.id,
            workflow_run_id: outcome.run?.run.id ?? null,
            warnings: outcome.warnings,
          };
  }
  const count = (kind: string) => results.filter((result) => result.outcome === kind).length;
  const counts = { created: count('created'), reused: count('reused'), updated: count('updated') };
  const failed = results.filter((result) => !result.success).length;
  if (failed === results.length) {
    throw new ApiError('VALIDATION_ERROR', {
      message: 'None of the leads is valid.',
      details: { errors: results.slice(0, 20).map(toDetail) },
      body: { success: false, ...counts, failed, results },
    });
  }
  return {
    status: failed > 0 ? (207 as const) : (201 as const),
    body: { success: true as const, ...counts, failed, results },
  };
}

const failure = (index: number, error: ApiError): BulkResult => ({
  index,
  success: false,
  error: error.message,
  code: error.code,
  field: error.extras.field ?? '',
  ...(statusOf(error.code) === 409 && typeof error.extras.details?.lead_id === 'string'
    ? { lead_id: error.extras.details.lead_id }
    : {}),
});

const toDetail = ({ index, field, error, code }: BulkResult) => ({
  field: `/${index}${field ?? ''}`,
  message: error ?? 'is not valid',
  code: code ?? null,
});

/** The leads of a bulk request with its defaults filled in; undefined when the body is a single lead. */
function itemsOf(body: unknown): Record<string, unknown>[] | undefined {
  if (Array.isArray(body)) return checkItems(body, '');
  if (!isObject(body) || !('leads' in body) || 'first_name' in body) return undefined;
  const { leads, defaults, ...others } = body;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw invalid(`/${unknown}`, 'is not a known field; check its spelling');
  if (!Array.isArray(leads)) throw invalid('/leads', 'must be an array');
  if (defaults !== undefined && defaults !== null && !isObject(defaults))
    throw invalid('/defaults', 'must be an object');
  const items = checkItems(leads, '/leads');
  if (!defaults) return items;
  const given = givenFields(defaults);
  return items.map((lead) => withDefaults(givenFields(lead), given));
}

function checkItems(items: unknown[], at: string): Record<string, unknown>[] {
  if (items.length === 0) throw invalid(at, 'must hold at least one lead');
  const wrong = items.findIndex((item) => !isObject(item));
  if (wrong >= 0) throw invalid(`${at}/${wrong}`, 'must be an object');
  return items as Record<string, unknown>[];
}

function withDefaults(lead: Record<string, unknown>, defaults: Record<string, unknown>): Record<string, unknown> {
  const metadata =
    isObject(lead.metadata) && isObject(defaults.metadata) ? { ...defaults.metadata, ...lead.metadata } : undefined;
  return { ...defaults, ...lead, ...(metadata ? { metadata } : {}) };
}

const invalid = (field: string, message: string) =>
  new ApiError('VALIDATION_ERROR', {
    message: `${field === '' ? 'The body' : field} ${message}.`,
    field,
    details: { errors: [{ field, message }] },
  });

/** The lead as answered; of one that is new and has no tags, everything is known without asking. */
async function view(db: Db, { kind, lead, campaignName, run }: Saved, { tags }: LeadInput): Promise<Lead> {
  const isCampaignKnown = lead.campaign_id === null || campaignName !== undefined;
  if (kind !== 'created' || !isCampaignKnown || (tags ?? []).length > 0) return viewLead(db, lead);
  return toLead(lead, { tags: [], campaignName, primary: run ? toPrimary(run) : undefined });
}

const toPrimary = ({ run, agent: { id, name, goal_type }, statusLabel }: Enrolled) => ({
  run,
  agent: { id, name, goal_type },
  statusLabel,
});

const viewRun = ({ run, agent, cadence }: Enrolled) => ({
  id: run.id,
  workflow: { id: agent.id, name: agent.name },
  cadence_state: run.cadence_state,
  cadence,
});
