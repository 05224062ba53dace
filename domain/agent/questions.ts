import { passageOf } from '../knowledge/passage.js';
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

/** Answers what was found for: in the documents' own words, each with the number of its source. */
export function answersOf(scene: Pick<Scene, 'done'>): string[] {
  const answers = answeredSearches(scene).map(({ call, sources = [] }) => {
    const [best] = sources;
    return best ? `${passageOf(best.text, call.query)} [${best.n}]` : '';
  });
  return [...new Set(answers)].filter((answer) => answer !== '');
}
