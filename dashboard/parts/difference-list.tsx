import type { Difference } from './compare.js';

/** What differs, old beside new. */
export function DifferenceList({ differences }: { differences: readonly Difference[] }) {
  if (differences.length === 0) return <p className="quiet">Nothing differs.</p>;
  return (
    <ul className="differences" aria-label="What differs">
      {differences.map(({ about, part, before, after }) => (
        <li key={`${about} ${part}`}>
          <strong>{about}</strong>
          {part && <span className="faint"> {part}</span>}
          {before !== undefined && <del>{before}</del>}
          {after !== undefined && <ins>{after}</ins>}
        </li>
      ))}
    </ul>
  );
}
