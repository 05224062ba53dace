import { useState } from 'react';
import type { Figures as Counted } from '../../schemas/operations/reports.js';
import { useAsk } from '../api/ask.js';
import { useSession } from '../api/session.js';
import { dayKeyIn, shiftDay } from '../meetings/days.js';
import { Asked } from '../parts/asked.js';
import { AsOf } from '../reports/as-of.js';
import { numberOf } from '../words/reports.js';
import { lineOf } from './line.js';

const DAYS = 14;
const WEEK = 7;

/** What is told of a day. */
const TOLD = {
  sent: 'Sent',
  received: 'Replies',
  meetings: 'Meetings',
  conversions: 'Conversions',
  new_leads: 'New leads',
} as const satisfies Partial<Record<keyof Counted, string>>;

interface Props {
  label: string;
  /** Day by day, the last one today. */
  counts: readonly number[];
  weekday: string;
}

/** One figure of today, beside that of the same weekday a week ago, over the line of two weeks. */
function Figure({ label, counts, weekday }: Props) {
  const before = counts.at(-1 - WEEK) ?? 0;
  return (
    <div className="figure">
      <dt>{label}</dt>
      <dd className="numbers">{numberOf(counts.at(-1) ?? 0)}</dd>
      <dd className="faint numbers before">
        {numberOf(before)} last {weekday}
      </dd>
      <svg className="sparkline" viewBox="0 0 100 24" preserveAspectRatio="none" aria-hidden="true">
        <path d={lineOf(counts)} />
      </svg>
    </div>
  );
}

/** What today came to, each figure beside the same weekday a week ago. */
export function Figures() {
  const { account } = useSession();
  const [today] = useState(() => dayKeyIn(new Date(), account.timezone));
  const query = { from: shiftDay(today, 1 - DAYS), to: today };
  const summary = useAsk('getSummary', { query }, { everyMs: 60_000 });
  const weekday = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' }).format(new Date(today));
  return (
    <section aria-label="Today">
      <Asked asked={summary} lines={2}>
        {({ days, as_of }) => (
          <>
            <dl className="figures five card">
              {Object.entries(TOLD).map(([name, label]) => (
                <Figure
                  key={name}
                  label={label}
                  weekday={weekday}
                  counts={days.map((day) => day[name as keyof typeof TOLD])}
                />
              ))}
            </dl>
            <p className="below">
              <AsOf at={as_of} />
            </p>
          </>
        )}
      </Asked>
    </section>
  );
}
