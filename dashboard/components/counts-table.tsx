import { type ReactNode, useState } from 'react';
import * as words from '../words/en/reports.js';
import { numberOf } from '../words/reports.js';

export interface CountsRow {
  key: string;
  /** The counted values: one for each header of `places`. */
  places: readonly ReactNode[];
  counts: readonly number[];
  /** Links a count to what is behind it. */
  linkOf?: (count: string) => ReactNode;
  /** The cells after the counts. */
  rest?: readonly ReactNode[];
}

interface Props {
  label: string;
  /** The headers of the rows, of the counts, and of the cells after them. */
  places: readonly string[];
  counts: readonly string[];
  rest?: readonly string[];
  rows: readonly CountsRow[];
  /** True if one of the counts is drawn as bars: days are drawn as lines instead. */
  bars?: boolean;
}

/** A table of counts, one of which is drawn as bars too: the head that is pressed. */
export function CountsTable({ label, places, counts, rest = [], rows, bars = true }: Props) {
  const [pressed, setPressed] = useState(0);
  const drawn = !bars ? -1 : pressed < counts.length ? pressed : 0;
  const most = Math.max(1, ...rows.map((row) => row.counts[drawn] ?? 0));
  if (rows.length === 0) return <p className="calm">{words.noDataForThisPeriod}</p>;
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
            {counts.map((head, at) => (
              <th key={head} scope="col" className="count">
                {bars ? (
                  <button
                    type="button"
                    className="head-button"
                    aria-pressed={at === drawn}
                    aria-label={words.showAsBars(head)}
                    onClick={() => setPressed(at)}
                  >
                    {head}
                  </button>
                ) : (
                  head
                )}
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
                  {at === drawn && (
                    <span className="bar-ground" aria-hidden="true">
                      <span className="bar" style={{ width: `${(100 * count) / most}%` }} />
                    </span>
                  )}
                  {row.linkOf ? row.linkOf(numberOf(count)) : numberOf(count)}
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
