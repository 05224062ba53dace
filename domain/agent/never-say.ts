import { RE2JS } from 're2js';

/** The longest compiled pattern. Counted repeats make a short pattern long. */
const MAX_PROGRAM = 500;

/** Returns why a pattern can't be used; undefined where it can. */
export function patternProblem(pattern: string): string | undefined {
  try {
    return RE2JS.compile(pattern).programSize() > MAX_PROGRAM ? 'is too long a regular expression.' : undefined;
  } catch {
    return "isn't a valid RE2 regular expression. Look-around and back-references aren't supported.";
  }
}

/** Returns whether a text matches a pattern, ignoring case. Runs in time linear in the text's length for any pattern. */
export const matchesAny = (text: string, patterns: readonly string[]): boolean =>
  patterns.some((pattern) => {
    try {
      return RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE).matcher(text).find();
    } catch {
      return false;
    }
  });
