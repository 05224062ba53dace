import { foldWords } from '../values/text.js';

/** A message of a conversation with its time. */
interface Utterance {
  role: string;
  text: string | null;
  created_at: Date;
}

const SAME_TEXTS = 3;
const REPLIES_AN_HOUR = 10;
const HOUR_MS = 3_600_000;
/** Texts of machines only differ in numbers. */
const withoutNumbers = (text: string | null): string => foldWords(text ?? '').replace(/\p{N}+/gu, '#');

/**
 * Returns whether a machine seems to be writing: the same text, but for its numbers, was answered three times and comes
 * again, or more was answered within an hour than anybody writes.
 */
export function isLoop(messages: readonly Utterance[], now: Date): boolean {
  const recent = messages.filter(
    (message) => message.role === 'bot' && message.created_at.getTime() > now.getTime() - HOUR_MS,
  );
  if (recent.length >= REPLIES_AN_HOUR) return true;
  const inputs = messages.filter(({ role }) => role === 'user');
  const last = inputs.at(-1);
  if (!last || withoutNumbers(last.text).length < SHORT) return false;
  const same = inputs.filter(({ text }) => withoutNumbers(text) === withoutNumbers(last.text));
  return same.length > SAME_TEXTS;
}

/** So few letters are a yes or a no, which people repeat. */
const SHORT = 20;
