export interface DiffLine {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** So many lines are compared one with each other; what is longer is told as a whole. */
const MOST = 2_000;

/** Tells two texts apart line by line, by their longest common part. */
export function lineDifferences(before: string, after: string): DiffLine[] {
  const old = before.split('\n');
  const young = after.split('\n');
  if (old.length > MOST || young.length > MOST)
    return [
      ...old.map((text): DiffLine => ({ kind: 'removed', text })),
      ...young.map((text): DiffLine => ({ kind: 'added', text })),
    ];
  const width = young.length + 1;
  const common = new Uint16Array((old.length + 1) * width);
  const at = (i: number, j: number) => common[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = young.length - 1; j >= 0; j -= 1)
      common[i * width + j] = old[i] === young[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const lines: DiffLine[] = [];
  let i = 0;
  let j = 0;
  while (i < old.length || j < young.length) {
    if (i < old.length && j < young.length && old[i] === young[j]) {
      lines.push({ kind: 'same', text: old[i] ?? '' });
      i += 1;
      j += 1;
    } else if (j >= young.length || (i < old.length && at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ kind: 'removed', text: old[i] ?? '' });
      i += 1;
    } else {
      lines.push({ kind: 'added', text: young[j] ?? '' });
      j += 1;
    }
  }
  return lines;
}
