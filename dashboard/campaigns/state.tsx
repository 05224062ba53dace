import type { Answer } from '../api/names.js';
import { Chip } from '../parts/chip.js';

export type Campaign = Answer<'getCampaign'>['campaign'];

/** Whether a campaign enrols, or is through with its leads. */
export function CampaignState({ campaign: { status, hold_reason, all_worked } }: { campaign: Campaign }) {
  if (status === 'draft') return <Chip who="decide" label="Not started" />;
  if (status === 'paused') return <Chip who="off" label="Paused" />;
  if (hold_reason) return <Chip who="decide" label="Its agent is paused" />;
  if (all_worked) return <Chip who="off" label="All worked" />;
  return <Chip who="clock" label="Runs" />;
}
