import type { Db } from '../db/connection.js';
import { conversionTypeNames } from '../db/conversions.js';
import { type LeadSnapshot, NO_CONVERSIONS } from '../db/facts.js';
import type { LeadRow, TemplateRow } from '../db/tables.js';
import { listTemplatesByIds } from '../db/templates.js';
import type { AssumedEvent } from '../domain/cadence/assumed-facts.js';
import type { StepContent } from '../domain/cadence/decision.js';
import { NO_USAGE, type Usage } from '../domain/cadence/limits.js';
import { type Simulation, simulate } from '../domain/cadence/simulate.js';
import type { Facts } from '../domain/facts.js';
import { renderMessage } from '../domain/message-content.js';
import { tagSlug } from '../domain/tag-slug.js';
import { renderTemplate, type TemplateVariables } from '../domain/template-render.js';
import { newId } from '../runtime/ids.js';
import type { AgentDefinition } from '../schemas/agents.js';
import { CHANNELS, type Channel } from '../schemas/cadence.js';
import type { SimulatedLead } from '../schemas/simulation.js';
import { outerHolds, toFacts } from './facts.js';
import type { LeadValues } from './lead-input.js';
import { toStoredTemplate } from './message-compose.js';
import { type Obstacles, readObstacles, templateIdsOf } from './obstacles.js';
import { templateVariables } from './template-variables.js';
import { peekUsage } from './usage.js';

export interface SimulationRequest {
  agent: { id: string; name: string };
  definition: AgentDefinition;
  snapshot: LeadSnapshot;
  startsAt: Date;
  assume: readonly AssumedEvent[];
  skipFirstMessage: boolean;
  forceFirstMessage: string | null;
  unsubscribeUrl: string;
  /** Whether only a person's switch keeps it from running: then that holds it. */
  isLive: boolean;
}

/** Walks a lead through a cadence on paper. Reads the templates it names and changes nothing. */
export async function simulateCadence(db: Db, request: SimulationRequest): Promise<Simulation & { timezone: string }> {
  const { agent, definition, snapshot, startsAt } = request;
  const obstacles = await readObstacles(db, snapshot.account.id, definition);
  const rows = await listTemplatesByIds(db, snapshot.account.id, templateIdsOf(definition));
  const templates = new Map(rows.map((row) => [row.id, row]));
  const usage = await usageOf(db, request, obstacles);
  const types = await conversionTypesOf(db, definition);
  const facts = enrolledFacts(
    toFacts(snapshot, definition, agent.id, null, { holds: request.isLive ? outerHolds(snapshot, null) : [] }),
    definition,
    startsAt,
  );
  const mailSender = obstacles.senders.get('email');
  const sender = mailSender?.channel === 'email' ? mailSender.row : undefined;
  const variablesAt = (now: Date, current: Facts): TemplateVariables => {
    const moment = { ...snapshot, metadata: current.metadata, variables: current.variables, tags: [...current.tags] };
    const { unsubscribeUrl } = request;
    return templateVariables(moment, { now: now.toISOString(), sender, agent, unsubscribeUrl });
  };
  const result = simulate(definition, facts, {
    startsAt,
    assume: request.assume,
    skip_first_message: request.skipFirstMessage,
    force_first_message: request.forceFirstMessage,
    usageOf: (channel) => usage.get(channel) ?? NO_USAGE,
    refusalOf: obstacles.refusalOf,
    obstaclesOf: (channel, content, at) => obstacles.before(channel, content, at, snapshot.lead.id),
    renderContent: (content, channel, current, now) => show(channel, content, templates, variablesAt(now, current)),
    conversionTypeOf: (id) => types.get(id),
    renderText: (template, current, now) => {
      const rendered = renderTemplate(template, variablesAt(now, current), 'text');
      return rendered.ok ? rendered.value : '';
    },
  });
  return { ...result, timezone: facts.timezone };
}

/** The kinds of conversion that a cadence records itself. */
function conversionTypesOf(db: Db, { cadence }: AgentDefinition) {
  const ids = cadence.steps.flatMap((step) =>
    step.type !== 'set'
      ? []
      : step.actions.flatMap((action) =>
          action.type === 'record_conversion' ? [action.params.conversion_type_id.toLowerCase()] : [],
        ),
  );
  return conversionTypeNames(db, ids);
}

/** What counts against caps when it starts, on each channel. */
async function usageOf(
  db: Db,
  { agent, definition, snapshot, startsAt }: SimulationRequest,
  { senders }: Obstacles,
): Promise<Map<Channel, Usage>> {
  const { account, lead } = snapshot;
  const common = { now: startsAt, leadId: lead.id, agentId: agent.id, account, definition };
  const read = async (channel: Channel) =>
    [channel, await peekUsage(db, { ...common, sender: senders.get(channel) })] as const;
  return new Map(await Promise.all(CHANNELS.map(read)));
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
    windows: [],
    lastCall: null,
    meetings: [],
  };
}
