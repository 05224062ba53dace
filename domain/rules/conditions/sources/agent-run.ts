import type { RunFacts } from '../../../facts.js';
import type { Kind, SourceReader } from '../reading.js';

const KINDS: Record<keyof RunFacts, Kind> = {
  step_index: 'number',
  attempts: 'number',
  cadence_state: 'text',
  started_at: 'date',
  last_step_at: 'date',
  variant: 'text',
};

/** The lead's run of the agent. */
export const runSource: SourceReader = {
  keys: Object.keys(KINDS),
  kinds: KINDS,
  read(key, facts) {
    const column = key as keyof RunFacts;
    return { value: facts.run?.[column] ?? undefined, kind: KINDS[column] ?? 'any' };
  },
};
