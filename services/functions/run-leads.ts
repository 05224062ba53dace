import { listOpenRuns } from '../../db/agent-runs/agent-runs.js';
import { findDefinition } from '../../db/agents/agents.js';
import type { Db } from '../../db/connection.js';
import { loadLeadSnapshots } from '../../db/leads/snapshots.js';
import type { AgentRunRow, LeadEngagementRow } from '../../db/tables.js';
import type { Facts } from '../../domain/facts.js';
import { leadZone } from '../../domain/leads/lead-zone.js';
import { tagSlug } from '../../domain/leads/tag-slug.js';
import { applyToFacts } from '../../domain/rules/apply-to-facts.js';
import { HostError } from '../../functions/sandbox.js';
import type { AgentDefinition } from '../../schemas/agents/agents.js';
import type { FunctionOnlyParams } from '../../schemas/functions/function-effects.js';
import type { Lead } from '../../schemas/leads/leads.js';
import type { Effect } from '../../schemas/rules/effects.js';
import { NO_AGENT, toFacts } from '../agent-runs/evaluation-facts.js';
import { toEngagement, viewLead } from '../leads/lead-view.js';

/** A lead as functions see it. */
export type FunctionLead = Omit<Lead, 'tags' | 'version'> & {
  version: number | null;
  tags: { id: string | null; name: string; slug: string }[];
  variables: Facts['variables'];
  engagement: Record<string, unknown>;
};

/** A lead within one run: as it is stored, and as the run's own writes leave it. */
export interface LeadEntry {
  id: string;
  /** Null for a lead that only the request knows. */
  version: number | null;
  run: AgentRunRow | null;
  country: string | null;
  facts: Facts;
  view(): FunctionLead;
  applyEffect(effect: Effect, now: Date): void;
  applyColumns(changes: FunctionOnlyParams['update_lead']['changes']): void;
}

interface Base {
  lead: Lead | FunctionLead;
  engagement: Record<string, unknown>;
  facts: Facts;
  version: number | null;
  run: AgentRunRow | null;
  definition: AgentDefinition | undefined;
}

function toEntry({ lead, engagement, facts: first, version, run, definition }: Base): LeadEntry {
  const statuses = definition?.statuses ?? [];
  const known = new Map(lead.tags.map((tag) => [tag.slug, tag]));
  let columns: FunctionOnlyParams['update_lead']['changes'] = {};
  let takeover: boolean | null = null;
  const entry: LeadEntry = {
    id: lead.id,
    version,
    run,
    country: lead.country,
    facts: first,
    applyEffect(effect, now) {
      const categoryOf = (key: string) => statuses.find((status) => status.key === key)?.category ?? 'open';
      if (effect.type === 'add_tag' || effect.type === 'set_tags') {
        for (const name of effect.params.tags) {
          const slug = tagSlug(name);
          if (!known.has(slug)) known.set(slug, { id: null as unknown as string, name, slug });
        }
      }
      const own = 'workflow_id' in effect.params ? (effect.params.workflow_id ?? entry.facts.agentId) : '';
      if (effect.type === 'stop_automation' && own === entry.facts.agentId) takeover = true;
      if (effect.type === 'resume_automation' && own === entry.facts.agentId) takeover = false;
      entry.facts = applyToFacts(entry.facts, [effect], now, categoryOf);
    },
    applyColumns(changes) {
      columns = { ...columns, ...changes };
      entry.facts = { ...entry.facts, lead: { ...entry.facts.lead, ...(changes as Partial<Facts['lead']>) } };
    },
    view() {
      const { facts } = entry;
      const active = lead.active_workflow_run;
      const status = facts.status;
      const changed = status !== null && status.key !== first.status?.key;
      return {
        ...lead,
        ...(columns as Partial<FunctionLead>),
        version,
        owner_id: facts.lead.owner_id,
        consent: facts.consent,
        metadata: facts.metadata,
        tags: facts.tags.map((slug) => known.get(slug) ?? { id: null, name: slug, slug }),
        active_workflow_run: active && {
          ...active,
          ...(takeover === null ? {} : { human_takeover: takeover }),
          ...(changed
            ? {
                current_status: {
                  id: status.key,
                  key: status.key,
                  label: statuses.find(({ key }) => key === status.key)?.label ?? status.key,
                  category: status.category,
                },
              }
            : {}),
        },
        variables: facts.variables,
        engagement,
      };
    },
  };
  return entry;
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

const NO_CONSENT: Facts['consent'] = { whatsapp: 'unknown', email: 'unknown', call: 'unknown', sms: 'unknown' };

/** A lead that exists only in the request. */
function inlineEntry(given: Record<string, unknown>, timezone: string, now: Date): LeadEntry {
  const at = now.toISOString();
  const zone = leadZone({ timezone: text(given.timezone), phone: text(given.phone) }, timezone);
  const tags = (Array.isArray(given.tags) ? given.tags : []).flatMap((tag) => {
    const name = text(tag) ?? text(record(tag).name) ?? text(record(tag).slug);
    return name === null ? [] : [{ id: text(record(tag).id), name, slug: tagSlug(name) }];
  });
  const columns = {
    id: text(given.id) ?? 'inline',
    first_name: text(given.first_name) ?? '',
    last_name: text(given.last_name),
    email: text(given.email),
    phone: text(given.phone),
    source: text(given.source) ?? 'inline',
    company: text(given.company),
    title: text(given.title),
    timezone: text(given.timezone),
    country: text(given.country),
    owner_id: text(given.owner_id),
    deal_value: typeof given.deal_value === 'number' ? given.deal_value : null,
    deal_currency: text(given.deal_currency),
    created_at: text(given.created_at) ?? at,
    updated_at: text(given.updated_at) ?? at,
  };
  const consent: Facts['consent'] = { ...NO_CONSENT, ...record(given.consent) };
  const variables = record(given.variables) as Facts['variables'];
  const metadata = record(given.metadata);
  const counts = record(given.engagement);
  const engagement = { ...toEngagement(undefined), ...counts };
  return toEntry({
    lead: {
      ...columns,
      external_id: text(given.external_id),
      deal_value: columns.deal_value,
      deal_currency: columns.deal_currency,
      consent,
      metadata,
      tags,
      campaign: null,
      active_workflow_run: null,
      version: null,
      variables,
      engagement,
    },
    engagement,
    facts: {
      lead: { ...columns, campaign_id: null },
      metadata,
      variables,
      tags: tags.map(({ slug }) => slug),
      status: null,
      run: null,
      engagement: { last_call: null, ...(engagement as Omit<Facts['engagement'], 'last_call'>) },
      consent,
      timezone: zone,
      agentTimezone: timezone,
      agentId: '',
    },
    version: null,
    run: null,
    definition: undefined,
  });
}

/** The sources of a run's leads. */
export interface FunctionLeadsOptions {
  db: Db;
  account: { id: string; timezone: string };
  now: Date;
  /** The agent the run is about: its run of a lead is the one that acts, else the newest open one. */
  agentId: string | null;
  /** The lead that the run is about, as it was given: a stored one, or one that only the request knows. */
  lead: Record<string, unknown> | null;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const notFound = () => new HostError('LEAD_NOT_FOUND', 'Lead not found.');

/**
 * Creates the leads of one run, read once each, so that later reads see the run's own writes. Other accounts' leads are
 * not found.
 */
export function createFunctionLeads({ db, account, now, agentId, lead: given }: FunctionLeadsOptions) {
  const entries = new Map<string, Promise<LeadEntry>>();

  async function load(id: string): Promise<LeadEntry | undefined> {
    if (!UUID.test(id)) return undefined;
    const [snapshot] = await loadLeadSnapshots(db, { accountId: account.id, leadIds: [id] });
    if (!snapshot || snapshot.lead.hidden) return undefined;
    const runs = await listOpenRuns(db, account.id, [id]);
    const newest = runs.reduce<AgentRunRow | null>((best, run) => (best && best.id > run.id ? best : run), null);
    const run = runs.find((one) => one.agent_id === agentId) ?? newest;
    const definition = run ? await findDefinition(db, run.agent_id, run.agent_version) : undefined;
    const acting = definition ? run : null;
    const facts = toFacts(snapshot, definition ?? NO_AGENT(account.timezone), acting?.agent_id ?? '', acting);
    return toEntry({
      lead: await viewLead(db, snapshot.lead),
      engagement: { ...toEngagement(snapshot.engagement as LeadEngagementRow) },
      facts,
      version: snapshot.lead.version,
      run: acting,
      definition,
    });
  }

  /** Loads a lead once. The lead in the request counts if no such lead is stored. */
  function entryOf(id: string): Promise<LeadEntry> {
    const known = entries.get(id);
    if (known) return known;
    const loading = load(id).then((entry) => {
      if (entry) return entry;
      if (given && id === ownId) return inlineEntry(given, account.timezone, now);
      throw notFound();
    });
    entries.set(id, loading);
    // A failed look-up may succeed the next time.
    loading.catch(() => entries.delete(id));
    return loading;
  }

  const ownId = given ? (text(given.id) ?? 'inline').toLowerCase() : undefined;
  return {
    /** A lead by id; the run's own where none is named. Throws `LEAD_NOT_FOUND`. */
    async find(wanted: unknown): Promise<LeadEntry> {
      const id = wanted ?? ownId;
      if (id === undefined) throw new HostError('LEAD_NOT_FOUND', 'This run has no lead. Specify one.');
      if (typeof id !== 'string') throw new HostError('VALIDATION_ERROR', 'A lead must be specified by its ID.');
      return entryOf(id.toLowerCase());
    },
    /** A lead that was read before, if it was. */
    known: (id: string): Promise<LeadEntry> | undefined => entries.get(id),
  };
}
