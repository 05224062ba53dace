import { Button, VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import * as words from '../../words/en/reports.js';
import { dayOf, moneyOf, numberOf } from '../../words/reports.js';
import { daysOf, type Line, MAX_SERIES, selectedSeries, toggleSeries } from './daily-series.js';
import { LineChart, type Spot } from './line-chart.js';
import type { Change, Days, ReportSearch } from './report-search.js';

/** By place among all lines, so that one keeps its colour when others come and go. */
const COLOURS = ['--accent', '--ok', '--decide', '--person', '--act', '--clock', '--off'] as const;

interface Props {
  label: string;
  lines: readonly Line[];
  /** The default lines. */
  usual: readonly string[];
  days: Days;
  former: Days;
  search: ReportSearch;
  onChange: Change;
}

const inUnit = ({ currency }: Line, value: number): string => (currency ? moneyOf(value, currency) : numberOf(value));

/** Gives each line that is drawn a colour that none of the others has. */
function coloursOf(lines: readonly Line[], all: readonly Line[]): string[] {
  const taken = new Set<string>();
  return lines.map((line) => {
    const own = COLOURS[all.findIndex(({ key }) => key === line.key) % COLOURS.length] ?? COLOURS[0];
    const colour = taken.has(own) ? (COLOURS.find((each) => !taken.has(each)) ?? own) : own;
    taken.add(colour);
    return colour;
  });
}

interface TooltipProps {
  spot: Spot;
  lines: readonly Line[];
  colours: readonly string[];
  days: readonly string[];
}

/** The values of a day, by line. */
const Tooltip = ({ spot, lines, colours, days }: TooltipProps) => (
  <div className="plot-told" style={{ left: spot.left }} data-after={spot.day * 2 > days.length || undefined}>
    <strong>{dayOf(days[spot.day] ?? '')}</strong>
    {lines.map((line, at) => (
      <span key={line.key}>
        <i style={{ background: `var(${colours[at]})` }} />
        {line.label} {inUnit(line, line.values[spot.day] ?? 0)}
        {line.before && <span className="faint"> · {words.before(inUnit(line, line.before[spot.day] ?? 0))}</span>}
      </span>
    ))}
  </div>
);

const sentence = (lines: readonly Line[], day: string, at: number): string =>
  `${dayOf(day)}: ${lines
    .map((line) => {
      const before = line.before ? words.before2(inUnit(line, line.before[at] ?? 0)) : '';
      return `${line.label} ${inUnit(line, line.values[at] ?? 0)}${before}`;
    })
    .join('; ')}`;

/** Several counts in one chart, by day. The URL has the selected ones, and whether the compared days are shown. */
export function DailyChart({ label, lines, usual, days, former, search, onChange }: Props) {
  const [spot, setSpot] = useState<Spot>();
  const each = daysOf(days);
  const keys = lines.map(({ key }) => key);
  const chosen = selectedSeries(search.show, keys, usual);
  const drawn = lines.filter(({ key }) => chosen.includes(key));
  const colours = coloursOf(drawn, lines);
  const hasOverlay = search.overlay === 'previous';
  const onKeyDown = (event: KeyboardEvent) => {
    const last = each.length - 1;
    const from = spot?.day ?? (event.key === 'ArrowLeft' ? each.length : -1);
    const to = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: last }[event.key];
    if (event.key === 'Escape') setSpot(undefined);
    if (to === undefined) return;
    event.preventDefault();
    setSpot({ day: Math.min(Math.max(to, 0), last), left: spot?.left ?? 0 });
  };
  if (each.length < 2) return null;
  return (
    <figure className="plot">
      <figcaption className="row">
        {lines.map(({ key, label: name }) => {
          const at = drawn.findIndex((line) => line.key === key);
          return (
            <Button
              key={key}
              size="compact-sm"
              variant="default"
              aria-pressed={at >= 0}
              disabled={at < 0 && chosen.length >= MAX_SERIES}
              onClick={() => onChange((now) => ({ show: toggleSeries(selectedSeries(now.show, keys, usual), key) }))}
            >
              <i style={at < 0 ? {} : { background: `var(${colours[at]})` }} />
              {name}
            </Button>
          );
        })}
        <span className="grow" />
        <Button
          size="compact-sm"
          variant="default"
          aria-pressed={hasOverlay}
          onClick={() => onChange({ overlay: hasOverlay ? undefined : 'previous' })}
        >
          {words.compareWithPreviousPeriod}
        </Button>
      </figcaption>
      {hasOverlay && <p className="faint">{words.dashedLineTo(dayOf(former.from), dayOf(former.to))}</p>}
      {/* biome-ignore lint/a11y/useSemanticElements: a picture that arrows go through is no set of fields. */}
      <div
        className="plot-ground"
        role="group"
        aria-label={words.toUseTheArrowKeysTo(label, dayOf(days.from), dayOf(days.to))}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys go through its days.
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <LineChart lines={drawn} colours={colours} days={each} spot={spot} onSpot={setSpot} />
        {spot && <Tooltip spot={spot} lines={drawn} colours={colours} days={each} />}
      </div>
      <VisuallyHidden role="status">{spot && sentence(drawn, each[spot.day] ?? '', spot.day)}</VisuallyHidden>
    </figure>
  );
}
