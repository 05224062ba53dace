const WIDTH = 42;
const live = process.stderr.isTTY;
const LINE_MS = 5000;

/** Prints a line of the report: results go to stdout, progress to stderr. */
export const print = (line = ''): void => void process.stdout.write(`${line}\n`);

/** Writes a label with its value beneath those of the other lines. */
export const row = (label: string, value: string | number): void =>
  print(`  ${label.padEnd(WIDTH)}${typeof value === 'number' ? value.toLocaleString('en') : value}`);

/** Counts how often each of the words occurs, the most frequent first. */
export function tally(words: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
}

/** A line that is overwritten as the demo continues. Without a terminal, it prints a line at intervals. */
export class Progress {
  #last = 0;

  show(text: string): void {
    if (live) process.stderr.write(`\r\x1b[K  … ${text}`);
    else if (Date.now() - this.#last >= LINE_MS) {
      this.#last = Date.now();
      process.stderr.write(`  … ${text}\n`);
    }
  }

  /** Something happened that stays on the screen. */
  note(text: string): void {
    process.stderr.write(`${live ? '\r\x1b[K' : ''}  ${text}\n`);
  }

  end(): void {
    if (live) process.stderr.write('\r\x1b[K');
  }
}
