import type { HistoryItem } from '../../schemas/events/history.js';
import * as words from './en/events.js';

type Activity = Pick<Extract<HistoryItem, { type: 'activity' }>, 'activity_type' | 'title' | 'description' | 'params'>;

/** Returns the title and the description of an activity: the language's own, else those of the API. */
export function inWords({ activity_type, title, description, params }: Activity) {
  const own = words.EVENTS[activity_type];
  return own ? { title: own[0], description: own[1](params) } : { title, description };
}
