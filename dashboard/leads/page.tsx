import { Button } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { useAsk, usePages } from '../api/ask.js';
import type { Input } from '../api/names.js';
import { asProblem } from '../api/problem.js';
import { useMay } from '../api/session.js';
import { Bones, Empty, Page } from '../parts/page.js';
import { ProblemNote } from '../parts/problem-note.js';
import { AddLead } from './add-lead.js';
import { BulkBar } from './bulk.js';
import { type Chosen, NONE, toggle } from './chosen.js';
import { USUAL } from './column-names.js';
import { ColumnsMenu } from './columns-menu.js';
import { Filters } from './filters.js';
import { columnsOf } from './saved-view.js';
import { askedOf, filtersOf, type LeadsSearch, readSearch } from './search.js';
import { LeadsTable } from './table.js';
import { Views } from './views.js';

type Query = Input<'listLeads'>['query'];
const NUMBER = new Intl.NumberFormat();

function Count({ search }: { search: LeadsSearch }) {
  const { data } = useAsk('countLeads', { query: filtersOf(search) as Query });
  if (!data) return null;
  return (
    <span className="quiet numbers" role="status">
      {NUMBER.format(data.count)}
      {data.capped && '+'} {data.count === 1 ? 'lead' : 'leads'}
    </span>
  );
}

const Nobody = () => (
  <Empty title="Nobody here yet">
    <p>
      Add a lead here, or send them from your own systems: <a href="docs/quick-start">the quick start</a> shows the one
      request it takes. A whole list comes in as a file: <Link to="/leads/import">import it</Link>.
    </p>
  </Empty>
);

/** Everybody the account knows, as the address says. */
export function LeadsPage() {
  const search = readSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const may = useMay();
  const [chosen, setChosen] = useState<Chosen>(NONE);
  const pages = usePages('listLeads', { query: { ...askedOf(search), limit: 100 } as Query });
  const { fetchNextPage, isFetchingNextPage, hasNextPage } = pages;
  const onEnd = useCallback(() => {
    if (!isFetchingNextPage) void fetchNextPage();
  }, [fetchNextPage, isFetchingNextPage]);
  const open = (to: LeadsSearch) => {
    // What was chosen belongs to the list as it was.
    setChosen(NONE);
    void navigate({ to: '/leads', search: readSearch(to) as never, replace: true });
  };
  const change = (changed: LeadsSearch) => open({ ...search, ...changed });
  const columns = columnsOf(search);
  const leads = pages.data?.pages.flatMap((page) => page.leads);
  const choice = may('leads:write')
    ? {
        isChosen: (id: string) => chosen.all || chosen.ids.includes(id),
        onToggle: (id: string) => setChosen(toggle(chosen, id)),
      }
    : undefined;
  const isFiltered = Object.keys(filtersOf(search)).length > 0;
  return (
    <Page
      title="Leads"
      wide
      actions={
        <>
          <Count search={search} />
          <Link to="/leads/changes" className="wide-only">
            Changes
          </Link>
          {may('leads:write') && (
            <Button variant="default" onClick={() => void navigate({ to: '/leads/import' })}>
              Import
            </Button>
          )}
          {may('leads:write') && <AddLead />}
        </>
      }
    >
      <Views search={search} onOpen={open} />
      <Filters search={search} onChange={change}>
        <ColumnsMenu
          shown={columns}
          onChange={(shown) => change({ columns: shown === USUAL ? undefined : shown.join(',') })}
        />
      </Filters>
      {(chosen.all || chosen.ids.length > 0) && (
        <BulkBar chosen={chosen} onAll={() => setChosen({ all: true, search })} onClear={() => setChosen(NONE)} />
      )}
      {pages.error && <ProblemNote problem={asProblem(pages.error)} again={() => void pages.refetch()} />}
      {!leads && !pages.error && <Bones lines={8} />}
      {leads && leads.length > 0 && (
        <LeadsTable leads={leads} columns={columns} hasMore={hasNextPage} onEnd={onEnd} choice={choice} />
      )}
      {leads?.length === 0 &&
        (isFiltered ? (
          <Empty title="Nobody fits">
            <Button variant="default" onClick={() => open({})}>
              Clear the filters
            </Button>
          </Empty>
        ) : (
          <Nobody />
        ))}
    </Page>
  );
}
