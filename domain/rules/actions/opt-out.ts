import { CONSENT_CHANNELS } from '../../../schemas/leads/leads.js';
import type { Planner } from './planner.js';

/** Takes the lead out of the channels that it has not opted out of yet. */
export const planOptOut: Planner<'opt_out'> = ({ channels = CONSENT_CHANNELS, reason }, { facts }) => {
  const left = CONSENT_CHANNELS.filter(
    (channel) => channels.includes(channel) && facts.consent[channel] !== 'opted_out',
  );
  if (left.length === 0) return { skipped: 'The lead has opted out already.' };
  return { params: { channels: left, reason: reason ?? null } };
};
