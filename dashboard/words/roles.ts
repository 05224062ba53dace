import type { Role } from '../../schemas/roles.js';

export const ROLE_WORDS = {
  owner: { label: 'Owner', means: 'Everything, also other owners.' },
  admin: { label: 'Admin', means: 'Sets the account up: agents, senders, members, keys.' },
  operator: { label: 'Operator', means: 'Works with leads: replies, takes over, books, imports.' },
  viewer: { label: 'Viewer', means: 'Reads everything and changes nothing.' },
} as const satisfies Record<Role, { label: string; means: string }>;
