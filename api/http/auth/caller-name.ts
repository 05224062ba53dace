import type { Caller } from '../route.js';

/** Names who is calling, as columns such as `created_by` and `paused_by` keep it: `user:<id>`, `key:<id>` or `system`. */
export const callerName = ({ key, user }: Pick<Caller, 'key' | 'user'>): string =>
  user ? `user:${user.id}` : key ? `key:${key.id}` : 'system';
