import { RE2JS } from 're2js';

/** Counted repeats make a short pattern long. */
const MAX_PROGRAM = 500;

/** Returns why a pattern can't be used; undefined where it can. */
export function patternProblem(pattern: string): string | undefined {
  try {
    return RE2JS.compile(pattern).programSize() > MAX_PROGRAM ? 'is too long a regular expression.' : undefined;
  } catch {
    return 'is no regular expression (RE2: without look-around and back-references).';
  }
}

/** Returns whether a text says what it must not, in whatever case. Takes time by its length, whatever the pattern. */
export const says = (text: string, patterns: readonly string[]): boolean =>
  patterns.some((pattern) => {
    try {
      return RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE).matcher(text).find();
    } catch {
      return false;
    }
  });
