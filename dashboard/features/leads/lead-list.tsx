import { Button, Menu } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useRef, useState } from 'react';
import type { Lead } from '../../../schemas/leads/leads.js';
import { download, downloadCsv } from '../../api/download.js';
import type { Input } from '../../api/operation-types.js';
import { asProblem, type Problem } from '../../api/problem.js';
import { addressOf } from '../../api/request.js';
import { usePermission } from '../../api/session.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { useKeptState } from '../../api/use-kept-state.js';
import { Empty, Page, Skeleton } from '../../components/page.js';
import { ProblemNote } from '../../components/problem-note.js';
import * as words from '../../words/en/leads.js';
import { AddLead } from './add-lead.js';
import { BulkBar } from './bulk-leads.js';
import { ColumnsMenu } from './columns-menu.js';
import { columnsIn, DEFAULT_COLUMNS, fileColumnsOf } from './lead-columns.js';
import { LeadFilters } from './lead-filters.js';
import { filtersOf, listQueryOf, plainFiltersOf, queryOf, withConditions } from './lead-query.js';
import type { LeadSearch } from './lead-search.js';
import { type LeadSelection, NO_LEADS, selectRange, toggle } from './lead-selection.js';
import { LeadsTable, type Selection } from './lead-table.js';
import { LeadViewSwitch } from './lead-view-switch.js';
import { columnsOf } from './saved-view.js';
import { SavedViewMenu } from './saved-view-menu.js';
import { useLeadPages, useMatchingCount } from './use-lead-pages.js';

// Forms of what the API takes are large, and few days need these.
const Conditions = lazy(async () => ({ default: (await import('./lead-conditions.js')).LeadConditions }));

interface CountProps {
  search: LeadSearch;
  /** The number of loaded items, and whether there are more. */
  known: number | undefined;
  hasMore: boolean;
}

/** The number of leads. With conditions, the number found until all are counted. */
function Count({ search, known, hasMore }: CountProps) {
  const byConditions = queryOf(search) !== undefined;
  const query = plainFiltersOf(search) as Input<'countLeads'>['query'];
  const plain = useApiQuery('countLeads', { query }, { enabled: !byConditions }).data;
  const met = useMatchingCount(search, { when: byConditions && hasMore });
  const data = byConditions ? (hasMore ? met : undefined) : plain;
  const count = data?.count ?? (byConditions ? known : undefined);
  if (count === undefined) return null;
  const isMore = data ? data.capped : hasMore;
  return (
    <span className="quiet numbers" role="status">
      {words.leadCount(count, isMore)}
    </span>
  );
}

/** Downloads the leads of the list, with the columns that it shows or with all data. */
function Download({ search }: { search: LeadSearch }) {
  const [isPending, setIsPending] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const query = queryOf(search);
  const save = async (columns: { columns?: string }) => {
    setIsPending(true);
    setProblem(undefined);
    const saved = query
      ? download(addressOf('queryLeads'), 'leads.csv', 'text/csv', { ...query, ...columns })
      : downloadCsv(addressOf('listLeads', {}, { ...listQueryOf(search), ...columns }), 'leads.csv');
    await saved.catch((thrown) => setProblem(asProblem(thrown)));
    setIsPending(false);
  };
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" className="wide-only" loading={isPending}>
            {words.downloadCsv}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => void save({ columns: fileColumnsOf(columnsOf(search)) })}>
            {words.shownColumns}
          </Menu.Item>
          <Menu.Item onClick={() => void save({})}>{words.allDataToImportAgain}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {problem && <ProblemNote problem={problem} />}
    </>
  );
}

const NoLeads = () => (
  <Empty title={words.noLeadsYet} first>
    <p>{words.addALeadImportAList}</p>
    <p>
      <Link to="/leads/import">{words.importLeads}</Link> · <a href="docs/quick-start">{words.readTheQuickStart}</a>
    </p>
  </Empty>
);

function Actions({ search, known, hasMore }: CountProps) {
  const may = usePermission();
  const navigate = useNavigate();
  return (
    <>
      <Count search={search} known={known} hasMore={hasMore} />
      <LeadViewSwitch search={search} />
      <Link to="/leads/changes" className="wide-only">
        {words.bulkHistory}
      </Link>
      {may('leads:export') && known !== 0 && <Download search={search} />}
      {may('leads:write') && (
        <Button variant="default" onClick={() => void navigate({ to: '/leads/import' })}>
          {words.importLabel}
        </Button>
      )}
    </>
  );
}

/** Identifies the leads of a list, whatever their order. */
const signOf = (search: LeadSearch): string => JSON.stringify(filtersOf(search));

/** Keeps the selected leads of a list, and changes them by rows. */
function useSelection(search: LeadSearch, leads: readonly Lead[] | undefined) {
  const [chosen, setChosen] = useKeptState<LeadSelection>('leads', signOf(search), NO_LEADS);
  /** The last selected lead, at which a range starts. */
  const ticked = useRef<string>(undefined);
  const ids = leads?.map(({ id }) => id) ?? [];
  const choice: Selection = {
    isChosen: (id) => chosen.all || chosen.ids.includes(id),
    onToggle: (id, isRange) => {
      setChosen(isRange ? selectRange(chosen, ids, ticked.current, id) : toggle(chosen, id));
      ticked.current = id;
    },
    onToggleAll: (isChosen) => setChosen(isChosen ? { all: false, ids } : NO_LEADS),
  };
  return { chosen, setChosen, choice };
}

/** The leads of the account that match the search of the URL. */
export function LeadsPage() {
  const search = useSearch({ from: '/shell/leads' });
  const navigate = useNavigate();
  const may = usePermission();
  const [showsConditions, setShowsConditions] = useState(false);
  const { leads, hasMore, more, problem, again } = useLeadPages(search);
  const { chosen, setChosen, choice } = useSelection(search, leads);
  const open = (to: LeadSearch) => {
    // The selection belongs to the leads of the previous list, in any order and with any columns.
    if (signOf(to) !== signOf(search)) setChosen(NO_LEADS);
    void navigate({ to: '/leads', search: to, replace: true });
  };
  const change = (changed: LeadSearch) => open({ ...search, ...changed });
  const columns = columnsOf(search);
  const isFiltered = Object.keys(filtersOf(search)).length > 0;
  return (
    <Page
      title={words.leads}
      wide
      actions={<Actions search={search} known={leads?.length} hasMore={hasMore} />}
      create={may('leads:write') && <AddLead />}
    >
      <SavedViewMenu search={search} onOpen={open} />
      <LeadFilters search={search} onChange={change}>
        <Button
          variant="default"
          aria-expanded={showsConditions || search.where !== undefined}
          onClick={() => setShowsConditions(!showsConditions)}
        >
          {words.conditions}
        </Button>
        <ColumnsMenu
          shown={columns}
          ofMetadata={columnsIn(leads ?? [])}
          onChange={(shown) => change({ columns: shown === DEFAULT_COLUMNS ? undefined : shown.join(',') })}
        />
      </LeadFilters>
      {(showsConditions || search.where !== undefined) && (
        <Suspense fallback={<Skeleton lines={2} />}>
          <Conditions
            key={search.where}
            search={search}
            problem={problem}
            onChange={(conditions) => {
              setShowsConditions(false);
              open(withConditions(search, conditions));
            }}
          />
        </Suspense>
      )}
      {(chosen.all || chosen.ids.length > 0) && (
        <BulkBar chosen={chosen} onAll={() => setChosen({ all: true, search })} onClear={() => setChosen(NO_LEADS)} />
      )}
      {problem && <ProblemNote problem={problem} again={again} />}
      {!leads && !problem && <Skeleton lines={8} />}
      {leads && leads.length > 0 && (
        <LeadsTable
          leads={leads}
          columns={columns}
          hasMore={hasMore}
          choice={may('leads:write') ? choice : undefined}
          onEnd={more}
          order={search}
          onOrder={change}
        />
      )}
      {leads?.length === 0 && !hasMore && (isFiltered ? <NoMatches onClear={() => open({})} /> : <NoLeads />)}
    </Page>
  );
}

const NoMatches = ({ onClear }: { onClear: () => void }) => (
  <Empty title={words.noMatchingLeads}>
    <Button variant="default" onClick={onClear}>
      {words.clearFilters}
    </Button>
  </Empty>
);
