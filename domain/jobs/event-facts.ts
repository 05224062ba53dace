import type { EventFacts, Facts } from '../facts.js';
import { readPath } from '../rules/conditions/reading.js';

/** An event as it was written. */
export interface WrittenEvent {
  type: string;
  /** JSON. */
  data: string;
  /** JSON: the values before the change by the names that conditions use, where there were any. */
  values_before: string | null;
}

type Changes = NonNullable<EventFacts['changes']>;
type Values = Record<string, unknown>;

/**
 * Returns what an event says to conditions: its payload, and what it changed, named as conditions name it. What values
 * were before is kept with the event; what they are now is read from the facts.
 */
export function eventFacts({ type, data: text, values_before }: WrittenEvent, facts: Facts): EventFacts {
  const data = JSON.parse(text) as Values;
  const before = new Map(Object.entries(values_before === null ? {} : (JSON.parse(values_before) as Values)));
  return { type, data, changes: changesOf(type, data, before, facts) };
}

function changesOf(type: string, data: Values, before: ReadonlyMap<string, unknown>, facts: Facts): Changes {
  const change = (name: string, to: unknown): Changes => ({ [name]: { from: before.get(name), to } });
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
      return change(`field.${key}`, variable?.value);
    }
    case 'lead.opted_in':
    case 'lead.opted_out':
      return change(`consent.${String(data.channel)}`, type.slice('lead.'.length));
    case 'lead.updated': {
      const names = (Array.isArray(data.changed) ? data.changed : []).map(String);
      return Object.assign({}, ...names.map((name) => change(pathOf(name), valueNow(name, facts))));
    }
    default:
      return {};
  }
}

const METADATA = 'metadata.';
/** Returns the name in conditions of an updated value: metadata by their path, all else is a column of the lead. */
const pathOf = (name: string): string => (name.startsWith(METADATA) ? name : `lead.${name}`);

const valueNow = (name: string, { lead, metadata }: Facts): unknown =>
  name.startsWith(METADATA)
    ? readPath(metadata, name.slice(METADATA.length))
    : (lead as unknown as Record<string, unknown>)[name];
