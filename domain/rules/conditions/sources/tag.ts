import type { SourceReader } from '../reading.js';

/** The lead's tags, by slug. Without any tag the set is empty, not missing. */
export const tagSource: SourceReader = { keys: 'none', read: (_key, facts) => ({ value: facts.tags, kind: 'set' }) };
