import type { ReactNode } from 'react';
import { numberOf } from '../words/reports.js';

export interface CountedRow {
  key: string;
  /** What is counted: one for each head of `places`. */
  places: readonly ReactNode[];
  counts: readonly number[];
  /** What stands behind the counts. */
  rest?: readonly ReactNode[];
}

interface Props {
  label: string;
  /** The heads of what is counted, of the counts, and of what stands behind them. */
  places: readonly string[];
  counts: readonly string[];
  rest?: readonly string[];
  rows: readonly CountedRow[];
}

/** A table of counts; the first of them is drawn as a bar too. */
export function Counted({ label, places, counts, rest = [], rows }: Props) {
  const most = Math.max(1, ...rows.map((row) => row.counts[0] ?? 0));
  if (rows.length === 0) return <p className="calm">Nothing was counted in these days.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than a phone is moved by keys.
    <section className="scrolls" aria-label={label} tabIndex={0}>
      <table className="plain counted">
        <thead>
          <tr>
            {places.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
            {counts.map((head) => (
              <th key={head} scope="col" className="count">
                {head}
              </th>
            ))}
            {rest.map((head) => (
              <th key={head} scope="col" className="count">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="numbers">
          {rows.map((row) => (
            <tr key={row.key}>
              {row.places.map((place, at) => (
                <td key={places[at]}>{place}</td>
              ))}
              {row.counts.map((count, at) => (
                <td key={counts[at]} className="count">
                  {at === 0 && (
                    <span className="bar-ground" aria-hidden="true">
                      <span className="bar" style={{ width: `${(100 * count) / most}%` }} />
                    </span>
                  )}
                  {numberOf(count)}
                </td>
              ))}
              {row.rest?.map((value, at) => (
                <td key={rest[at]} className="count">
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
