const WIDTH = 100;
const HEIGHT = 24;
const EDGE = 2;

/** Draws counts as the path of a line in a box of 100 by 24; all alike it lies at the bottom. */
export function sparklinePath(counts: readonly number[]): string {
  const most = Math.max(1, ...counts);
  const step = WIDTH / Math.max(1, counts.length - 1);
  const points = counts.map((count, at) => {
    const y = HEIGHT - EDGE - (count / most) * (HEIGHT - 2 * EDGE);
    return `${(at * step).toFixed(1)} ${y.toFixed(1)}`;
  });
  return points.length === 0 ? '' : `M${points.join('L')}`;
}
