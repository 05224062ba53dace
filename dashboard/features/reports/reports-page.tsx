import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useSession } from '../../api/session.js';
import { Page, Skeleton } from '../../components/page.js';
import { Tabs } from '../../components/page-tabs.js';
import { dayKeyIn, shiftDay } from '../../components/time/days.js';
import * as words from '../../words/en/reports.js';
import { REPORT_TABS } from '../../words/reports.js';
import { DayRangeSelect } from './day-range.js';
import { Funnel } from './funnel.js';
import { type Change, changedBy } from './report-search.js';
import { ReportSummary } from './report-summary.js';
import { ReportTable } from './report-table.js';

const USUAL_DAYS = 7;
/** A lead takes weeks from a message to a sale. */
const DAYS_OF_PERFORMANCE = 30;
const ConversionList = lazy(async () => ({
  default: (await import('../conversions/conversion-list.js')).ConversionList,
}));
const Performance = lazy(async () => ({ default: (await import('./performance.js')).Performance }));

/** The activity in some days of the account's calendar, and its results. */
export function ReportsPage() {
  const { account } = useSession();
  const search = useSearch({ from: '/shell/reports' });
  const navigate = useNavigate({ from: '/reports' });
  const tab = search.tab ?? 'performance';
  const today = dayKeyIn(new Date(), account.timezone);
  const to = search.to ?? today;
  const days = {
    from: search.from ?? shiftDay(to, 1 - (tab === 'performance' ? DAYS_OF_PERFORMANCE : USUAL_DAYS)),
    to,
  };
  const onChange: Change = (change) => void navigate({ search: changedBy(change), replace: true });
  const { from, to: until, workflow_id } = search;
  return (
    <Page title={words.reports} wide>
      {tab !== 'conversions' && (
        <div className="filters ends">
          <DayRangeSelect days={days} today={today} onChange={onChange} />
        </div>
      )}
      <Tabs
        tabs={REPORT_TABS}
        selected={tab}
        label={words.reports}
        searchOf={(to) => ({ from, to: until, workflow_id, tab: to })}
      />
      <Suspense fallback={<Skeleton lines={10} />}>
        {tab === 'performance' && <Performance days={days} search={search} onChange={onChange} />}
        {tab === 'conversions' && <ConversionList />}
      </Suspense>
      {tab === 'summary' && <ReportSummary days={days} search={search} onChange={onChange} />}
      {tab === 'funnel' && <Funnel days={days} chosen={workflow_id} version={search.version} onChange={onChange} />}
      {tab !== 'performance' && tab !== 'summary' && tab !== 'funnel' && tab !== 'conversions' && (
        <ReportTable key={tab} report={tab} days={days} search={search} onChange={onChange} />
      )}
    </Page>
  );
}
