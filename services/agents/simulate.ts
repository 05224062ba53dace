import { conversionTypeNames } from '../../db/campaigns/conversions.js';
import { listTemplatesByIds } from '../../db/channels/templates.js';
import type { Db } from '../../db/connection.js';
import { type LeadSnapshot, NO_HISTORY } from '../../db/leads/snapshots.js';
import type { LeadRow, TemplateRow } from '../../db/tables.js';
import type { AssumedEvent } from '../../domain/cadence/assumed-facts.js';
import type { StepContent } from '../../domain/cadence/decision.js';
import { simulate } from '../../domain/cadence/simulate.js';
import { initialState } from '../../domain/cadence/state.js';
import type { Simulation } from '../../domain/cadence/walk.js';
import type { Facts } from '../../domain/facts.js';
import { tagSlug } from '../../domain/leads/tag-slug.js';
import { renderMessage } from '../../domain/messages/message-content.js';
import { renderTemplate, type TemplateVariables } from '../../domain/messages/template-render.js';
import { newId } from '../../runtime/ids.js';
import type { AgentDefinition } from '../../schemas/agents/agents.js';
import type { SimulatedLead } from '../../schemas/agents/simulation.js';
import type { Channel } from '../../schemas/cadence/cadence.js';
import { outerHolds, toFacts } from '../agent-runs/evaluation-facts.js';
import type { LeadFields } from '../leads/read-lead.js';
import { toStoredTemplate } from '../messages/compose.js';
import { runWaiter } from '../messages/lines.js';
import { templateVariables } from '../messages/template-variables.js';
import { readBlockers, templateIdsOf } from './send-blockers.js';
import { readSimulatedSenders, type SimulatedSenders } from './simulated-senders.js';

export interface SimulationRequest {
  agent: { id: string; name: string };
  definition: AgentDefinition;
  snapshot: LeadSnapshot;
  startsAt: Date;
  assume: readonly AssumedEvent[];
  skipFirstMessage: boolean;
  forceFirstMessage: string | null;
  unsubscribeUrl: string;
  /** True if only a person's switch keeps it from running: then that holds it. */
  isLive: boolean;
}

/** Walks a lead through a cadence in memory. Reads the templates it names and changes nothing. */
export async function simulateCadence(db: Db, request: SimulationRequest): Promise<Simulation & { timezone: string }> {
  const { agent, definition, snapshot, startsAt } = request;
  const blockers = await readBlockers(db, snapshot.account.id, definition);
  const rows = await listTemplatesByIds(db, snapshot.account.id, templateIdsOf(definition));
  const templates = new Map(rows.map((row) => [row.id, row]));
  const types = await conversionTypesOf(db, definition);
  const facts = enrolledFacts(
    toFacts(snapshot, definition, agent.id, null, { holds: request.isLive ? outerHolds(snapshot, null) : [] }),
    definition,
    startsAt,
  );
  const senders = await sendersOf(db, request, facts);
  const variablesAt = (now: Date, current: Facts): TemplateVariables => {
    const moment = { ...snapshot, metadata: current.metadata, variables: current.variables, tags: [...current.tags] };
    const { unsubscribeUrl } = request;
    const by = senders.current('email') ?? blockers.senders.get('email');
    const sender = by?.channel === 'email' ? by.row : undefined;
    return templateVariables(moment, { now: now.toISOString(), sender, agent, unsubscribeUrl });
  };
  const result = simulate(definition, facts, {
    startsAt,
    assume: request.assume,
    skip_first_message: request.skipFirstMessage,
    force_first_message: request.forceFirstMessage,
    usageOf: senders.usageAt,
    sentBy: senders.sentBy,
    refusalOf: blockers.refusalOf,
    blockersOf: (channel, content, at) =>
      blockers.before(channel, content, at, snapshot.lead.id, senders.current(channel)),
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

/** Reads the senders of the run, with the usage of their caps at the start. */
function sendersOf(
  db: Db,
  { agent, definition, snapshot, startsAt }: SimulationRequest,
  facts: Facts,
): Promise<SimulatedSenders> {
  const { account, lead } = snapshot;
  const paper = { id: '', account_id: account.id, hold_reason: null, enrolled_at: startsAt };
  const waiter = runWaiter(paper, { definition, state: initialState(startsAt), facts });
  return readSimulatedSenders(db, {
    now: startsAt,
    accountId: account.id,
    leadId: lead.id,
    agentId: agent.id,
    account,
    definition,
    waiter,
  });
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
  const isMissing = rendered.code === 'TEMPLATE_NOT_FOUND';
  return { subject: null, text: isMissing ? rendered.message : `It can’t be rendered: ${rendered.message}` };
}

/** Makes the snapshot of a lead that only exists in memory; `values` are its columns as they were read. */
export function inMemorySnapshot(
  now: Date,
  account: LeadSnapshot['account'],
  values: LeadFields,
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
    deal_value: values.deal_value ?? null,
    deal_currency: values.deal_currency ?? null,
    whatsapp_user_id: null,
    whatsapp_username: null,
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
    hidden: false,
    erased_at: null,
  };
  const at = now.toISOString();
  const variables = Object.entries(given.variables ?? {}).map(
    ([key, value]) => [key, { value, value_text: String(value), confidence: 1, updated_at: at }] as const,
  );
  return {
    lead,
    metadata,
    ...NO_HISTORY,
    account,
    tags: (given.tags ?? []).map(tagSlug),
    variables: Object.fromEntries(variables),
  };
}
