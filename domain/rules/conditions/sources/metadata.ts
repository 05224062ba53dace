import type { Facts } from '../../../facts.js';
import { type Reading, readPath, type SourceReader } from '../reading.js';

/** Reads metadata by a dotted path. A key that itself holds dots wins, as flat imports write them. */
export function readMetadata(key: string, facts: Facts): Reading {
  const flat = Object.hasOwn(facts.metadata, key) ? (facts.metadata[key] ?? undefined) : undefined;
  return { value: flat ?? readPath(facts.metadata, key), kind: 'any' };
}

/** The lead's metadata. */
export const metadataSource: SourceReader = { keys: 'path', read: readMetadata };
