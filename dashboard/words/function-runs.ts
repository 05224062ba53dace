import type { FunctionRunStatus } from '../../schemas/functions/function-runs.js';
import type { Words } from './who.js';

export const FUNCTION_RUNS = {
  success: { label: 'Done', who: 'ok' },
  error: { label: 'Threw', who: 'act' },
  timeout: { label: 'Took too long', who: 'act' },
  memory_exceeded: { label: 'Too much memory', who: 'act' },
  effect_limit: { label: 'Too many effects', who: 'act' },
  rejected: { label: 'Refused', who: 'act' },
  cancelled: { label: 'Cancelled', who: 'off' },
} as const satisfies Record<FunctionRunStatus, Words>;
