/** What a key may be allowed to do. `*` is everything but managing keys. */
export const SCOPES = [
  'leads:read',
  'leads:write',
  'leads:delete',
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
  'conversions:read',
  'conversions:write',
  'webhooks:read',
  'webhooks:write',
  'reports:read',
  'audit:read',
  'keys:manage',
] as const;

export type Scope = (typeof SCOPES)[number];

const READS = SCOPES.filter((scope) => scope.endsWith(':read') && scope !== 'audit:read');

/** Named sets of scopes for common kinds of keys. */
export const SCOPE_PRESETS: Record<string, readonly Scope[]> = {
  integration: SCOPES.filter((scope) => !['keys:manage', 'audit:read', 'functions:write'].includes(scope)),
  ai_client: [...READS, 'messages:send', 'meetings:book', 'automation:write'],
  read_only: READS,
};

/** Whether a key with `granted` scopes (none listed means all) may use an endpoint that asks for `required`. */
export const grants = (granted: readonly string[], required: Scope): boolean =>
  granted.includes(required) || ((granted.length === 0 || granted.includes('*')) && required !== 'keys:manage');
