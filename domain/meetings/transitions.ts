import type { MeetingStatus } from '../../schemas/meetings/meetings.js';

/** The time in which the outcome of a meeting can still be corrected. */
const CORRECTION_MS = 7 * 86_400_000;

const ALLOWED: Record<MeetingStatus, readonly MeetingStatus[]> = {
  scheduled: ['confirmed', 'cancelled', 'completed', 'no_show'],
  confirmed: ['cancelled', 'completed', 'no_show'],
  completed: ['no_show'],
  no_show: ['completed'],
  cancelled: [],
};

/**
 * Returns whether a meeting may go from one status to another. `settledAt` is when it was marked as held or as a
 * no-show.
 */
export function mayBecome(from: MeetingStatus, to: MeetingStatus, settledAt: Date | null, now: Date): boolean {
  if (!ALLOWED[from].includes(to)) return false;
  const settled = from === 'completed' || from === 'no_show';
  return !settled || settledAt === null || now.getTime() - settledAt.getTime() <= CORRECTION_MS;
}

/** Returns whether a meeting can still be moved. */
export const mayMove = (status: MeetingStatus): boolean => status === 'scheduled' || status === 'confirmed';
