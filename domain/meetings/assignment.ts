import type { Assignment } from '../../schemas/meetings/meeting-types.js';

/** A host who may hold a meeting, with what the choice is made by. */
export interface Candidate {
  hostId: string;
  weight: number;
  /** Higher goes first. */
  priority: number;
  /** Meetings of the type given to the host so far, in the time that is looked at. */
  given: number;
  /** The time when the host was given one last, ms since 1970; 0 for never. */
  lastGiven: number;
  /** Minutes of meetings that lie ahead. */
  load: number;
}

const rank: Record<Assignment, (candidate: Candidate) => number[]> = {
  fixed: ({ priority, weight }) => [-priority, -weight],
  round_robin: ({ priority, given, weight, lastGiven }) => [-priority, given / weight, lastGiven],
  least_loaded: ({ priority, load, weight, lastGiven }) => [-priority, load / weight, lastGiven],
};

/**
 * Returns hosts in the order in which a meeting is offered to them: the lead's last host first, if there is one among
 * them, then by the meeting type's way of assignment. Ties go by id, so that the same question has one answer.
 */
export function orderHosts(
  candidates: readonly Candidate[],
  assignment: Assignment,
  stickyHostId?: string | null,
): Candidate[] {
  const keys = (candidate: Candidate) => [candidate.hostId === stickyHostId ? 0 : 1, ...rank[assignment](candidate)];
  const compare = (a: Candidate, b: Candidate): number => {
    const [left, right] = [keys(a), keys(b)];
    for (const [index, value] of left.entries()) {
      const apart = value - (right[index] ?? 0);
      if (apart !== 0) return apart;
    }
    return a.hostId < b.hostId ? -1 : 1;
  };
  return [...candidates].sort(compare);
}
