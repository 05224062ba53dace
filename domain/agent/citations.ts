import type { Citation } from '../../schemas/conversations/messages.js';
import type { Source, TurnInput } from './turn-input.js';

const CITATION = /[ \t]?\[(\d{1,3})\]/g;

/** Returns what was found in documents in this turn, by its number. */
export const sourcesOf = ({ done }: Pick<TurnInput, 'done'>): Source[] => {
  const byNumber = new Map(done.flatMap(({ sources = [] }) => sources).map((source) => [source.n, source]));
  return [...byNumber.values()];
};

/**
 * Keeps of the marks `[n]` in a reply those whose source was found in this turn, and names these sources. Whatever wrote
 * the reply, a source that wasn't found is never shown.
 */
export function keepCitations(text: string, sources: readonly Source[]): { text: string; citations: Citation[] } {
  const cited = new Map<number, Citation>();
  const kept = text.replace(CITATION, (mark, digits: string) => {
    const source = sources.find(({ n }) => n === Number(digits));
    if (!source) return '';
    const { n, title, page, url } = source;
    cited.set(n, { n, title, page, url });
    return mark;
  });
  return { text: kept, citations: [...cited.values()].sort((a, b) => a.n - b.n) };
}

/** Returns the numbers of the sources that a text names. */
export const citedNumbers = (text: string): number[] =>
  [...text.matchAll(CITATION)].map(([, digits]) => Number(digits));

/** Takes all marks of sources out of a text. */
export const stripCitations = (text: string): string => text.replace(CITATION, '');
