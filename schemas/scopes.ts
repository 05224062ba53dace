/** Every scope there is. `*` is everything but managing keys. */
export const SCOPES = [
  'leads:read',
  'leads:write',
  'leads:delete',
  'leads:export',
  'automation:read',
  'automation:write',
  'messages:send',
  'calls:trigger',
  'templates:read',
  'templates:write',
  'messaging:read',
  'messaging:write',
  'workflows:read',
  'workflows:write',
  'campaigns:read',
  'campaigns:write',
  'meetings:read',
  'meetings:write',
  'meetings:book',
  'notes:write',
  'background_jobs:read',
  'background_jobs:write',
  'background_jobs:run',
  'functions:read',
  'functions:write',
  'functions:run',
  'whatsapp_numbers:read',
  'whatsapp_numbers:write',
  'conversations:read',
  'conversations:write',
  'models:write',
  'conversions:read',
  'conversions:write',
  'knowledge:read',
  'knowledge:write',
  'widgets:read',
  'widgets:write',
  'webhooks:read',
  'webhooks:write',
  'reports:read',
  'reports:write',
  'audit:read',
  'api_requests:read',
  'keys:manage',
] as const;

export type Scope = (typeof SCOPES)[number];

/** Scopes whose operations are still to come. Keys made before this was said may have them. */
const UNOPENED: readonly Scope[] = ['automation:read', 'keys:manage'];

/** The scopes that a key can have: those that permit something. */
export const GIVEN_SCOPES = SCOPES.filter((scope) => !UNOPENED.includes(scope));

/** The logs of an account, for those who manage it. */
const LOGS: readonly Scope[] = ['audit:read', 'api_requests:read'];

/** The scopes that preset keys can read. */
const READS = GIVEN_SCOPES.filter((scope) => scope.endsWith(':read') && !LOGS.includes(scope));

/** Named sets of scopes for common kinds of keys. */
export const SCOPE_PRESETS: Record<string, readonly Scope[]> = {
  integration: GIVEN_SCOPES.filter((scope) => scope !== 'functions:write'),
  ai_client: [...READS, 'messages:send', 'meetings:book', 'automation:write'],
  read_only: READS,
};

/** Returns whether a key with `granted` scopes (none listed means all) may use an endpoint that asks for `required`. */
export const grants = (granted: readonly string[], required: Scope): boolean =>
  granted.includes(required) || ((granted.length === 0 || granted.includes('*')) && required !== 'keys:manage');
