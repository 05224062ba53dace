import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { chunksOf } from '../../domain/knowledge/chunks.js';
import { postingsOf } from '../../domain/knowledge/postings.js';
import { byWeight, type Posting, planQuestion, rank, withNearness } from '../../domain/knowledge/rank.js';
import { languageOfText } from '../../domain/knowledge/tokens.js';
import { DEFAULT_MIN_SCORE } from '../../schemas/knowledge/documents.js';

interface Guide {
  sections: { heading: string; text: string }[];
  questions: { question: string; section: number }[];
}

const GUIDES = Object.entries(JSON.parse(readFileSync('evals/knowledge.json', 'utf8')) as Record<string, Guide>);

/** One collection with all languages, as in the index. */
const library = GUIDES.map(([name, { sections }], no) => {
  const chunks = chunksOf(
    sections.flatMap(({ heading, text }) => [
      { kind: 'heading' as const, level: 1, text: heading, page: null },
      { kind: 'text' as const, level: 0, text, page: null },
    ]),
  );
  const language = languageOfText(chunks.map(({ text }) => text).join('\n'));
  const { postings, lengths } = postingsOf(chunks, 'Guide', language);
  const terms = lengths.reduce((sum, length) => sum + length, 0);
  return { name, chunks, postings, document: { no, language, chunks: chunks.length, terms } };
});

/** Returns the results of a question, as `language/section`, the best first. */
function found(query: string, minScore = DEFAULT_MIN_SCORE): string[] {
  const documents = library.map(({ document }) => document);
  const question = planQuestion(query, new Set(documents.map(({ language }) => language)));
  const postings = library.flatMap(({ document, postings: all }) =>
    question.terms.flatMap((term): Posting[] => {
      const occurrences = all.get(term);
      return occurrences ? [{ documentNo: document.no, term, occurrences }] : [];
    }),
  );
  return rank(question, documents, postings, { minScore, limit: 30 })
    .map((each) => {
      const { chunks, document } = library[each.documentNo]!;
      return withNearness(each, question, chunks[each.no]!.text, document.language);
    })
    .sort(byWeight)
    .slice(0, 5)
    .map(({ documentNo, no }) => `${library[documentNo]!.name}/${no}`);
}

describe('sixty questions in six languages', () => {
  const asked = GUIDES.flatMap(([name, { questions }]) =>
    questions.map(({ question, section }) => ({ question, wanted: `${name}/${section}` })),
  );

  it('find the section that answers them among the first five, nine of ten at least', () => {
    expect(library.map(({ name, chunks }) => [name, chunks.length])).toEqual(GUIDES.map(([name]) => [name, 12]));
    expect(library.map(({ document }) => document.language)).toEqual(GUIDES.map(([name]) => name));
    expect(asked).toHaveLength(60);
    const missed = asked.filter(({ question, wanted }) => !found(question).includes(wanted));
    expect(missed.length <= 6 ? [] : missed).toEqual([]);
  });

  it('find it first, four of five at least', () => {
    const second = asked.filter(({ question, wanted }) => found(question)[0] !== wanted);
    expect(second.length <= 12 ? [] : second).toEqual([]);
  });

  it('find nothing where no section has the words of a question', () => {
    const others = [
      'Do you repair bicycles?',
      '¿Venden bicicletas?',
      'Verkaufen Sie Fahrräder?',
      'Vendez-vous des vélos ?',
    ];
    expect(others.flatMap((question) => found(question))).toEqual([]);
  });
});
