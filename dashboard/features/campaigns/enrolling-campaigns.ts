import * as words from '../../words/en/campaigns.js';
import { numberOf } from '../../words/reports.js';
import type { Campaign } from './campaign-state.js';

/** Returns whether a campaign enrols just now: not one that waits for its start, or for its agent. */
const isEnrolling = ({ status, hold_reason, starts_at, counters }: Campaign): boolean =>
  status === 'running' && !hold_reason && counters.waiting > 0 && !(Date.parse(starts_at ?? '') > Date.now());

/** Lists the campaigns that enrol just now, with how far they are. */
export const enrollingOf = (campaigns: readonly Campaign[] = []) =>
  campaigns.filter(isEnrolling).map(({ id, name, leads_count, counters: { waiting, passed_over } }) => {
    const of = leads_count - passed_over;
    const done = of - waiting;
    return {
      id,
      name,
      to: `/campaigns/${id}`,
      progress: words.ofEnrolled(numberOf(done), numberOf(of)),
      part: done / of,
    };
  });
