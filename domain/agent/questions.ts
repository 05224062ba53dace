import { passageOf } from '../knowledge/passage.js';
import { aboutMeeting } from './about-meeting.js';
import { asksForTimes } from './asks-times.js';
import { type OfferInput, readText } from './choose-slot.js';
import { sourcesOf } from './citations.js';
import { missingIn, offersTimes } from './missing.js';
import type { CallResult, TurnInput } from './turn-input.js';
import { questionsIn } from './words.js';

type QuestionInput = OfferInput & Pick<TurnInput, 'hasMeeting' | 'meetingAt'>;
type Search = CallResult & { call: { tool: 'search_knowledge'; query: string } };

/** Returns what was asked, in its order. */
export const questionsOf = ({ inputs }: Pick<TurnInput, 'inputs'>): string[] =>
  inputs.flatMap(({ text }) => questionsIn(text)).map((question) => question.trim());

/** Returns whether a question is about the meeting that the lead has. */
const isAboutMeeting = (question: string, { meetingAt }: QuestionInput): boolean =>
  meetingAt !== null && aboutMeeting(question) !== undefined;

/** Returns whether a question is about the times on offer. */
const isAboutOffers = (question: string, turnInput: QuestionInput): boolean =>
  turnInput.offers.length > 0 && readText(question, turnInput).kind !== 'none';

/**
 * Returns what was asked of the documents: when to talk is asked of the calendar, where the agent has one, and the
 * meeting that there is, of that.
 */
export function forDocuments(turnInput: QuestionInput): string[] {
  const asked = questionsOf(turnInput).filter((question) => !isAboutMeeting(question, turnInput));
  return offersTimes(turnInput)
    ? asked.filter((question) => !asksForTimes(question) && !isAboutOffers(question, turnInput))
    : asked;
}

/** Returns whether times were asked for that the agent has to offer. */
export const asksTimes = (turnInput: QuestionInput): boolean =>
  offersTimes(turnInput) && questionsOf(turnInput).some(asksForTimes);

/** Returns whether nothing was asked for but times. */
export const asksTimesOnly = (turnInput: QuestionInput): boolean =>
  asksTimes(turnInput) && forDocuments(turnInput).length === 0;

const answeredSearches = ({ done }: Pick<TurnInput, 'done'>): Search[] =>
  done.filter((each): each is Search => each.call.tool === 'search_knowledge' && (each.sources?.length ?? 0) > 0);

/** Returns whether something was asked for which nothing was found. */
export const hasOpenQuestion = (turnInput: QuestionInput & Pick<TurnInput, 'done'>): boolean =>
  forDocuments(turnInput).length > answeredSearches(turnInput).length;

/** Tools that answer without a document, because the calendar has the times. */
const NEEDS_NO_SOURCE: readonly string[] = ['get_availability', 'book_meeting'];

/**
 * Returns the numbers of the sources of which an answer has to name one, where the agent answers by documents only and
 * was asked something; null where it has to name none, also while it asks for what it needs to offer times.
 */
export function mustCite(turnInput: QuestionInput & Pick<TurnInput, 'done' | 'isLead'>): number[] | null {
  const { agent, done } = turnInput;
  if (!agent.ai.knowledge.only || questionsOf(turnInput).length === 0) return null;
  if (done.some(({ call, refused }) => refused === null && NEEDS_NO_SOURCE.includes(call.tool))) return null;
  if (asksTimesOnly(turnInput) && missingIn(turnInput) !== undefined) return null;
  return sourcesOf(turnInput).map(({ n }) => n);
}

/** Returns what was found for: in the documents' own words, each with the number of its source. */
export function answersOf(turnInput: Pick<TurnInput, 'done'>): string[] {
  const answers = answeredSearches(turnInput).map(({ call, sources = [] }) => {
    const [best] = sources;
    return best ? `${passageOf(best.text, call.query)} [${best.n}]` : '';
  });
  return [...new Set(answers)].filter((answer) => answer !== '');
}
