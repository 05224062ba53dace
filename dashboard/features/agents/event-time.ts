import type { Answer } from '../../api/operation-types.js';

type Course = Pick<Answer<'simulateWorkflow'>, 'starts_at' | 'timeline'>;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Returns the time of an event that is added to a simulation: an hour after the first message, since earlier events
 * rarely have an effect, and after all events that were added before.
 */
export function timeOfNewEvent({ starts_at, timeline }: Course, events: readonly (string | undefined)[]): string {
  const message = timeline.find(({ sender }) => sender !== null);
  const first = message ? Date.parse(message.at) + HOUR_MS : Date.parse(starts_at) + DAY_MS;
  const later = events.flatMap((at) => (at === undefined ? [] : [Date.parse(at) + HOUR_MS]));
  return new Date(Math.max(first, ...later)).toISOString();
}
