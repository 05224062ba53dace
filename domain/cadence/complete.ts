import type {
  AgentDefinition,
  AgentField,
  AgentStatus,
  CreateAgentBody,
  UpdateAgentBody,
} from '../../schemas/agents/agents.js';
import type { CadenceStep, CadenceStepRequest } from '../../schemas/cadence/cadence.js';
import { completeAi, DEFAULT_HANDOFF } from '../agent/settings.js';

const status = (
  key: string,
  label: string,
  category: AgentStatus['category'],
  more: Partial<AgentStatus> = {},
): Omit<AgentStatus, 'position'> => ({
  key,
  label,
  category,
  is_terminal: false,
  is_initial: false,
  color: null,
  transfer_to_workflow_id: null,
  ...more,
});

/** The funnel of an agent that names none. */
const DEFAULT_STATUSES: readonly AgentStatus[] = [
  status('new', 'New', 'open', { is_initial: true }),
  status('contacted', 'Contacted', 'active'),
  status('engaged', 'Engaged', 'active'),
  status('qualified', 'Qualified', 'active'),
  status('converted', 'Converted', 'won', { is_terminal: true }),
  status('lost', 'Lost', 'lost', { is_terminal: true }),
  status('expired', 'Expired', 'expired', { is_terminal: true }),
].map((each, position) => ({ ...each, position }));

const EXIT: AgentDefinition['exit'] = {
  on_reply: 'pause',
  on_meeting_booked: 'stop',
  on_conversion: 'stop',
  on_opt_out: 'stop',
  on_hard_bounce: 'channel_off',
  on_out_of_office: 'pause_until_date',
  on_status_terminal: 'stop',
  same_company_reply: 'continue',
};

/** The part of a request to create an agent that makes up its definition. */
export type DefinitionRequest = Omit<CreateAgentBody, 'is_active'>;

/** Fills in everything that a request leaves open: a name and some steps make a complete agent. */
export function completeDefinition(request: DefinitionRequest, accountTimezone: string): AgentDefinition {
  return {
    name: request.name,
    goal_type: request.goal_type ?? 'custom',
    timezone: request.timezone ?? accountTimezone,
    channels: completeChannels(request.channels),
    statuses: completeStatuses(request.statuses),
    fields: (request.fields ?? []).map(completeField),
    cadence: {
      ...(deepPresent(request.cadence) as DefinitionRequest['cadence']),
      steps: completeSteps(request.cadence.steps),
    },
    exit: { ...EXIT, ...present(request.exit) },
    reenrollment: { policy: 'after_exit', cooldown_days: 0, max_entries: null, ...present(request.reenrollment) },
    limits: deepPresent(request.limits ?? {}) as AgentDefinition['limits'],
    ai: completeAi(deepPresent(request.ai ?? {}) as Partial<AgentDefinition['ai']>),
    handoff: { ...DEFAULT_HANDOFF, ...(deepPresent(request.handoff ?? {}) as Partial<AgentDefinition['handoff']>) },
  };
}

function completeChannels(given: DefinitionRequest['channels']): AgentDefinition['channels'] {
  const { email_pool: pool, ...named } = present(given);
  const channels = { email_sender_id: null, whatsapp_number_id: null, voice_agent_id: null, ...named };
  if (!pool) return channels;
  const senders = pool.senders.map((sender) => ({ weight: 1, ...present(sender) }));
  const email_pool = { when_sender_fails: 'wait' as const, move_after_hours: 24, ...present(pool), senders };
  return { ...channels, email_pool };
}

/** Applies a change to a definition: what is absent stays, null goes back to the default, parts are replaced whole. */
export function patchDefinition(
  definition: AgentDefinition,
  patch: UpdateAgentBody,
  accountTimezone: string,
): AgentDefinition {
  const { is_active: _active, paused: _paused, pause_reason: _reason, ...parts } = patch;
  const given = Object.entries(parts).filter(([, value]) => value !== undefined);
  const merged = { ...definition, ...Object.fromEntries(given) } as Record<string, unknown>;
  const kept = Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
  return completeDefinition(kept as unknown as DefinitionRequest, accountTimezone);
}

/** An object without its absent and null properties. */
function present<T extends object>(value: T | null | undefined): { [K in keyof T]: NonNullable<T[K]> } {
  const entries = Object.entries(value ?? {}).filter(([, item]) => item !== undefined && item !== null);
  return Object.fromEntries(entries) as { [K in keyof T]: NonNullable<T[K]> };
}

const titled = (key: string): string => key.charAt(0).toUpperCase() + key.slice(1).replaceAll('_', ' ');

function completeStatuses(given: DefinitionRequest['statuses']): AgentStatus[] {
  if (!given) return DEFAULT_STATUSES.map((each) => ({ ...each }));
  const initial = given.some((each) => each.is_initial);
  const first = given.findIndex((each) => !each.is_terminal && !isFinal(each.category));
  return given.map((each, index) => {
    const category = each.category ?? 'open';
    return {
      ...status(each.key, titled(each.key), category, { is_terminal: isFinal(category) }),
      position: index,
      is_initial: !initial && index === first,
      ...present(each),
    };
  });
}

const isFinal = (category: string | undefined): boolean =>
  category === 'won' || category === 'lost' || category === 'expired';

const completeField = (field: NonNullable<DefinitionRequest['fields']>[number]): AgentField => ({
  label: titled(field.key),
  type: 'text',
  required: false,
  options: [],
  ask_prompt: null,
  extract_hint: null,
  ...present(field),
  key: field.key,
});

/** Names steps without a key by their place, unless another step has that name. */
function completeSteps(steps: readonly CadenceStepRequest[]): CadenceStep[] {
  const taken = new Set(steps.map((step) => step.key));
  return steps.map((step, index) => {
    let key = step.key ?? `step_${index + 1}`;
    for (let n = 2; !step.key && taken.has(key); n += 1) key = `step_${index + 1}_${n}`;
    taken.add(key);
    return { ...(deepPresent(step) as CadenceStepRequest), key } as CadenceStep;
  });
}

// Nulls of optional fields mean "absent", but values to compare with and to set are the author's own.
const OWN_VALUES = new Set(['value', 'value_to', 'values', 'variables', 'components', 'body', 'ctx']);
function deepPresent(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(deepPresent);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, item]) => item !== undefined && item !== null);
  return Object.fromEntries(entries.map(([key, item]) => [key, OWN_VALUES.has(key) ? item : deepPresent(item)]));
}
