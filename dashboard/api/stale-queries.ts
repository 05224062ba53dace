import type { MutationOperation, QueryOperation } from './operation-types.js';
import { PATHS } from './operations.js';

/** The first part of an operation's path: what it is about. */
export const areaOf = (operation: keyof typeof PATHS): string => PATHS[operation].split('/')[1] ?? '';

/** The queries of a pipeline, whose area is another one. */
export const OF_A_PIPELINE = ['getWorkflowPipeline', 'listPipelineLeads'];
const OF_A_LEAD = [...OF_A_PIPELINE, 'leads', 'workflow-runs', 'attention', 'conversations', 'messages', 'inbox'];
const OF_ACCESS = ['users', 'invitations', 'sessions', 'session', 'user-mails'];

/**
 * The areas that a change of one area makes stale, in addition to itself and the audit log. Independent areas are
 * listed without others, so that a new area is a deliberate decision.
 */
export const ALSO_STALE: Readonly<Record<string, readonly string[]>> = {
  account: ['session', 'leads', 'attention'],
  attention: [],
  'availability-blocks': ['hosts', 'meetings', 'schedule'],
  'background-jobs': ['attention', 'leads'],
  'report-links': [],
  campaigns: OF_A_LEAD,
  'canned-replies': [],
  'cloud-functions': ['attention', 'leads'],
  connections: ['email-senders', 'hosts', 'attention', 'messages', 'workflow-runs'],
  conversations: OF_A_LEAD,
  'conversion-types': ['conversions'],
  conversions: ['leads'],
  'email-senders': ['attention', 'connections'],
  'held-work': ['system', 'attention', 'workflow-runs', 'campaigns', 'background-jobs'],
  hooks: [],
  hosts: ['attention', 'connections', 'meetings', 'availability-blocks', 'schedule'],
  imports: OF_A_LEAD,
  'inbound-events': ['system', 'attention'],
  inbox: [],
  invitations: OF_ACCESS,
  keys: [],
  knowledge: [],
  'lead-changes': OF_A_LEAD,
  links: [],
  leads: [...OF_A_LEAD, 'imports', 'meetings', 'tasks', 'tags'],
  meetings: ['leads', 'attention', 'schedule'],
  'meeting-holds': ['meetings', 'schedule'],
  'meeting-notes': ['meetings', 'leads'],
  'meeting-types': ['meetings'],
  messages: [...OF_A_LEAD, 'email-senders'],
  models: [],
  notes: ['leads'],
  'notification-settings': [],
  notifications: ['attention', 'inbox'],
  password: OF_ACCESS,
  'password-resets': OF_ACCESS,
  'second-factor': [],
  secrets: [],
  session: OF_ACCESS,
  sessions: OF_ACCESS,
  setup: OF_ACCESS,
  outbox: ['system', 'attention'],
  'report-goals': [],
  sandbox: OF_A_LEAD,
  suppressions: ['leads'],
  tasks: ['leads'],
  webhooks: ['attention'],
  templates: ['attention'],
  'user-mails': [],
  users: OF_ACCESS,
  views: [],
  'voice-agents': ['attention'],
  'whatsapp-numbers': ['attention', 'templates'],
  widgets: [],
  workflows: OF_A_LEAD,
  'workflow-runs': OF_A_LEAD,
};

const ASKS = (Object.keys(PATHS) as (keyof typeof PATHS)[]).filter((name) =>
  PATHS[name].startsWith('GET '),
) as QueryOperation[];

/** Lists the queries of these areas. A single operation is given by name. */
export const asksOf = (areas: readonly string[]): QueryOperation[] =>
  ASKS.filter((name) => areas.includes(areaOf(name)) || areas.includes(name));

/** Lists the queries that an operation makes stale. */
export const staleAfter = (operation: MutationOperation): QueryOperation[] =>
  asksOf([areaOf(operation), 'audit', ...(ALSO_STALE[areaOf(operation)] ?? [])]);
