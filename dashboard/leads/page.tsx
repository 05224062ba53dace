import { Button } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useRef, useState } from 'react';
import { useAsk } from '../api/ask.js';
import { download, downloadCsv } from '../api/download.js';
import type { Input } from '../api/names.js';
import { asProblem, type Problem } from '../api/problem.js';
import { addressOf } from '../api/request.js';
import { useMay } from '../api/session.js';
import { Bones, Empty, Page } from '../parts/page.js';
import { ProblemNote } from '../parts/problem-note.js';
import { AddLead } from './add-lead.js';
import { BulkBar } from './bulk.js';
import { type Chosen, chooseTo, NONE, toggle } from './chosen.js';
import { columnsIn, USUAL } from './column-names.js';
import { ColumnsMenu } from './columns-menu.js';
import { Filters } from './filters.js';
import { useLeadPages, useMetCount } from './pages.js';
import { columnsOf } from './saved-view.js';
import { askedOf, filtersOf, type LeadsSearch, plainFiltersOf, queryOf, readSearch, withConditions } from './search.js';
import { LeadsTable } from './table.js';
import { Views } from './views.js';

// Forms of what the API takes are large, and few days need these.
const Conditions = lazy(async () => ({ default: (await import('./conditions.js')).Conditions }));
const NUMBER = new Intl.NumberFormat();

interface CountProps {
  search: LeadsSearch;
  /** How many are known so far, and whether there are more. */
  known: number | undefined;
  hasMore: boolean;
}

/** How many leads there are; where conditions are asked about, those that were found until all are counted. */
function Count({ search, known, hasMore }: CountProps) {
  const byConditions = queryOf(search) !== undefined;
  const query = plainFiltersOf(search) as Input<'countLeads'>['query'];
  const plain = useAsk('countLeads', { query }, { when: !byConditions }).data;
  const met = useMetCount(search, { when: byConditions && hasMore });
  const data = byConditions ? (hasMore ? met : undefined) : plain;
  const count = data?.count ?? (byConditions ? known : undefined);
  if (count === undefined) return null;
  const isMore = data ? data.capped : hasMore;
  return (
    <span className="quiet numbers" role="status">
      {NUMBER.format(count)}
      {isMore && '+'} {count === 1 ? 'lead' : 'leads'}
    </span>
  );
}

/** Takes the leads of the list along as a file. */
function Download({ search }: { search: LeadsSearch }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const query = queryOf(search);
  const save = async () => {
    setBusy(true);
    setProblem(undefined);
    const saved = query
      ? download(addressOf('queryLeads'), 'leads.csv', 'text/csv', query)
      : downloadCsv(addressOf('listLeads', {}, askedOf(search)), 'leads.csv');
    await saved.catch((thrown) => setProblem(asProblem(thrown)));
    setBusy(false);
  };
  return (
    <>
      <Button variant="default" className="wide-only" loading={busy} onClick={() => void save()}>
        Download as CSV
      </Button>
      {problem && <ProblemNote problem={problem} />}
    </>
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

function Actions({ search, known, hasMore }: CountProps) {
  const may = useMay();
  const navigate = useNavigate();
  return (
    <>
      <Count search={search} known={known} hasMore={hasMore} />
      <Link to="/leads/changes" className="wide-only">
        Changes
      </Link>
      {may('leads:export') && known !== 0 && <Download search={search} />}
      {may('leads:write') && (
        <Button variant="default" onClick={() => void navigate({ to: '/leads/import' })}>
          Import
        </Button>
      )}
      {may('leads:write') && <AddLead />}
    </>
  );
}

/** Everybody the account knows, as the address says. */
export function LeadsPage() {
  const search = readSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const may = useMay();
  const [chosen, setChosen] = useState<Chosen>(NONE);
  const [asks, setAsks] = useState(false);
  /** The lead that was ticked last, from which a range goes. */
  const ticked = useRef<string>(undefined);
  const { leads, hasMore, more, problem, again } = useLeadPages(search);
  const open = (to: LeadsSearch) => {
    // What was chosen belongs to the list as it was.
    setChosen(NONE);
    void navigate({ to: '/leads', search: readSearch(to) as never, replace: true });
  };
  const change = (changed: LeadsSearch) => open({ ...search, ...changed });
  const columns = columnsOf(search);
  const choice = may('leads:write')
    ? {
        isChosen: (id: string) => chosen.all || chosen.ids.includes(id),
        onToggle: (id: string, isRange: boolean) => {
          const ids = leads?.map((lead) => lead.id) ?? [];
          setChosen(isRange ? chooseTo(chosen, ids, ticked.current, id) : toggle(chosen, id));
          ticked.current = id;
        },
      }
    : undefined;
  const isFiltered = Object.keys(filtersOf(search)).length > 0;
  return (
    <Page title="Leads" wide actions={<Actions search={search} known={leads?.length} hasMore={hasMore} />}>
      <Views search={search} onOpen={open} />
      <Filters search={search} onChange={change}>
        <Button variant="default" aria-expanded={asks || search.where !== undefined} onClick={() => setAsks(!asks)}>
          Conditions
        </Button>
        <ColumnsMenu
          shown={columns}
          ofMetadata={columnsIn(leads ?? [])}
          onChange={(shown) => change({ columns: shown === USUAL ? undefined : shown.join(',') })}
        />
      </Filters>
      {(asks || search.where !== undefined) && (
        <Suspense fallback={<Bones lines={2} />}>
          <Conditions
            key={search.where}
            search={search}
            problem={problem}
            onChange={(said) => {
              setAsks(false);
              open(withConditions(search, said));
            }}
          />
        </Suspense>
      )}
      {(chosen.all || chosen.ids.length > 0) && (
        <BulkBar chosen={chosen} onAll={() => setChosen({ all: true, search })} onClear={() => setChosen(NONE)} />
      )}
      {problem && <ProblemNote problem={problem} again={again} />}
      {!leads && !problem && <Bones lines={8} />}
      {leads && leads.length > 0 && (
        <LeadsTable leads={leads} columns={columns} hasMore={hasMore} onEnd={more} choice={choice} />
      )}
      {leads?.length === 0 && !hasMore && (isFiltered ? <NobodyFits onClear={() => open({})} /> : <Nobody />)}
    </Page>
  );
}

const NobodyFits = ({ onClear }: { onClear: () => void }) => (
  <Empty title="Nobody fits">
    <Button variant="default" onClick={onClear}>
      Clear the filters
    </Button>
  </Empty>
);
