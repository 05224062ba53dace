import { Button } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { usePermission } from '../../api/session.js';
import { useApiList, useApiQuery } from '../../api/use-api-query.js';
import { useKeptState } from '../../api/use-kept-state.js';
import { Empty, Page } from '../../components/page.js';
import { PagedList } from '../../components/paged-list.js';
import { Select } from '../../components/select.js';
import * as labels from '../../words/en/runs.js';
import { wordOf } from '../../words/fields.js';
import { ENDS, HOLDS, STATES } from '../../words/states.js';
import type { Words } from '../../words/who.js';
import { BulkRuns } from './bulk-runs.js';
import { RunRow } from './run-row.js';
import type { RunSearch } from './run-search.js';

const choices = <T extends string>(words: Readonly<Record<T, Words>>) =>
  (Object.entries(words) as [T, Words][]).map(([value, { label }]) => ({ value, label }));

const { pending, waiting, held, paused } = STATES;
const OPEN_STATES = { pending, waiting, held, paused };

interface FilterProps {
  search: RunSearch;
  onChange: (change: RunSearch) => void;
}

/** The filters of the list, each as the address has it. */
function Filters({ search, onChange }: FilterProps) {
  const agents = useApiQuery('listWorkflows', { query: { is_active: 'all', limit: 200 } });
  const select = (label: string, name: keyof RunSearch, data: { value: string; label: string }[]) => (
    <Select
      aria-label={label}
      placeholder={label}
      data={data}
      value={search[name] ?? null}
      onChange={(value) => onChange({ [name]: value ?? undefined })}
      clearable
      searchable={data.length > 8}
      className="filter"
      size="sm"
    />
  );
  const named = agents.data?.workflows.map(({ id, name }) => ({ value: id, label: name })) ?? [];
  return (
    <search className="filters">
      {select(labels.agent, 'workflow_id', named)}
      {select(labels.cadence, 'cadence_state', choices(OPEN_STATES))}
      {select(labels.onHoldBecause, 'hold_reason', choices(HOLDS))}
      {select(labels.runStatus, 'run_status', choices(ENDS))}
      {search.status_keys &&
        select(labels.leadStatus, 'status_keys', [{ value: search.status_keys, label: wordOf(search.status_keys) }])}
    </search>
  );
}

const Nothing = ({ filtered }: { filtered: boolean }) =>
  filtered ? (
    <Empty title={labels.noMatchingRuns}>
      <Link to="/runs" search={{}}>
        {labels.clearFilters}
      </Link>
    </Empty>
  ) : (
    <Empty title={labels.noRunsYet}>
      <p>{labels.aRunTracksOneLeadThrough}</p>
      <p>
        <Link to="/leads">{labels.selectLeads}</Link>
      </p>
    </Empty>
  );

const NONE: readonly string[] = [];

/** All runs: their positions, their holds, and the bulk actions. */
export function RunsPage() {
  const search = useSearch({ from: '/shell/runs' });
  const navigate = useNavigate();
  const may = usePermission();
  const [ids, setIds] = useKeptState<readonly string[]>('runs', JSON.stringify(search), NONE);
  const pages = useApiList('listWorkflowRuns', { query: { ...search, include: 'lead,workflow', limit: 100 } });
  const included = pages.data?.pages.map((page) => page.included);
  const leads = new Map(included?.flatMap((each) => each?.leads ?? []).map(({ id, name }) => [id, name]));
  const agents = new Map(included?.flatMap((each) => each?.workflows ?? []).map(({ id, name }) => [id, name]));
  const change = (changed: RunSearch) => {
    // The selection belongs to the previous list.
    setIds([]);
    void navigate({ to: '/runs', search: { ...search, ...changed }, replace: true });
  };
  const toggle = (id: string) => setIds(ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id]);
  const mayAct = may('automation:write');
  const again = () => void pages.refetch();
  return (
    <Page
      title={labels.runs}
      actions={
        <Button variant="default" onClick={again} loading={pages.isRefetching}>
          {labels.refresh}
        </Button>
      }
    >
      <Filters search={search} onChange={change} />
      {mayAct && <BulkRuns ids={ids} search={search} onClear={() => setIds([])} />}
      <PagedList
        pages={pages}
        rows={(page) => page.workflow_runs}
        label={labels.runs}
        empty={<Nothing filtered={Object.keys(search).length > 0} />}
      >
        {(run) => (
          <RunRow
            run={run}
            lead={leads.get(run.lead_id)}
            agent={agents.get(run.workflow_id)}
            choice={mayAct ? { chosen: ids.includes(run.id), onToggle: () => toggle(run.id) } : undefined}
          />
        )}
      </PagedList>
    </Page>
  );
}
