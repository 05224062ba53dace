import type { HistoryItem } from '../../schemas/events/history.js';

/** What a timeline can be narrowed to. */
export const KINDS = ['reached', 'decisions', 'meetings', 'notes'] as const;
export type MomentKind = (typeof KINDS)[number];

/** The kinds of item that the API is asked for; the rest is told apart here. */
export const TYPES_OF: Readonly<Record<MomentKind | 'all', string | undefined>> = {
  all: undefined,
  reached: 'message,call,call_missed',
  decisions: 'activity',
  meetings: 'activity',
  notes: 'activity',
};

const DECIDES = /^(cadence|workflow_run|automation|conversation)\./;

/** Tells what an item is about; undefined: the lead itself, which only "everything" shows. */
export function kindOf(item: HistoryItem): MomentKind | undefined {
  if (item.type !== 'activity') return 'reached';
  if (item.note !== null || item.activity_type === 'meeting.notes_added') return 'notes';
  if (item.activity_type.startsWith('meeting.')) return 'meetings';
  return DECIDES.test(item.activity_type) ? 'decisions' : undefined;
}

/** What an event says of a step. */
export interface Decided {
  step?: string;
  why?: string;
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Reads out of an event's facts which step it tells of, and why it went so. */
export function decidedOf(data: Record<string, unknown>): Decided {
  const to = text(data.to);
  const why = text(data.detail) ?? text(data.why) ?? text(data.reason)?.replaceAll('_', ' ');
  const step = text(data.step_key);
  const onward = to && to !== step ? `goes on with ${to}` : undefined;
  const sentence = [why, onward].filter(Boolean).join('; ');
  return { ...(step ? { step } : {}), ...(sentence ? { why: sentence } : {}) };
}

const HOUR = 3_600_000;

/** Says how long nothing happened between two moments, where that was long; undefined where it wasn't. */
export function idleBetween(later: string, earlier: string): string | undefined {
  const hours = Math.floor((Date.parse(later) - Date.parse(earlier)) / HOUR);
  if (hours < 6) return undefined;
  if (hours < 48) return `${hours} hours`;
  return `${Math.floor(hours / 24)} days`;
}
