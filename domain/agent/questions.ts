import { passageOf } from '../knowledge/passage.js';
import { sourcesOf } from './citations.js';
import type { CallResult, Scene } from './scene.js';
import { questionsIn } from './words.js';

type Asking = Pick<Scene, 'inputs' | 'done'>;
type Search = CallResult & { call: { tool: 'search_knowledge'; query: string } };

/** What was asked, in its order. */
export const questionsOf = ({ inputs }: Pick<Scene, 'inputs'>): string[] =>
  inputs.flatMap(({ text }) => questionsIn(text)).map((question) => question.trim());

const answeredSearches = ({ done }: Pick<Scene, 'done'>): Search[] =>
  done.filter((each): each is Search => each.call.tool === 'search_knowledge' && (each.sources?.length ?? 0) > 0);

/** Tells whether something was asked for which nothing was found. */
export const hasOpenQuestion = (scene: Asking): boolean => questionsOf(scene).length > answeredSearches(scene).length;

/** What does not need a document: times are asked of the calendar. */
const SPEAKS_FOR_ITSELF: readonly string[] = ['get_availability', 'book_meeting'];

/**
 * The numbers of the sources of which an answer has to name one, where the agent answers by documents only and was asked
 * something; null where it has to name none.
 */
export function mustCite(scene: Pick<Scene, 'agent' | 'inputs' | 'done'>): number[] | null {
  const { agent, done } = scene;
  if (!agent.ai.knowledge.only || questionsOf(scene).length === 0) return null;
  if (done.some(({ call, refused }) => refused === null && SPEAKS_FOR_ITSELF.includes(call.tool))) return null;
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
