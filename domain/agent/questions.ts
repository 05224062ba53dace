import { passageOf } from '../knowledge/passage.js';
import { aboutMeeting } from './about-meeting.js';
import { asksForTimes } from './asks-times.js';
import { type Answering, readText } from './choose-slot.js';
import { sourcesOf } from './citations.js';
import { missingIn, offersTimes } from './missing.js';
import type { CallResult, Scene } from './scene.js';
import { questionsIn } from './words.js';

type Asking = Answering & Pick<Scene, 'hasMeeting' | 'meetingAt'>;
type Search = CallResult & { call: { tool: 'search_knowledge'; query: string } };

/** Returns what was asked, in its order. */
export const questionsOf = ({ inputs }: Pick<Scene, 'inputs'>): string[] =>
  inputs.flatMap(({ text }) => questionsIn(text)).map((question) => question.trim());

/** Tells whether a question is about the meeting that the lead has. */
const isAboutMeeting = (question: string, { meetingAt }: Asking): boolean =>
  meetingAt !== null && aboutMeeting(question) !== undefined;

/** Tells whether a question is about the times on offer. */
const isAboutOffers = (question: string, scene: Asking): boolean =>
  scene.offers.length > 0 && readText(question, scene).kind !== 'none';

/**
 * Returns what was asked of the documents: when to talk is asked of the calendar, where the agent has one, and the
 * meeting that there is, of that.
 */
export function forDocuments(scene: Asking): string[] {
  const asked = questionsOf(scene).filter((question) => !isAboutMeeting(question, scene));
  return offersTimes(scene)
    ? asked.filter((question) => !asksForTimes(question) && !isAboutOffers(question, scene))
    : asked;
}

/** Tells whether times were asked for that the agent has to offer. */
export const asksTimes = (scene: Asking): boolean => offersTimes(scene) && questionsOf(scene).some(asksForTimes);

/** Tells whether nothing was asked for but times. */
export const asksTimesOnly = (scene: Asking): boolean => asksTimes(scene) && forDocuments(scene).length === 0;

const answeredSearches = ({ done }: Pick<Scene, 'done'>): Search[] =>
  done.filter((each): each is Search => each.call.tool === 'search_knowledge' && (each.sources?.length ?? 0) > 0);

/** Tells whether something was asked for which nothing was found. */
export const hasOpenQuestion = (scene: Asking & Pick<Scene, 'done'>): boolean =>
  forDocuments(scene).length > answeredSearches(scene).length;

/** What does not need a document: times are asked of the calendar. */
const SPEAKS_FOR_ITSELF: readonly string[] = ['get_availability', 'book_meeting'];

/**
 * Returns the numbers of the sources of which an answer has to name one, where the agent answers by documents only and
 * was asked something; null where it has to name none, also while it asks for what it needs to offer times.
 */
export function mustCite(scene: Asking & Pick<Scene, 'done' | 'isLead'>): number[] | null {
  const { agent, done } = scene;
  if (!agent.ai.knowledge.only || questionsOf(scene).length === 0) return null;
  if (done.some(({ call, refused }) => refused === null && SPEAKS_FOR_ITSELF.includes(call.tool))) return null;
  if (asksTimesOnly(scene) && missingIn(scene) !== undefined) return null;
  return sourcesOf(scene).map(({ n }) => n);
}

/** Answers what was found for: in the documents' own words, each with the number of its source. */
export function answersOf(scene: Pick<Scene, 'done'>): string[] {
  const answers = answeredSearches(scene).map(({ call, sources = [] }) => {
    const [best] = sources;
    return best ? `${passageOf(best.text, call.query)} [${best.n}]` : '';
  });
  return [...new Set(answers)].filter((answer) => answer !== '');
}
