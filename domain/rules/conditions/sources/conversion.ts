import type { ConversionFacts } from '../../../facts.js';
import { tagSlug } from '../../../leads/tag-slug.js';
import type { Kind, SourceReader } from '../reading.js';

const KINDS: Record<keyof ConversionFacts, Kind> = {
  count: 'number',
  total_amount: 'number',
  last_at: 'date',
  types: 'set',
};

const NONE: ConversionFacts = { count: 0, total_amount: 0, last_at: null, types: [] };

/**
 * The lead's conversions. `types` has names, compared as those of tags, and IDs; without a conversion, counts are 0,
 * not missing.
 */
export const conversionSource: SourceReader = {
  keys: Object.keys(KINDS),
  kinds: KINDS,
  read(key, facts) {
    if (!Object.hasOwn(KINDS, key)) return { value: undefined, kind: 'any' };
    const column = key as keyof ConversionFacts;
    const conversion = facts.conversion ?? NONE;
    const value = column === 'types' ? conversion.types.map(tagSlug) : conversion[column];
    return { value: value ?? undefined, kind: KINDS[column] };
  },
};
