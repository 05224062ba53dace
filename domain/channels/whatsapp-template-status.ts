export type TemplateStatus = 'APPROVED' | 'PENDING' | 'REJECTED';

/** Meta's words for a template that can be sent, and for one that can't be any more. */
const APPROVED = ['APPROVED', 'REINSTATED', 'UNARCHIVED', 'FLAGGED'];
const REJECTED = ['REJECTED', 'DISABLED', 'DELETED', 'PENDING_DELETION', 'LIMIT_EXCEEDED', 'ARCHIVED', 'LOCKED'];
const PENDING = ['PENDING', 'IN_APPEAL', 'PAUSED'];

/**
 * Returns Meta's word for a template's state, in capitals, in the three that matter for sending; undefined for a new
 * word.
 */
export function knownTemplateStatus(word: string): TemplateStatus | undefined {
  if (APPROVED.includes(word)) return 'APPROVED';
  if (REJECTED.includes(word)) return 'REJECTED';
  return PENDING.includes(word) ? 'PENDING' : undefined;
}

/** Returns the state of a template that Meta lists. A template in an unknown state can't be sent. */
export const templateStatusOf = (word: string): TemplateStatus => knownTemplateStatus(word) ?? 'PENDING';
