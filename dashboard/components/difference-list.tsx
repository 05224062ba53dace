import * as words from '../words/en/parts.js';
import type { Difference } from './compare-values.js';
import { type Piece, wordDifferences } from './text-differences.js';

/** A text as it was, or is, with the words marked that the other one has not. */
const Words = ({ pieces, own }: { pieces: readonly Piece[]; own: Piece['kind'] }) =>
  pieces.map(({ kind, text }, index) =>
    kind === own ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no names.
      <mark key={index}>{text}</mark>
    ) : (
      kind === 'same' && text
    ),
  );

/** A text compared with its earlier version, word by word if they have words in common. */
function Texts({ before, after }: { before: string; after: string }) {
  const pieces = wordDifferences(before, after);
  const isAlike = pieces.some(({ kind, text }) => kind === 'same' && text.trim() !== '');
  return (
    <>
      <del>{isAlike ? <Words pieces={pieces} own="removed" /> : before}</del>
      <ins>{isAlike ? <Words pieces={pieces} own="added" /> : after}</ins>
    </>
  );
}

/** The differences, old next to new. */
export function DifferenceList({ differences }: { differences: readonly Difference[] }) {
  if (differences.length === 0) return <p className="quiet">{words.noDifferences}</p>;
  return (
    <ul className="differences" aria-label={words.differences}>
      {differences.map(({ about, part, before, after }) => (
        <li key={`${about} ${part}`}>
          <strong>{about}</strong>
          {part && <span className="faint"> {part}</span>}
          {before !== undefined && after !== undefined ? (
            <Texts before={before} after={after} />
          ) : (
            <>
              {before !== undefined && <del>{before}</del>}
              {after !== undefined && <ins>{after}</ins>}
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
