import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import UPlot from 'uplot';
import { dayOf, moneyOf, numberOf } from '../../words/reports.js';
import type { Line } from './daily-series.js';

const HEIGHT = 260;
/** Up to so many days each has a point of its own. */
const MOST_POINTS = 31;
/** Room on the right for half of the last date, which is centered below its day. */
const DATE_OVERHANG = 44;
const DASHES = [6, 4];

/** The highlighted position: a day by number, and its distance from the left. */
export interface Spot {
  day: number;
  left: number;
}

interface Props {
  lines: readonly Line[];
  /** The names of the colours, one for each line. */
  colours: readonly string[];
  days: readonly string[];
  /** The highlighted day. */
  spot: Spot | undefined;
  onSpot: (spot: Spot | undefined) => void;
}

const scaleOf = ({ currency }: Line): string => currency ?? 'count';
const tokenOf = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** An axis for each unit, what is counted at the left and the first currency at the right. */
function axesOf(lines: readonly Line[], days: readonly string[]): UPlot.Axis[] {
  const [stroke, line] = [tokenOf('--text-3'), tokenOf('--line')];
  const rest = { stroke, ticks: { stroke: line }, font: '12px system-ui, sans-serif' };
  const units = [...new Set(lines.map(scaleOf))];
  return [
    {
      ...rest,
      grid: { show: false },
      incrs: [1, 2, 7, 14, 28, 91],
      values: (_, at) => at.map((n) => (days[n] ? dayOf(days[n]) : '')),
      space: 90,
    },
    ...units.map((unit, at): UPlot.Axis => {
      const counts = unit === 'count';
      return {
        ...rest,
        scale: unit,
        side: at === 0 ? 3 : 1,
        size: counts ? 48 : 84,
        grid: { show: at === 0, stroke: line, width: 1 },
        ...(counts
          ? { incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 50_000, 100_000] }
          : {}),
        values: (_, values) => values.map((value) => (counts ? numberOf(value) : moneyOf(value, unit))),
      };
    }),
  ];
}

function optionsOf({ lines, colours, days }: Props, width: number, onSpot: Props['onSpot']): UPlot.Options {
  const points = { show: days.length <= MOST_POINTS, size: 5 };
  const series = lines.flatMap((line, at): UPlot.Series[] => {
    const own = { label: line.label, scale: scaleOf(line), stroke: tokenOf(colours[at] ?? '--accent') };
    const now = { ...own, width: 2, points };
    return line.before ? [now, { ...own, width: 1.5, dash: DASHES, points: { show: false } }] : [now];
  });
  const axes = axesOf(lines, days);
  const right = axes.some(({ side }) => side === 1) ? null : DATE_OVERHANG;
  const fromZero: UPlot.Scale = { range: (_, _least, most) => [0, Math.max(most, 1) * 1.05] };
  return {
    width,
    height: HEIGHT,
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, y: false },
    scales: { x: { time: false }, ...Object.fromEntries(lines.map((line) => [scaleOf(line), fromZero])) },
    axes,
    padding: [null, right, null, null],
    series: [{}, ...series],
    hooks: {
      setCursor: [
        ({ cursor: { idx, left = -1, event } }) => {
          if (typeof idx === 'number' && left >= 0) onSpot({ day: idx, left });
          // A chart that was just created or resized reports an empty cursor. Only a leaving pointer ends the
          // highlight.
          else if (event) onSpot(undefined);
        },
      ],
    },
  };
}

const pointTo = (plot: UPlot, day: number) => plot.setCursor({ left: plot.valToPos(day, 'x'), top: 0 });

/** Draws its content once, and moves the cursor to the highlighted day. */
function Plot(props: Props) {
  const container = useRef<HTMLDivElement>(null);
  const plot = useRef<UPlot>(undefined);
  const latest = useRef(props);
  latest.current = props;
  const day = props.spot?.day;
  useEffect(() => {
    const { current } = container;
    if (!current) return;
    const { lines, days, spot } = latest.current;
    const data = [
      days.map((_, n) => n),
      ...lines.flatMap(({ values, before }) => (before ? [values, before] : [values])),
    ];
    const made = new UPlot(
      optionsOf(latest.current, current.clientWidth, (to) => latest.current.onSpot(to)),
      data as unknown as UPlot.AlignedData,
      current,
    );
    plot.current = made;
    if (spot) queueMicrotask(() => pointTo(made, spot.day));
    const sized = new ResizeObserver(() => made.setSize({ width: current.clientWidth, height: HEIGHT }));
    sized.observe(current);
    return () => {
      sized.disconnect();
      made.destroy();
    };
  }, []);
  useEffect(() => {
    const { current } = plot;
    if (current && day !== undefined && current.cursor.idx !== day) pointTo(current, day);
  }, [day]);
  return <div ref={container} aria-hidden="true" />;
}

/** Draws lines. Their content is available as text next to them and in the table below. */
export function LineChart(props: Props) {
  const scheme = useComputedColorScheme();
  // Another content or color scheme needs a new plot.
  const key = JSON.stringify([scheme, props.lines, props.days, props.colours]);
  return <Plot key={key} {...props} />;
}
