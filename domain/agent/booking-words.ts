import { LANGUAGES } from '../../schemas/agents/talking.js';
import { foldWords } from '../values/text.js';
import { ASKS_IN_FRONT, BEFORE, FILLER, YES } from './assent-words.js';
import { AHEAD, EARLIEST, LAST, MONTHS, NEXT, NEXT_WEEK, NOON, PARTS, PLACES, WEEKDAYS } from './calendar-words.js';
import { BUT, ELSEWHERE, MAYBE, NO, NO_REFUSAL, OTHER } from './refusal-words.js';
import { spelledTimes } from './spelled-times.js';

/** The meaning of a word or phrase in an answer to an offer of times. */
export type Meaning =
  /** It agrees. */
  | { is: 'yes' }
  /** It adds nothing. */
  | { is: 'filler' }
  /** It refuses, also what else its clause names. */
  | { is: 'no' }
  /** It begins like a refusal and is none. */
  | { is: 'no_refusal' }
  /** It asks for something else. */
  | { is: 'other' }
  /** It leaves it open. */
  | { is: 'maybe' }
  /** A change of subject follows. */
  | { is: 'but' }
  /** Its clause is about something else than when to meet. */
  | { is: 'elsewhere' }
  /** It says what the number behind it is. */
  | { is: 'before'; number: 'hour' | 'day' | 'place' }
  /** It agrees behind a time, and asks in front of one. */
  | { is: 'asks_in_front' }
  /** Monday is 1. */
  | { is: 'weekday'; weekday: number }
  /** So many days from today. */
  | { is: 'ahead'; days: number }
  /** A day of the week that comes, which may be this week's or the next one's. */
  | { is: 'next' }
  | { is: 'next_week' }
  | { is: 'month'; month: number }
  /** A place in a list, from 0; `last` and `earliest` are found by looking. */
  | { is: 'place'; place: number | 'last' | 'earliest' }
  | { is: 'part'; from: number; to: number }
  | { is: 'time'; minutes: readonly number[] };

/** A phrase has so many words at most. */
export const MAX_WORDS = 6;

const MEANINGS = new Map<string, Meaning[]>();
function add(meaning: Meaning, lists: readonly string[]): void {
  for (const phrase of new Set(lists.flatMap((list) => list.split(',')).map(foldWords))) {
    if (phrase !== '') MEANINGS.set(phrase, [...(MEANINGS.get(phrase) ?? []), meaning]);
  }
}

add({ is: 'yes' }, YES);
add({ is: 'filler' }, FILLER);
add({ is: 'asks_in_front' }, ASKS_IN_FRONT);
for (const number of ['hour', 'day', 'place'] as const) add({ is: 'before', number }, BEFORE[number]);
for (const [at, names] of WEEKDAYS.entries()) add({ is: 'weekday', weekday: at + 1 }, [names]);
for (const [at, names] of MONTHS.entries()) add({ is: 'month', month: at + 1 }, [names]);
for (const [days, names] of AHEAD.entries()) add({ is: 'ahead', days }, [names]);
add({ is: 'next' }, NEXT);
add({ is: 'next_week' }, NEXT_WEEK);
for (const [place, names] of PLACES.entries()) add({ is: 'place', place }, [names]);
add({ is: 'place', place: 'last' }, LAST);
add({ is: 'place', place: 'earliest' }, EARLIEST);
for (const { from, to, phrases } of PARTS) add({ is: 'part', from, to }, [phrases]);
add({ is: 'time', minutes: [720] }, [NOON]);
for (const language of LANGUAGES) {
  for (const [phrase, minutes] of spelledTimes(language)) add({ is: 'time', minutes }, [phrase]);
}
add({ is: 'no' }, NO);
add({ is: 'no_refusal' }, NO_REFUSAL);
add({ is: 'other' }, OTHER);
add({ is: 'maybe' }, MAYBE);
add({ is: 'but' }, BUT);
add({ is: 'elsewhere' }, ELSEWHERE);

/** Returns what a folded phrase says; of what is not in the lists nothing is known. */
export const meaningsOf = (phrase: string): readonly Meaning[] => MEANINGS.get(phrase) ?? [];
