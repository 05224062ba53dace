import { useNavigate, useSearch } from '@tanstack/react-router';
import { useSession } from '../api/session.js';
import { Conversions } from '../conversions/conversions.js';
import { dayKeyIn, shiftDay } from '../meetings/days.js';
import { Page } from '../parts/page.js';
import { Tabs, useTab } from '../parts/tabs.js';
import { REPORT_TABS } from '../words/reports.js';
import { DaysChoice } from './days.js';
import { Funnel } from './funnel.js';
import { Report } from './report.js';
import { type Change, changedBy, readReportsSearch } from './search.js';
import { Summary } from './summary.js';

const USUAL_DAYS = 7;

/** What was done in some days of the account's calendar, and what came of it. */
export function ReportsPage() {
  const { account } = useSession();
  const search = readReportsSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const tab = useTab(REPORT_TABS);
  const today = dayKeyIn(new Date(), account.timezone);
  const to = search.to ?? today;
  const days = { from: search.from ?? shiftDay(to, 1 - USUAL_DAYS), to };
  const onChange: Change = (change) => void navigate({ to: '.', search: changedBy(change) as never, replace: true });
  const { from, to: until, workflow_id } = search;
  return (
    <Page title="Reports" wide>
      {tab !== 'conversions' && (
        <div className="filters ends">
          <DaysChoice days={days} today={today} onChange={onChange} />
        </div>
      )}
      <Tabs tabs={REPORT_TABS} label="Reports" keep={{ from, to: until, workflow_id }} />
      {tab === 'summary' && <Summary days={days} search={search} onChange={onChange} />}
      {tab === 'funnel' && <Funnel days={days} chosen={workflow_id} version={search.version} onChange={onChange} />}
      {tab === 'conversions' && <Conversions />}
      {tab !== 'summary' && tab !== 'funnel' && tab !== 'conversions' && (
        <Report key={tab} report={tab} days={days} search={search} onChange={onChange} />
      )}
    </Page>
  );
}
