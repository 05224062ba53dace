import { Button } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useAsk, usePages } from '../api/ask.js';
import { useMay } from '../api/session.js';
import { Listed } from '../parts/listed.js';
import { Empty, Page } from '../parts/page.js';
import { Select } from '../parts/select.js';
import { ENDS, HOLDS, STATES } from '../words/states.js';
import type { Words } from '../words/who.js';
import { BulkRuns } from './bulk.js';
import { RunLine } from './run.js';
import { type RunsSearch, readSearch } from './search.js';

const choices = <T extends string>(words: Readonly<Record<T, Words>>) =>
  (Object.entries(words) as [T, Words][]).map(([value, { label }]) => ({ value, label }));

const { pending, waiting, held, paused } = STATES;
const OPEN_STATES = { pending, waiting, held, paused };

interface FilterProps {
  search: RunsSearch;
  onChange: (change: RunsSearch) => void;
}

/** The filters of the list, each as the address has it. */
function Filters({ search, onChange }: FilterProps) {
  const agents = useAsk('listWorkflows', { query: { is_active: 'all', limit: 200 } });
  const select = (label: string, name: keyof RunsSearch, data: { value: string; label: string }[]) => (
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
      {select('Agent', 'workflow_id', named)}
      {select('What it does', 'cadence_state', choices(OPEN_STATES))}
      {select('What holds it', 'hold_reason', choices(HOLDS))}
      {select('Open, or how it ended', 'run_status', choices(ENDS))}
    </search>
  );
}

const Nothing = ({ filtered }: { filtered: boolean }) =>
  filtered ? (
    <Empty title="No run fits">
      <Link to="/runs" search={{} as never}>
        Clear the filters
      </Link>
    </Empty>
  ) : (
    <Empty title="No run yet">
      <p>
        A run is one lead’s way through an agent. <Link to="/leads">Choose leads</Link> and hand them to one.
      </p>
    </Empty>
  );

/** Every lead's way through an agent: where it stands, what holds it, and what can be done about many at once. */
export function RunsPage() {
  const search = readSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const may = useMay();
  const [ids, setIds] = useState<readonly string[]>([]);
  const pages = usePages('listWorkflowRuns', { query: { ...search, include: 'lead,workflow', limit: 100 } });
  const included = pages.data?.pages.map((page) => page.included);
  const leads = new Map(included?.flatMap((each) => each?.leads ?? []).map(({ id, name }) => [id, name]));
  const agents = new Map(included?.flatMap((each) => each?.workflows ?? []).map(({ id, name }) => [id, name]));
  const change = (changed: RunsSearch) => {
    // What was chosen belongs to the list as it was.
    setIds([]);
    void navigate({ to: '/runs', search: readSearch({ ...search, ...changed }) as never, replace: true });
  };
  const toggle = (id: string) => setIds(ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id]);
  const mayAct = may('automation:write');
  const again = () => void pages.refetch();
  return (
    <Page
      title="Runs"
      actions={
        <Button variant="default" onClick={again} loading={pages.isRefetching}>
          Refresh
        </Button>
      }
    >
      <Filters search={search} onChange={change} />
      {mayAct && <BulkRuns ids={ids} search={search} onClear={() => setIds([])} />}
      <Listed
        pages={pages}
        rows={(page) => page.workflow_runs}
        label="Runs"
        empty={<Nothing filtered={Object.keys(search).length > 0} />}
      >
        {(run) => (
          <RunLine
            run={run}
            lead={leads.get(run.lead_id)}
            agent={agents.get(run.workflow_id)}
            choice={mayAct ? { chosen: ids.includes(run.id), onToggle: () => toggle(run.id) } : undefined}
          />
        )}
      </Listed>
    </Page>
  );
}
