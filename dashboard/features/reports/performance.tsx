import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { addressOf } from '../../api/request.js';
import { usePermission } from '../../api/session.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { Empty, Skeleton } from '../../components/page.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import { Select } from '../../components/select.js';
import * as words from '../../words/en/performance.js';
import { wordOf } from '../../words/fields.js';
import { GROUPS } from '../../words/performance.js';
import { AgentSelect } from './agent-select.js';
import { DownloadReport } from './download-report.js';
import { type DrillDown, DrillDownContext } from './drill-down.js';
import type { Group } from './outcome-table.js';
import { PerformanceView } from './performance-view.js';
import type { Change, Days, ReportSearch } from './report-search.js';
import { useSenderNames } from './sender-names.js';

const CHANNELS = ['email', 'whatsapp', 'call'] as const;
const ReportGoals = lazy(async () => ({ default: (await import('./report-goals.js')).ReportGoals }));
const ShareReport = lazy(async () => ({ default: (await import('./share-report.js')).ShareReport }));

const isGroup = (name: string | undefined): name is Group => name !== undefined && name in GROUPS;

const LINKS: DrillDown = {
  Leads: ({ search, label, children }) => (
    <Link to="/reports/leads" search={search} aria-label={label}>
      {children}
    </Link>
  ),
  Steps: ({ agentId, title, children }) => (
    <Link
      from="/reports"
      to="/reports"
      search={(now) => ({ ...now, group: 'step', workflow_id: agentId })}
      title={title}
    >
      {children}
    </Link>
  ),
  Runs: ({ agentId, status, label, children }) => (
    <Link to="/runs" search={{ workflow_id: agentId, run_status: 'running', status_keys: status }} aria-label={label}>
      {children}
    </Link>
  ),
};

interface Props {
  days: Days;
  search: ReportSearch;
  onChange: Change;
}

interface FiltersProps {
  search: ReportSearch;
  senders: ReadonlyMap<string, string>;
  onChange: Change;
}

function Filters({ search, senders, onChange }: FiltersProps) {
  const users = useApiQuery('listUsers').data?.users ?? [];
  return (
    <>
      <AgentSelect all value={search.workflow_id} onChange={(workflow_id) => onChange({ workflow_id })} />
      <Select
        className="filter"
        label={words.owner}
        placeholder={words.allOwners}
        data={users.map(({ id, name }) => ({ value: id, label: name }))}
        value={search.owner_id ?? null}
        onChange={(owner_id) => onChange({ owner_id: owner_id ?? undefined })}
        searchable
        clearable
      />
      <Select
        className="filter"
        label={words.sender}
        placeholder={words.allSenders}
        data={[...senders].map(([value, label]) => ({ value, label }))}
        value={search.sender_id ?? null}
        onChange={(sender_id) => onChange({ sender_id: sender_id ?? undefined })}
        searchable
        clearable
      />
      <Select
        className="filter"
        label={words.channel}
        placeholder={words.allChannels}
        data={CHANNELS.map((value) => ({ value, label: wordOf(value) }))}
        value={search.channel ?? null}
        onChange={(channel) => onChange({ channel: channel ?? undefined })}
        clearable
      />
    </>
  );
}

/** Compares the results of a period with the previous one, and names what works best. */
export function Performance({ days, search, onChange }: Props) {
  const senders = useSenderNames(true);
  const may = usePermission();
  const group = isGroup(search.group) ? search.group : 'workflow';
  const { workflow_id, owner_id, sender_id, channel } = search;
  const filters = { ...days, workflow_id, owner_id, sender_id, channel };
  const query = { ...filters, group };
  const reportQuery = useApiQuery('getPerformance', { query });
  return (
    <div className="stack performance">
      <div className="filters ends">
        <Filters search={search} senders={senders} onChange={onChange} />
        <DownloadReport address={addressOf('getPerformance', {}, query)} name={`performance-${days.from}-${days.to}`} />
        <Button variant="default" onClick={() => window.print()}>
          {words.print}
        </Button>
        <Button component={Link} to="/profile/notifications" variant="default">
          {words.weeklyEmail}
        </Button>
        {may('reports:write') && (
          <Suspense>
            <ShareReport days={days} view={{ workflow_id, owner_id, sender_id, channel, group }} />
          </Suspense>
        )}
      </div>
      <Suspense fallback={<Skeleton lines={3} />}>
        <ReportGoals />
      </Suspense>
      <QueryBoundary query={reportQuery} lines={10}>
        {(report) => (
          <DrillDownContext value={LINKS}>
            <PerformanceView
              report={report}
              group={group}
              senders={senders}
              sort={search.sort ?? 'sent'}
              search={filters}
              empty={
                <Empty title={words.noResultsTitle}>
                  <p>{words.noResultsText}</p>
                  <Link to="/agents">{words.openAgents}</Link>
                </Empty>
              }
              onSort={(sort) => onChange({ sort: sort === 'sent' ? undefined : sort })}
              onGroup={(chosen) => onChange({ group: chosen === 'workflow' ? undefined : chosen })}
            />
          </DrillDownContext>
        )}
      </QueryBoundary>
    </div>
  );
}
