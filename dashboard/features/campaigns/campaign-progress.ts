import * as words from '../../words/en/campaigns.js';
import type { Campaign } from './campaign-state.js';

type ProgressInput = Pick<Campaign, 'status' | 'started_at' | 'all_worked' | 'leads_count' | 'hold_reason'> & {
  counters: Pick<Campaign['counters'], 'waiting' | 'passed_over' | 'held' | 'active'>;
};

/** Describes how far a campaign is with its leads, and what is still to come. */
export function progressOf({
  status,
  started_at,
  all_worked,
  leads_count,
  hold_reason,
  counters,
}: ProgressInput): string[] {
  const { waiting, passed_over, held, active } = counters;
  if (leads_count === 0) return [words.noLeadsYet2];
  const passed = passed_over > 0 ? [words.leadSkippedBecauseItOrIts(passed_over)] : [];
  const broken = held > 0 ? [words.leadCouldntBeEnrolledSeeNeeds(held)] : [];
  if (!started_at) return [words.leadWillBeEnrolledWhenYou(leads_count), ...passed];
  if (all_worked) {
    const open = status === 'running' ? words.leadsAddedLaterAreStillEnrolled : '';
    return [words.noneAreWaitingAndNoRuns(leads_count, open), ...passed];
  }
  const why = status === 'paused' ? words.onceTheCampaignResumes : hold_reason ? words.onceTheAgentIsActive : '';
  const toCome = waiting > 0 ? [words.waitingToBeEnrolled(waiting, why)] : held > 0 ? [] : [words.allLeadsAreEnrolled];
  return [...toCome, ...(active > 0 ? [words.leadInProgress(active)] : []), ...passed, ...broken];
}
