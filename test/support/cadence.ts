import { completeDefinition, type DefinitionRequest } from '../../domain/cadence/complete.js';
import { enroll } from '../../domain/cadence/plan.js';
import type { CadenceState } from '../../domain/cadence/state.js';
import type { Facts, LeadFacts } from '../../domain/facts.js';
import type { AgentDefinition } from '../../schemas/agents/agents.js';
import type { CadenceStepRequest } from '../../schemas/cadence/cadence.js';

/** A lead with everything known and nothing done yet, in Madrid. */
export function factsOf(changes: Omit<Partial<Facts>, 'lead'> & { lead?: Partial<LeadFacts> } = {}): Facts {
  const { lead, ...rest } = changes;
  return {
    lead: {
      id: '0190a0de-0000-7000-8000-000000000001',
      first_name: 'Ana',
      last_name: 'Pérez',
      email: 'ana@example.com',
      phone: '+34600111222',
      company: 'Example',
      title: null,
      source: 'api',
      campaign_id: null,
      created_at: '2026-03-01T10:00:00.000Z',
      updated_at: '2026-03-01T10:00:00.000Z',
      timezone: null,
      country: 'ES',
      owner_id: null,
      deal_value: null,
      deal_currency: null,
      ...lead,
    },
    metadata: {},
    variables: {},
    tags: [],
    status: { key: 'new', category: 'open', entered_at: '2026-03-01T10:00:00.000Z', previous_key: null },
    run: null,
    engagement: {
      last_inbound_at: null,
      last_outbound_at: null,
      inbound_count: 0,
      outbound_count: 0,
      opened_count: 0,
      clicked_count: 0,
      last_channel: null,
      calls_count: 0,
      calls_answered: 0,
      last_call: null,
      whatsapp_window_expires_at: null,
    },
    consent: { whatsapp: 'unknown', email: 'unknown', call: 'unknown', sms: 'unknown' },
    timezone: 'Europe/Madrid',
    agentTimezone: 'Europe/Madrid',
    agentId: '0190a0de-0000-7000-8000-0000000000aa',
    ...rest,
  };
}

/** A complete definition with these steps. */
export const definitionOf = (
  steps: CadenceStepRequest[],
  more: Omit<Partial<DefinitionRequest>, 'cadence'> & { window?: DefinitionRequest['cadence']['window'] } = {},
): AgentDefinition => {
  const { window, ...rest } = more;
  return completeDefinition(
    { name: 'Welcome', ...rest, cadence: { steps, ...(window && { window }) } },
    'Europe/Madrid',
  );
};

/** A message step that says hello. */
export const mail = (key: string, more: Partial<Extract<CadenceStepRequest, { type: 'message' }>> = {}) =>
  ({ key, type: 'message', channel: 'email', subject: `About ${key}`, content: `Text of ${key}`, ...more }) as const;

/** A delay of some minutes, hours or days. */
export const lasting = (amount: number, unit: 'minutes' | 'hours' | 'days' | 'business_days' = 'minutes') =>
  ({ type: 'after', amount, unit }) as const;

export const at = (text: string): Date => new Date(text);

/** The state of a lead that was just enrolled. */
export const enrolled = (definition: AgentDefinition, facts: Facts, now: Date): CadenceState =>
  enroll(definition, {}, facts, now).state;
