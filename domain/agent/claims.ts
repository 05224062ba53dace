import { LANGUAGES, type Language } from '../../schemas/agents/talking.js';
import { CLAIMS, type ClaimedAction, CONDITIONS, NEGATIONS, NOT_NEGATIONS } from './claim-words.js';
import type { TurnInput } from './turn-input.js';

/** The actions that an answer may mention as done. */
export type CompletedActions = ReadonlySet<ClaimedAction | 'follow_up'>;

const words = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\u064b-\u0652]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const phrase = (pattern: string): RegExp => new RegExp(`(?:^| )(?:${pattern})(?= |$)`, 'u');

/** Languages share forms, so that a sentence may match another's: words of all count, but those that mean more. */
const AMBIGUOUS: Partial<Record<Language, readonly string[]>> = { pt: ['no'], es: ['se'], fr: ['se'], de: ['se'] };
const wordsFor = (lists: Record<Language, string>, language: Language): RegExp =>
  phrase(
    [...new Set(Object.values(lists).flatMap((list) => list.split('|')))]
      .filter((word) => !AMBIGUOUS[language]?.includes(word))
      .join('|'),
  );

const RULES = LANGUAGES.flatMap((language) => {
  const [negated, conditional] = [wordsFor(NEGATIONS, language), wordsFor(CONDITIONS, language)];
  return CLAIMS[language].map(([deed, pattern]) => ({
    deed,
    negated,
    conditional,
    isNegative: pattern.startsWith('!'),
    pattern: pattern.startsWith('^')
      ? new RegExp(`^(?:${pattern.slice(1)})(?= |$)`, 'u')
      : phrase(pattern.replace(/^!/, '')),
  }));
});
const HARMLESS = new RegExp(`(?:${Object.values(NOT_NEGATIONS).join('|')})`, 'gu');
const FOLLOW_UP =
  /follow|remind|write|message|recordatorio|escrib|lembrete|escrev|erinner|schreib|rappel|écri|تذكير|أكتب/u;
const MAIL = /(?:^| )(?:e mails?|emails?|mails?|correos?|courriels?|sms|البريد|بريدا|رسالة إلكترونية)(?= |$)/u;

/** A part of a sentence, as words, and whether the sentence asks and continues behind it. */
interface Clause {
  text: string;
  asks: boolean;
  isLast: boolean;
}

/** Text longer than this is no answer of a chat; the end of it is not looked at. */
const MAX_CHARS = 12_000;
/** A point within a time ends nothing. */
const SENTENCE_END = /(?<=[.!?؟;:…])(?=\s)|\n/u;

function clausesOf(text: string): Clause[] {
  return text
    .slice(0, MAX_CHARS)
    .split(SENTENCE_END)
    .flatMap((sentence) => {
      const clauses = sentence
        .split(/[,،()–—"“”«»]| - /u)
        .map(words)
        .filter((part) => part !== '');
      const asks = /[?؟]\s*$/u.test(sentence);
      return clauses.map((part, at) => ({
        text: part.replace(HARMLESS, '').trim(),
        asks,
        isLast: at === clauses.length - 1,
      }));
    });
}

function claimIn({ text, asks, isLast }: Clause): ClaimedAction[] {
  if (asks && isLast) return [];
  return RULES.flatMap(({ deed, pattern, isNegative, negated, conditional }) => {
    const match = pattern.exec(text);
    if (!match || (asks && match.index > 0)) return [];
    const upTo = text.slice(0, match.index + match[0].length);
    if (conditional.test(upTo) || (!isNegative && negated.test(upTo))) return [];
    return [deed];
  });
}

/** Returns whether something has happened that a clause claims. */
function isTrue(deed: ClaimedAction, { text }: Clause, completed: CompletedActions): boolean {
  if (deed === 'booked') return completed.has('booked') || (completed.has('follow_up') && FOLLOW_UP.test(text));
  // A booking sends its own confirmation; a link goes with the answer, not by mail.
  if (deed === 'sent') return completed.has('booked') || (completed.has('sent') && !MAIL.test(text));
  return completed.has(deed);
}

/** Returns whether an answer claims that something was done which has not happened. */
export function claimsUntrue(text: string, completed: CompletedActions): boolean {
  return clausesOf(text).some((clause) => claimIn(clause).some((deed) => !isTrue(deed, clause, completed)));
}

/** Returns what has happened in a turn so far, and of meetings before it. */
export function completedActionsOf({ done, hasMeeting }: Pick<TurnInput, 'done' | 'hasMeeting'>): CompletedActions {
  const tools = new Set(done.filter(({ refused }) => refused === null).map(({ call }) => call.tool));
  const acts = [...tools].filter((tool) => tool !== 'search_knowledge' && tool !== 'get_availability');
  return new Set([
    ...(hasMeeting || tools.has('book_meeting') ? (['booked'] as const) : []),
    ...(tools.has('send_link') ? (['sent'] as const) : []),
    ...(tools.has('schedule_followup') ? (['follow_up'] as const) : []),
    ...(tools.has('opt_out_lead') ? (['unsubscribed'] as const) : []),
    ...(acts.length > 0 ? (['done'] as const) : []),
  ]);
}
