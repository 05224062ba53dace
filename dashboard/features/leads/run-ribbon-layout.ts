import type { HistoryItem } from '../../../schemas/events/history.js';
import { messageWords } from '../../words/messages.js';
import { HOLDS } from '../../words/states.js';
import type { Who } from '../../words/who.js';
import type { Span } from './send-windows.js';
import { type Decided, idleBetween } from './timeline-entries.js';

/** A moment of a run as a mark of its ribbon. */
export interface Mark {
  /** The ID of the timeline element. */
  id: string;
  at: string;
  who: Who;
  /** True for messages to or from the lead. */
  isTall: boolean;
  isTaken: boolean;
}

/** The id of what a timeline shows of an item. */
export const idOfMoment = (id: string): string => `moment-${id}`;
/** The id of what a timeline shows of the step that comes in a place of a run's plan. */
export const idOfAhead = (runId: string, place: number): string => `ahead-${runId}-${place}`;

const whoOf = (item: HistoryItem, decided: Decided | undefined): Who => {
  if (decided?.hold) return HOLDS[decided.hold].who;
  if (item.type === 'activity') return item.activity_type === 'workflow_run.failed' ? 'act' : 'off';
  if (item.type === 'call_missed') return 'off';
  return item.direction === 'inbound' ? 'person' : messageWords(item.status).who;
};

/** Marks what happened, the oldest first. */
export const marksOf = (
  items: readonly HistoryItem[],
  decisions: ReadonlyMap<string, Decided>,
  taken: ReadonlySet<string>,
): Mark[] =>
  items.toReversed().map((item) => ({
    id: idOfMoment(item.id),
    at: item.created_at,
    who: whoOf(item, decisions.get(item.id)),
    isTall: item.type !== 'activity',
    isTaken: taken.has(item.id),
  }));

const HOUR = 3_600_000;
/** The minimum distance of two marks, in hours of the scale. Otherwise one hides the other. */
const APART = 0.25;

/** The positions of marks on a ribbon, in hundredths of its width, and the folded silence between them. */
export interface Ribbon {
  places: number[];
  folds: { from: number; to: number; label: string }[];
}

/** Lays moments, the oldest first, out on a scale on which silence of an hour and of a month are as wide as an hour. */
export function ribbonOf(moments: readonly string[]): Ribbon {
  const hours = moments.slice(1).map((at, index) => {
    const gap = (Date.parse(at) - Date.parse(moments[index] ?? at)) / HOUR;
    return Math.min(Math.max(gap, APART), 1);
  });
  const whole = hours.reduce((sum, each) => sum + each, 0) || 1;
  const places: number[] = [];
  let at = 0;
  for (const each of [0, ...hours].slice(0, moments.length)) {
    at += each;
    places.push((at / whole) * 100);
  }
  const folds = moments.slice(1).flatMap((later, index) => {
    const label = idleBetween(later, moments[index] ?? later);
    return label ? [{ from: places[index] ?? 0, to: places[index + 1] ?? 0, label }] : [];
  });
  return { places, folds };
}

/** The width below which neighbors can't be told apart, in hundredths of the ribbon. */
const FINE = 0.3;

/** A part of a ribbon, in hundredths of its width. */
export interface Shade {
  from: number;
  to: number;
}

/** Lays spans of time out on the scale of a ribbon; what is too near to tell apart becomes one. */
export function shadesOf(moments: readonly string[], places: readonly number[], spans: readonly Span[]): Shade[] {
  const times = moments.map((at) => Date.parse(at));
  const placeOf = (time: number): number => {
    const after = times.findIndex((each) => each >= time);
    if (after <= 0) return after === 0 ? (places[0] ?? 0) : 100;
    const [before = 0, later = 0] = [times[after - 1], times[after]];
    const [left = 0, right = 0] = [places[after - 1], places[after]];
    return Math.min(right, left + ((right - left) * (time - before)) / Math.max(1, later - before));
  };
  const shades: Shade[] = [];
  for (const [begins, ends] of spans) {
    const [from, to] = [placeOf(begins), placeOf(ends)];
    const last = shades.at(-1);
    if (last && from - last.to < FINE) last.to = to;
    else shades.push({ from, to });
  }
  return shades;
}
