import type { Role } from '../../schemas/roles.js';
import * as words from './en/roles.js';

export const ROLE_WORDS = {
  owner: { label: words.roleOwner, means: words.roleOwnerMeans },
  admin: { label: words.roleAdmin, means: words.roleAdminMeans },
  operator: { label: words.roleOperator, means: words.roleOperatorMeans },
  viewer: { label: words.roleViewer, means: words.roleViewerMeans },
} as const satisfies Record<Role, { label: string; means: string }>;
