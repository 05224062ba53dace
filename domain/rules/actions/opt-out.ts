import { CONSENT_CHANNELS } from '../../../schemas/leads/leads.js';
import { onLead } from './definition.js';
import type { Planner } from './planner.js';

/** Takes the lead out of the channels that it has not opted out of yet. */
const planOptOut: Planner<'opt_out'> = ({ channels = CONSENT_CHANNELS, reason }, { facts }) => {
  const left = CONSENT_CHANNELS.filter(
    (channel) => channels.includes(channel) && facts.consent[channel] !== 'opted_out',
  );
  if (left.length === 0) return { skipped: 'The lead has already opted out.' };
  return { params: { channels: left, reason: reason ?? null } };
};

export const optOut = onLead<'opt_out'>(planOptOut, {
  applied(facts, { channels }) {
    const out = Object.fromEntries(channels.map((channel) => [channel, 'opted_out']));
    // Opting out of one channel ends the runs that use it.
    return { ...facts, consent: { ...facts.consent, ...out }, ...(facts.run ? { runEnded: true } : {}) };
  },
  shown: ({ consent }) => ({ consent }),
  simulate: (run) => run.optOut(),
});
