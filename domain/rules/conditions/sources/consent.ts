import type { SourceReader } from '../reading.js';

const CHANNELS = ['whatsapp', 'email', 'call', 'sms'] as const;

/** What the lead agreed to: `opted_in`, `opted_out` or `unknown`. */
export const consentSource: SourceReader = {
  keys: CHANNELS,
  read: (key, facts) => ({ value: facts.consent[key as (typeof CHANNELS)[number]], kind: 'text' }),
};
