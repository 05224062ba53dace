import type { EventFacts } from '../../facts.js';
import { same } from './operators/scalars.js';
import { readPath } from './reading.js';
import { leadSource } from './sources/lead.js';

type Changes = NonNullable<EventFacts['changes']>;

/** The times of a lead are set by each change and named by none. */
const UNNAMED: readonly string[] = ['created_at', 'updated_at'];
const COLUMNS = (leadSource.keys as readonly string[]).filter((key) => !UNNAMED.includes(key));

/** The values whose changes events name, by source: a list of keys, any key, or none where the source has none. */
const NAMED: Record<string, readonly string[] | 'any'> = {
  lead: COLUMNS,
  metadata: 'any',
  field: 'any',
  tag: 'any',
  status: ['key'],
  consent: 'any',
};

/** Returns whether an event can name a change of a value; else a test of its change would never hold. */
export function canChange(source: string, key: string): boolean {
  const keys = Object.hasOwn(NAMED, source) ? NAMED[source] : [];
  if (source === 'field' && /\.(confidence|updated_at)$/.test(key)) return false;
  return keys === 'any' || (keys ?? []).includes(key);
}

/** Lists the values whose changes events name, for people. */
export const CHANGEABLE = `lead.<${COLUMNS.join(', ')}>, metadata.<path>, field.<key>, tag, status.key, consent.<channel>`;

/** Finds how an event changed a value. Events name metadata by their first key: a value within changed if it differs. */
export function changeAt(path: string, changes: Changes | undefined): Changes[string] | undefined {
  if (!changes || Object.hasOwn(changes, path)) return changes?.[path];
  const [source, key, ...rest] = path.split('.');
  const owner = `${source}.${key}`;
  const change = source === 'metadata' && rest.length > 0 && Object.hasOwn(changes, owner) ? changes[owner] : undefined;
  if (!change) return undefined;
  const [from, to] = [change.from, change.to].map((value) => readPath(value, rest.join('.')));
  return same(from, to, true) ? undefined : { from, to };
}
