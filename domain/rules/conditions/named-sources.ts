import type { Condition } from '../../../schemas/rules/conditions.js';
import { conditionTarget } from './reading.js';

const known = new WeakMap<object, ReadonlySet<string>>();

/**
 * Returns the sources that conditions and actions within `document` read, such as `tag` or `meeting`. The result is
 * cached, so a caller must not change the document afterwards.
 */
export function sourcesOf(document: object): ReadonlySet<string> {
  let sources = known.get(document);
  if (!sources) {
    const found = new Set<string>();
    collect(document, found);
    sources = found;
    known.set(document, sources);
  }
  return sources;
}

function collect(value: unknown, found: Set<string>): void {
  if (value === null || typeof value !== 'object') return;
  if ('operator' in value && ('field' in value || 'source' in value)) {
    const { source } = conditionTarget(value as Condition);
    if (source !== undefined) found.add(source);
  }
  // Whether there is one to cancel is decided by the lead's meetings.
  if ('type' in value && value.type === 'cancel_meeting') found.add('meeting');
  for (const part of Object.values(value)) collect(part, found);
}
