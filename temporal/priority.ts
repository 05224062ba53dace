import type { Priority } from '@temporalio/common';
import type { RunKind } from '../workflows/visibility.js';

/** The kinds that people wait for, and those that stop or answer them: few and short tasks. */
const URGENT: readonly RunKind[] = ['inbound', 'booking', 'conversation'];
const FIRST = 1;
const USUAL = 3;

/**
 * Returns the place of a workflow's tasks in their queue: replies, opt-outs and bookings go first, and within the same
 * urgency accounts take turns. Their activities inherit it.
 */
export const priorityOf = (kind: RunKind, accountId: string): Priority => ({
  priorityKey: URGENT.includes(kind) ? FIRST : USUAL,
  fairnessKey: accountId,
});
