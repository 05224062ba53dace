import type { Knex } from 'knex';
import { type AgentReadiness, listAgentReadiness } from '../../db/agents/agent-readiness.js';
import type { EventOrigin } from '../../db/events/events.js';
import { listCampaignNames, listKnownUsers } from '../../db/leads/lead-details.js';
import type { TagToFind } from '../../db/leads/tags.js';
import { tagSlug } from '../../domain/leads/tag-slug.js';
import { parseCountry } from '../../domain/values/country.js';
import { parseEmail } from '../../domain/values/email.js';
import { type Identity, identitiesOf } from '../../domain/values/identity.js';
import { PHONE_EXTENSION, readPhone } from '../../domain/values/phone.js';
import { findMetadataProblem, singleLine } from '../../domain/values/text.js';
import { parseTimezone } from '../../domain/values/timezone.js';
import { type Value, valid } from '../../domain/values/value.js';
import { ERROR_CODES, type ErrorCode } from '../../schemas/error-codes.js';
import type { ConsentChannel, ConsentState, DuplicatePolicy } from '../../schemas/leads/leads.js';

/** The reason why a lead can't be taken, with a JSON pointer into it. The value itself is never repeated. */
export interface LeadProblem {
  code: ErrorCode;
  field: string;
  message: string;
  details?: Record<string, unknown>;
}

/**
 * The columns of a lead, as they come in or, once they were read, each in its one canonical form: absent stays as it is,
 * null clears.
 */
export interface LeadFields {
  first_name?: string | undefined;
  last_name?: string | null | undefined;
  email?: string | null | undefined;
  phone?: string | null | undefined;
  source?: string | undefined;
  company?: string | null | undefined;
  title?: string | null | undefined;
  timezone?: string | null | undefined;
  country?: string | null | undefined;
  owner_id?: string | null | undefined;
  external_id?: string | null | undefined;
  deal_value?: number | null | undefined;
  deal_currency?: string | null | undefined;
  campaign_id?: string | null | undefined;
  consent?: Partial<Record<ConsentChannel, ConsentState>> | undefined;
  metadata?: Record<string, unknown> | undefined;
}

/** One lead to be made, as the API or an import hands it in. */
export interface LeadInput extends LeadFields {
  /** The lead of the account that an import means; without effect where the account has no such lead. */
  id?: string | undefined;
  tags?: string[] | undefined;
  workflow_id?: string | undefined;
  skip_first_message?: boolean | undefined;
  force_first_message?: string | undefined;
  on_duplicate?: DuplicatePolicy | undefined;
}

/** The addresses that a visitor typed. Others count as proven: they come from the API, an import or a signed user. */
export interface Typed {
  email?: boolean;
  phone?: boolean;
  /** A lead with a typed address is written to only on channels that it opted in to. */
  needsOptIn?: boolean;
}

/** Both addresses, as a visitor types them. */
export const TYPED: Typed = { email: true, phone: true };

/** On whose behalf leads are saved. */
export interface SaveContext {
  account: { id: string; timezone: string; country: string | null };
  origin: EventOrigin;
  requestId: string | null;
  /** The source of the consents. */
  source: 'api' | 'import' | 'form';
  importId?: string | null;
  /**
   * The time when the leads were received, where they are saved later: people who were erased in between aren't saved.
   */
  receivedAt?: Date;
  /** The addresses that a visitor typed. */
  typed?: Typed;
  /** The caller undoes everything where a lead fails: its campaign is then looked up when it joins. */
  isUndone?: true;
}

/** A lead of a batch that could be read. */
export interface Draft {
  index: number;
  input: LeadInput;
  values: LeadFields & { first_name: string };
  tags: TagToFind[];
  identities: Identity[];
  policy: DuplicatePolicy;
}

const LINES = ['first_name', 'last_name', 'source', 'company', 'title'] as const;

/**
 * Reads the columns of a lead: one-line texts, E.164 phone, plain email address, IANA zone, two-letter country.
 * A national phone number is read by the lead's country, else by `country`; its extension becomes metadata.
 */
export function readLead(
  fields: LeadFields,
  country: string | null,
): { ok: true; values: LeadFields } | { ok: false; problems: LeadProblem[] } {
  const problems: LeadProblem[] = [];
  const values: LeadFields = {};

  for (const key of LINES) {
    const text = fields[key];
    if (text === undefined) continue;
    const line = text === null ? '' : singleLine(text);
    if (line !== '') values[key] = line;
    else if (key === 'first_name') {
      problems.push({ code: 'VALIDATION_ERROR', field: '/first_name', message: "The first name can't be empty." });
    } else if (key !== 'source') values[key] = null;
  }
  for (const key of ['owner_id', 'campaign_id'] as const) {
    const id = fields[key];
    if (id !== undefined) values[key] = id === null ? null : id.toLowerCase();
  }
  if (fields.external_id !== undefined) values.external_id = fields.external_id?.trim() || null;

  if (fields.deal_value !== undefined) values.deal_value = fields.deal_value && Number(fields.deal_value.toFixed(2));
  if (fields.deal_currency !== undefined) values.deal_currency = fields.deal_currency;

  const read = (key: 'email' | 'phone' | 'timezone' | 'country', code: ErrorCode, parse: Parser) => {
    const text = fields[key];
    if (text === undefined) return;
    if (text === null || text.trim() === '') {
      values[key] = null;
      return;
    }
    const value = parse(text);
    if (value.ok) values[key] = value.value;
    else problems.push({ code, field: `/${key}`, message: value.message });
  };
  read('email', 'VALIDATION_ERROR', parseEmail);
  read('timezone', 'INVALID_TIMEZONE', parseTimezone);
  read('country', 'VALIDATION_ERROR', parseCountry);
  let extension: string | undefined;
  read('phone', 'INVALID_PHONE', (text) => {
    const phone = readPhone(text, values.country ?? country);
    if (!phone.ok) return phone;
    extension = phone.value.extension;
    return valid(phone.value.number);
  });

  if (fields.consent) values.consent = fields.consent;
  const metadata = extension ? { [PHONE_EXTENSION]: extension, ...fields.metadata } : fields.metadata;
  if (metadata) {
    const problem = metadataProblem(metadata);
    if (problem) problems.push(problem);
    else values.metadata = metadata;
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, values };
}

type Parser = (text: string) => Value<string>;

/** Returns what keeps a lead's whole metadata from being stored. */
export function metadataProblem(metadata: Record<string, unknown>): LeadProblem | undefined {
  const problem = findMetadataProblem(metadata);
  return problem && { code: 'VALIDATION_ERROR', field: `/metadata${problem.field}`, message: problem.message };
}

/** Reads tag names: each slug once, under the name that came first. */
export function readTags(
  names: readonly string[],
): { ok: true; tags: TagToFind[] } | { ok: false; problem: LeadProblem } {
  const tags = new Map<string, TagToFind>();
  for (const [index, given] of names.entries()) {
    const name = given.trim();
    const slug = tagSlug(name);
    if (slug === '') {
      const problem = {
        code: 'VALIDATION_ERROR' as const,
        field: `/tags/${index}`,
        message: 'A tag must have a name.',
      };
      return { ok: false, problem };
    }
    if (!tags.has(slug)) tags.set(slug, { name, slug });
  }
  return { ok: true, tags: [...tags.values()] };
}

/** The number of leads that are read before other requests get a turn. */
const AT_ONCE = 100;

/** Reads the leads of a batch and checks what they refer to; the order of drafts is that of the inputs. */
export async function readDrafts(
  tx: Knex,
  { account, isUndone }: SaveContext,
  inputs: readonly LeadInput[],
): Promise<{ drafts: Draft[]; failed: Map<number, LeadProblem[]> }> {
  const failed = new Map<number, LeadProblem[]>();
  const read: Draft[] = [];
  for (const [index, input] of inputs.entries()) {
    if (index % AT_ONCE === AT_ONCE - 1) await new Promise((resolve) => setImmediate(resolve));
    const result = readDraft(index, input, account.country);
    if (Array.isArray(result)) failed.set(index, result);
    else read.push(result);
  }
  const scope = { batch: inputs.length > 1, campaigns: isUndone !== true };
  const missing = await checkReferences(tx, account.id, read, scope);
  for (const [index, problem] of missing) failed.set(index, [problem]);
  return { drafts: read.filter(({ index }) => !missing.has(index)), failed };
}

function readDraft(index: number, input: LeadInput, country: string | null): Draft | LeadProblem[] {
  const result = readLead(input, country);
  const tags = readTags(input.tags ?? []);
  const problems = [...(result.ok ? [] : result.problems), ...(tags.ok ? [] : [tags.problem])];
  if (input.force_first_message !== undefined && input.workflow_id === undefined) {
    const message = 'force_first_message requires a workflow_id.';
    problems.push({ code: 'VALIDATION_ERROR', field: '/force_first_message', message });
  }
  if (!result.ok || !tags.ok || problems.length > 0) return problems;
  const { first_name } = result.values;
  if (first_name === undefined) {
    const message = 'The first name is required.';
    return [{ code: 'VALIDATION_ERROR', field: '/first_name', message }];
  }
  const values = { ...result.values, first_name };
  const identities = [...(input.id ? [{ kind: 'id' as const, value: input.id }] : []), ...identitiesOf(values)];
  return { index, input, values, tags: tags.tags, identities, policy: input.on_duplicate ?? 'create' };
}

/** Returns the campaigns, owners and, for batches, agents that drafts name but the account doesn't have, by draft. */
async function checkReferences(
  tx: Knex,
  accountId: string,
  drafts: readonly Draft[],
  { batch, campaigns: checksCampaigns }: { batch: boolean; campaigns: boolean },
): Promise<Map<number, LeadProblem>> {
  const distinct = (idOf: (draft: Draft) => string | null | undefined) => [
    ...new Set(drafts.flatMap((draft) => idOf(draft) ?? [])),
  ];
  const campaigns = await listCampaignNames(
    tx,
    accountId,
    checksCampaigns ? distinct(({ values }) => values.campaign_id) : [],
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
    if (checksCampaigns && values.campaign_id && !campaigns.has(values.campaign_id)) missing.set(index, NO_CAMPAIGN);
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
/** The problem of a person who was erased after the leads were received. */
export const ERASED_SINCE: LeadProblem = {
  code: 'LEAD_ERASED',
  field: '',
  message: 'This person was erased after the file was uploaded. The row was skipped. Upload a new file to import it.',
};
/** The problem of an owner who is no user of the account. */
export const NO_OWNER: LeadProblem = {
  code: 'VALIDATION_ERROR',
  field: '/owner_id',
  message: 'The account has no user with this ID.',
};

function agentProblem(agent: AgentReadiness | undefined): LeadProblem | undefined {
  const problem = (code: ErrorCode): LeadProblem => ({ code, field: '/workflow_id', message: ERROR_CODES[code][2] });
  if (!agent) return problem('WORKFLOW_NOT_FOUND');
  if (!agent.published) return problem('WORKFLOW_NOT_PUBLISHED');
  return agent.active ? undefined : problem('WORKFLOW_PAUSED');
}
