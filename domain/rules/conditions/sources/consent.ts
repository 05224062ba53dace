import type { SourceReader } from '../reading.js';

const CHANNELS = ['whatsapp', 'email', 'call', 'sms'] as const;

/** The lead's consent: `opted_in`, `opted_out` or `unknown`. */
export const consentSource: SourceReader = {
  keys: CHANNELS,
  read: (key, facts) => ({ value: facts.consent[key as (typeof CHANNELS)[number]], kind: 'text' }),
};
