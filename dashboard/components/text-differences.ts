export interface Piece {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** The maximum number of pieces that are compared with each other. A longer text counts as changed as a whole. */
const MOST = 2_000;

/** Tells two lists of pieces apart by their longest common part. */
function piecesOf(old: readonly string[], young: readonly string[]): Piece[] {
  if (old.length > MOST || young.length > MOST)
    return [
      ...old.map((text): Piece => ({ kind: 'removed', text })),
      ...young.map((text): Piece => ({ kind: 'added', text })),
    ];
  const width = young.length + 1;
  const common = new Uint16Array((old.length + 1) * width);
  const at = (i: number, j: number) => common[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = young.length - 1; j >= 0; j -= 1)
      common[i * width + j] = old[i] === young[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const pieces: Piece[] = [];
  let i = 0;
  let j = 0;
  while (i < old.length || j < young.length) {
    if (i < old.length && j < young.length && old[i] === young[j]) {
      pieces.push({ kind: 'same', text: old[i] ?? '' });
      i += 1;
      j += 1;
    } else if (j >= young.length || (i < old.length && at(i + 1, j) >= at(i, j + 1))) {
      pieces.push({ kind: 'removed', text: old[i] ?? '' });
      i += 1;
    } else {
      pieces.push({ kind: 'added', text: young[j] ?? '' });
      j += 1;
    }
  }
  return pieces;
}

/** Tells two texts apart line by line. */
export const lineDifferences = (before: string, after: string): Piece[] =>
  piecesOf(before.split('\n'), after.split('\n'));

/** Splits a text into words and the separators between them. */
const wordsOf = (text: string): string[] => text.match(/\s+|[\p{L}\p{N}_.]+|[^\s\p{L}\p{N}_.]/gu) ?? [];

/** Tells two texts apart word by word; pieces of one kind that follow each other are one. */
export function wordDifferences(before: string, after: string): Piece[] {
  const joined: Piece[] = [];
  for (const piece of piecesOf(wordsOf(before), wordsOf(after))) {
    const last = joined.at(-1);
    if (last?.kind === piece.kind) last.text += piece.text;
    else joined.push({ ...piece });
  }
  return joined;
}
