import type { EventFacts, Facts } from '../facts.js';
import { readPath } from '../rules/conditions/reading.js';

/** An event as it was written. */
export interface WrittenEvent {
  type: string;
  /** JSON. */
  data: string;
}

type Changes = NonNullable<EventFacts['changes']>;

/**
 * Returns what an event says to conditions: its payload, and what it changed, named as conditions name it. An update
 * tells which values changed, not what they were; what they are now is read from the facts.
 */
export function eventFacts({ type, data: text }: WrittenEvent, facts: Facts): EventFacts {
  const data = JSON.parse(text) as Record<string, unknown>;
  return { type, data, changes: changesOf(type, data, facts) };
}

function changesOf(type: string, data: Record<string, unknown>, facts: Facts): Changes {
  switch (type) {
    case 'workflow_run.status_changed':
      return { 'status.key': { from: data.from, to: data.to } };
    case 'lead.tags_changed':
      return { tag: { from: data.removed, to: data.added } };
    case 'lead.owner_changed':
      return { 'lead.owner_id': { from: data.from ?? null, to: data.to ?? data.owner_id } };
    case 'lead.field_captured': {
      const key = String(data.key);
      const variable = Object.hasOwn(facts.variables, key) ? facts.variables[key] : undefined;
      return { [`field.${key}`]: { from: undefined, to: variable?.value } };
    }
    case 'lead.opted_in':
    case 'lead.opted_out':
      return { [`consent.${String(data.channel)}`]: { from: undefined, to: type.slice(5) } };
    case 'lead.updated':
      return Object.fromEntries(
        (Array.isArray(data.changed) ? data.changed : []).map((name) => changed(String(name), facts)),
      );
    default:
      return {};
  }
}

function changed(name: string, facts: Facts): [string, { from: unknown; to: unknown }] {
  if (name.startsWith('metadata.')) {
    return [name, { from: undefined, to: readPath(facts.metadata, name.slice('metadata.'.length)) }];
  }
  return [`lead.${name}`, { from: undefined, to: (facts.lead as unknown as Record<string, unknown>)[name] }];
}
