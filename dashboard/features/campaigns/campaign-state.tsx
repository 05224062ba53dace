import type { Answer } from '../../api/operation-types.js';
import { Chip } from '../../components/chip.js';
import * as words from '../../words/en/campaigns.js';

export type Campaign = Answer<'getCampaign'>['campaign'];

/** Shows whether a campaign enrols, or is through with its leads. */
export function CampaignState({ campaign: { status, hold_reason, all_worked } }: { campaign: Campaign }) {
  if (status === 'draft') return <Chip who="decide" label={words.notStarted} />;
  if (status === 'paused') return <Chip who="off" label={words.paused} />;
  if (hold_reason) return <Chip who="decide" label={words.agentPaused} />;
  if (all_worked) return <Chip who="off" label={words.allDone} />;
  return <Chip who="clock" label={words.running} />;
}
