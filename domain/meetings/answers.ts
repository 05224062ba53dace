import type { Question } from '../../schemas/meetings/meeting-types.js';

/** The answers, by the keys of the questions. */
export type Answers = Record<string, string | number | boolean>;

/** Answers that fit the questions, or which one does not and why. */
export type AnswerCheck = { ok: true; answers: Answers | null } | { ok: false; key: string; message: string };

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** Returns why a value doesn't answer a question; undefined when it does. */
function problemOf(question: Question, value: string | number | boolean): string | undefined {
  switch (question.type ?? 'text') {
    case 'number':
      return typeof value === 'number' ? undefined : 'must be a number';
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'must be true or false';
    case 'choice':
      return typeof value === 'string' && (question.options ?? []).includes(value)
        ? undefined
        : 'must be one of the choices of its question';
    default:
      return typeof value === 'string' ? undefined : 'must be a text';
  }
}

/** Holds what was answered against the questions of a meeting type; an empty answer counts as none. */
export function checkAnswers(
  questions: readonly Question[],
  given: Readonly<Record<string, string | number | boolean | null>>,
): AnswerCheck {
  const answers: Answers = {};
  const stranger = Object.keys(given).find((key) => !questions.some((question) => question.key === key));
  if (stranger !== undefined) return { ok: false, key: stranger, message: 'is no question of this meeting type' };
  for (const question of questions) {
    const value = given[question.key];
    if (value === undefined || value === null || isEmpty(value)) {
      if (question.required) return { ok: false, key: question.key, message: 'has to be answered' };
      continue;
    }
    const message = problemOf(question, value);
    if (message !== undefined) return { ok: false, key: question.key, message };
    answers[question.key] = value;
  }
  return { ok: true, answers: Object.keys(answers).length > 0 ? answers : null };
}

/** Writes question and answer as a host reads them, a line each. */
export const answerLines = (questions: readonly Question[], answers: Answers | null): string[] =>
  Object.entries(answers ?? {}).map(([key, value]) => {
    const label = questions.find((question) => question.key === key)?.label ?? key;
    return `${label}: ${typeof value === 'boolean' ? (value ? 'yes' : 'no') : value}`;
  });
