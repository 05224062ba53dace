import type { StatusFacts } from '../../../facts.js';
import type { Kind, SourceReader } from '../reading.js';

const KINDS: Record<keyof StatusFacts, Kind> = {
  key: 'text',
  category: 'text',
  entered_at: 'date',
  previous_key: 'text',
};

/** The lead's place in the agent's funnel. */
export const statusSource: SourceReader = {
  keys: Object.keys(KINDS),
  kinds: KINDS,
  read(key, facts) {
    const column = key as keyof StatusFacts;
    return { value: facts.status?.[column] ?? undefined, kind: KINDS[column] ?? 'any' };
  },
};
