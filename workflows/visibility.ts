/** Search attributes by which operators find runs. Set once, when a run starts; ids only, never names or addresses. */
export const SEARCH_ATTRIBUTES = ['AccountId', 'AgentId', 'LeadId', 'JobId', 'RunKind'] as const;

export type RunKind =
  | 'cadence'
  | 'import'
  | 'erasure'
  | 'campaign'
  | 'inbound'
  | 'message'
  | 'conversation'
  | 'knowledge'
  | 'digest'
  | 'user_mail'
  | 'sandbox_call'
  | 'template_sync'
  | 'booking'
  | 'calendar_sync'
  | 'job'
  | 'webhook'
  | 'function'
  | 'function_schedule';
