/** A problem that the user can fix. Only its message and lines are shown, without a stack. */
export class Stop extends Error {
  constructor(message, lines = []) {
    super(message);
    this.name = 'Stop';
    this.lines = lines;
    // Who shows a stack instead (a test's report) shows the lines too.
    this.stack = [message, ...lines, this.stack].join('\n');
  }
}

const mirrors = new Set();

/** Also hands every line to `mirror`; the detached service reports to the command that started it this way. */
export const mirrorOutput = (mirror) => mirrors.add(mirror);

/** Prints a progress line. All progress goes to stderr: stdout belongs to results, which may be piped. */
export function say(text) {
  process.stderr.write(`${text}\n`);
  for (const mirror of mirrors) mirror(text);
}

const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

/**
 * Announces a piece of work. On a terminal its line counts the seconds; elsewhere a line appears when it takes
 * longer than a moment, and again every half minute, so that a slow step never looks like a hang.
 */
export function step(label) {
  const since = Date.now();
  const live = process.stderr.isTTY && mirrors.size === 0;
  const draw = () => process.stderr.write(`\r\x1b[K  … ${label} ${Math.round((Date.now() - since) / 1000)} s`);
  if (live) draw();
  const soon = live ? undefined : setTimeout(() => say(`  … ${label}`), 1500);
  const ticking = setInterval(
    live ? draw : () => say(`  … ${label}: ${Math.round((Date.now() - since) / 1000)} s`),
    live ? 1000 : 30_000,
  );
  ticking.unref();
  const end = (mark, text) => {
    clearTimeout(soon);
    clearInterval(ticking);
    if (live) process.stderr.write('\r\x1b[K');
    if (mark) say(`  ${mark} ${text}`);
  };
  return {
    done: (note) => end('✓', `${note ?? label} (${seconds(since)})`),
    fail: (note) => end('✗', note ?? label),
    quiet: () => end(),
  };
}

/** Runs `work` as a step: its line ends with a tick, or with a cross when it throws. */
export async function during(label, work) {
  const progress = step(label);
  try {
    const result = await work();
    progress.done();
    return result;
  } catch (error) {
    progress.fail();
    throw error;
  }
}

/** Prints why the command ends here. */
export function explain(error) {
  if (error instanceof Stop) {
    say(`\n${error.message}`);
    for (const line of error.lines) say(`  ${line}`);
  } else {
    say(`\n${error?.stack ?? error}`);
  }
}
