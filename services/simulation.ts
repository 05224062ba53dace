import type { Db } from '../db/connection.js';
import { type LeadSnapshot, NO_CONVERSIONS } from '../db/facts.js';
import type { EmailSenderRow, LeadRow, TemplateRow } from '../db/tables.js';
import { listTemplatesByIds } from '../db/templates.js';
import type { StepContent } from '../domain/cadence/decision.js';
import type { Usage } from '../domain/cadence/limits.js';
import { type AssumedEvent, type Simulation, simulate } from '../domain/cadence/simulate.js';
import { isSending } from '../domain/cadence/steps.js';
import type { Facts } from '../domain/facts.js';
import { renderMessage } from '../domain/message-content.js';
import { tagSlug } from '../domain/tag-slug.js';
import { renderTemplate, type TemplateVariables } from '../domain/template-render.js';
import { newId } from '../runtime/ids.js';
import type { AgentDefinition } from '../schemas/agents.js';
import type { Channel } from '../schemas/cadence.js';
import type { SimulatedLead } from '../schemas/simulation.js';
import { toFacts } from './facts.js';
import type { LeadValues } from './lead-input.js';
import { toStoredTemplate } from './message-compose.js';
import { templateVariables } from './template-variables.js';

export interface SimulationRequest {
  agent: { id: string; name: string };
  definition: AgentDefinition;
  snapshot: LeadSnapshot;
  startsAt: Date;
  assume: readonly AssumedEvent[];
  skipFirstMessage: boolean;
  forceFirstMessage: string | null;
  sender: EmailSenderRow | undefined;
  unsubscribeUrl: string;
  usage: Usage;
}

/** Walks a lead through a cadence on paper. Reads the templates it names and changes nothing. */
export async function simulateCadence(db: Db, request: SimulationRequest): Promise<Simulation & { timezone: string }> {
  const { agent, definition, snapshot, startsAt } = request;
  const templates = await templatesOf(db, snapshot.account.id, definition);
  const facts = enrolledFacts(toFacts(snapshot, definition, agent.id, null), definition, startsAt);
  const variablesAt = (now: Date, current: Facts): TemplateVariables => {
    const moment = { ...snapshot, metadata: current.metadata, variables: current.variables, tags: [...current.tags] };
    const { sender, unsubscribeUrl } = request;
    return templateVariables(moment, { now: now.toISOString(), sender, agent, unsubscribeUrl });
  };
  const result = simulate(definition, facts, {
    startsAt,
    assume: request.assume,
    skip_first_message: request.skipFirstMessage,
    force_first_message: request.forceFirstMessage,
    usage: request.usage,
    renderContent: (content, channel, current, now) => show(channel, content, templates, variablesAt(now, current)),
    renderText: (template) => {
      const rendered = renderTemplate(template, variablesAt(startsAt, facts), 'text');
      return rendered.ok ? rendered.value : '';
    },
  });
  return { ...result, timezone: facts.timezone };
}

async function templatesOf(db: Db, accountId: string, { cadence }: AgentDefinition): Promise<Map<string, TemplateRow>> {
  const ids = cadence.steps
    .filter(isSending)
    .flatMap((step) => [
      ...[step, ...(step.variants ?? [])].map((part) => ('template_id' in part ? part.template_id : undefined)),
      step.type === 'message' ? step.fallback_template_id : undefined,
    ])
    .flatMap((id) => (id === undefined ? [] : [id.toLowerCase()]));
  const rows = await listTemplatesByIds(db, accountId, [...new Set(ids)]);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The facts of a lead that has just been enrolled: in the agent's first status. */
function enrolledFacts(facts: Facts, { statuses }: AgentDefinition, at: Date): Facts {
  const initial = statuses.find((status) => status.is_initial) ?? statuses[0];
  if (!initial) return facts;
  const { key, category } = initial;
  return { ...facts, status: { key, category, entered_at: at.toISOString(), previous_key: null } };
}

function show(
  channel: Channel,
  content: StepContent,
  templates: ReadonlyMap<string, TemplateRow>,
  variables: TemplateVariables,
): { subject: string | null; text: string | null } {
  const row = content.template_id === null ? undefined : templates.get(content.template_id.toLowerCase());
  const rendered = renderMessage(channel, content, row && toStoredTemplate(row), variables);
  if (rendered.ok) {
    const { value } = rendered;
    return { subject: value.channel === 'email' ? value.subject : null, text: value.text };
  }
  const gone = rendered.code === 'TEMPLATE_NOT_FOUND';
  return { subject: null, text: gone ? rendered.message : `It can’t be rendered: ${rendered.message}` };
}

/** The snapshot of a lead that only exists on paper; `values` are its columns as they were read. */
export function paperSnapshot(
  now: Date,
  account: LeadSnapshot['account'],
  values: LeadValues,
  given: Pick<SimulatedLead, 'tags' | 'variables'>,
): LeadSnapshot {
  const metadata = values.metadata ?? {};
  const lead: LeadRow = {
    id: newId(),
    account_id: account.id,
    first_name: values.first_name ?? '',
    last_name: values.last_name ?? null,
    email: values.email ?? null,
    phone: values.phone ?? null,
    source: values.source ?? 'api',
    company: values.company ?? null,
    title: values.title ?? null,
    timezone: values.timezone ?? null,
    country: values.country ?? null,
    owner_id: null,
    external_id: values.external_id ? Buffer.from(values.external_id) : null,
    consent_whatsapp: values.consent?.whatsapp ?? 'unknown',
    consent_email: values.consent?.email ?? 'unknown',
    consent_call: values.consent?.call ?? 'unknown',
    consent_sms: values.consent?.sms ?? 'unknown',
    metadata: JSON.stringify(metadata),
    campaign_id: null,
    import_id: null,
    version: 1,
    created_at: now,
    updated_at: now,
    hidden: 0,
    erased_at: null,
  };
  const at = now.toISOString();
  const variables = Object.entries(given.variables ?? {}).map(
    ([key, value]) => [key, { value, value_text: String(value), confidence: 1, updated_at: at }] as const,
  );
  return {
    lead,
    metadata,
    engagement: {},
    account,
    tags: (given.tags ?? []).map(tagSlug),
    variables: Object.fromEntries(variables),
    suppressed: [],
    conversions: NO_CONVERSIONS,
    meetings: [],
  };
}
