import { SourceMap } from 'node:module';

/** The stack of a function's error. */
interface Placed {
  stack: string;
  line: number | null;
  column: number | null;
}

const POSITION = /(function\.[jt]s):(\d+)(?::(\d+))?/g;

/**
 * Translates the positions of an error in the compiled program into positions in the source that was written; lines
 * count from 1.
 */
export function inSource<E extends Placed>(error: E, sourceMap: string): E {
  if (sourceMap === '') return error;
  const map = new SourceMap(JSON.parse(sourceMap));
  const find = (line: number, column: number): { line: number; column: number } | undefined => {
    const entry = map.findEntry(line - 1, Math.max(0, column - 1));
    return 'originalLine' in entry ? { line: entry.originalLine + 1, column: entry.originalColumn + 1 } : undefined;
  };
  const position = error.line === null ? undefined : find(error.line, error.column ?? 1);
  return {
    ...error,
    stack: error.stack.replaceAll(POSITION, (text: string, file: string, line: string, column?: string) => {
      const found = find(Number(line), Number(column ?? 1));
      return found ? `${file}:${found.line}:${found.column}` : text;
    }),
    ...(position ?? {}),
  };
}
