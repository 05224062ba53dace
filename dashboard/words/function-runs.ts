import type { FunctionRunStatus } from '../../schemas/functions/function-runs.js';
import * as words from './en/function-runs.js';
import type { Words } from './who.js';

export const FUNCTION_RUNS = {
  success: { label: words.runSuccess, who: 'ok' },
  error: { label: words.runError, who: 'act' },
  timeout: { label: words.runTimeout, who: 'act' },
  memory_exceeded: { label: words.runMemoryExceeded, who: 'act' },
  effect_limit: { label: words.runEffectLimit, who: 'act' },
  rejected: { label: words.runRejected, who: 'act' },
  cancelled: { label: words.runCancelled, who: 'off' },
} as const satisfies Record<FunctionRunStatus, Words>;
