import { useState } from 'react';
import type { Figures as Counted } from '../../../schemas/operations/reports.js';
import { useSession } from '../../api/session.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { AsOf } from '../../components/as-of.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import { dayKeyIn, shiftDay } from '../../components/time/days.js';
import * as words from '../../words/en/home.js';
import { LOCALE } from '../../words/locale.js';
import { numberOf } from '../../words/reports.js';
import { sparklinePath } from './sparkline.js';

const DAYS = 14;
const WEEK = 7;

/** The figures of a day. */
const FIGURES = {
  sent: words.sent,
  received: words.replies,
  meetings: words.meetings,
  conversions: words.conversions,
  new_leads: words.newLeads,
} as const satisfies Partial<Record<keyof Counted, string>>;

interface Props {
  label: string;
  /** Day by day, the last one today. */
  counts: readonly number[];
  weekday: string;
}

/** A figure of today compared with the same weekday a week ago, above a chart of two weeks. */
function Figure({ label, counts, weekday }: Props) {
  const before = counts.at(-1 - WEEK) ?? 0;
  return (
    <div className="figure">
      <dt>{label}</dt>
      <dd className="numbers">{numberOf(counts.at(-1) ?? 0)}</dd>
      <dd className="faint numbers before">{words.last(numberOf(before), weekday)}</dd>
      <svg className="sparkline" viewBox="0 0 100 24" preserveAspectRatio="none" aria-hidden="true">
        <path d={sparklinePath(counts)} />
      </svg>
    </div>
  );
}

/** Today's figures, each compared with the same weekday a week ago. */
export function HomeFigures() {
  const { account } = useSession();
  const [today] = useState(() => dayKeyIn(new Date(), account.timezone));
  const query = { from: shiftDay(today, 1 - DAYS), to: today };
  const summary = useApiQuery('getSummary', { query }, { everyMs: 60_000 });
  const weekday = new Intl.DateTimeFormat(LOCALE, { weekday: 'long', timeZone: 'UTC' }).format(new Date(today));
  return (
    <section aria-label={words.today}>
      <QueryBoundary query={summary} lines={2}>
        {({ days, as_of }) => (
          <>
            <dl className="figures five card">
              {Object.entries(FIGURES).map(([name, label]) => (
                <Figure
                  key={name}
                  label={label}
                  weekday={weekday}
                  counts={days.map((day) => day[name as keyof typeof FIGURES])}
                />
              ))}
            </dl>
            <p className="below">
              <AsOf at={as_of} />
            </p>
          </>
        )}
      </QueryBoundary>
    </section>
  );
}
