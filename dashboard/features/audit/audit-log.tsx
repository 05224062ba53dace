import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { Answer } from '../../api/operation-types.js';
import { useSession } from '../../api/session.js';
import { useApiList } from '../../api/use-api-query.js';
import { Empty, Page } from '../../components/page.js';
import { PagedList } from '../../components/paged-list.js';
import { Timestamp } from '../../components/time/timestamp.js';
import * as words from '../../words/en/audit.js';
import { Filters } from './audit-filters.js';
import { changesInWords, countsInWords, operationInWords, outcomeInWords } from './audit-in-words.js';
import { queryOf } from './audit-query.js';
import type { AuditSearch } from './audit-search.js';

type Entry = Answer<'listAudit'>['entries'][number];

function Row({ entry, search }: { entry: Entry; search: AuditSearch }) {
  const { actor, resource, operation, address, at } = entry;
  const { type, id, name } = resource;
  const { values, others } = changesInWords(entry);
  return (
    <div className="line key">
      <div className="grow">
        <span className="cut">
          <strong>{operationInWords(operation)}</strong>
          {name && `: ${name}`}
        </span>
        <div className="faint">
          {[outcomeInWords(entry), actor.name ?? actor.kind, address, others.join(', '), countsInWords(entry)]
            .filter(Boolean)
            .join(' · ')}
        </div>
        {values.map((value) => (
          <div key={value}>{value}</div>
        ))}
      </div>
      <div className="faint">
        <Timestamp at={at} />
        {id && search.resource !== id && (
          <div>
            <Link
              to="/audit"
              search={{ ...search, resource_type: type, resource: id }}
              aria-label={words.filterByThis2(name ?? operationInWords(operation))}
            >
              {words.filterByThis}
            </Link>
          </div>
        )}
      </div>
    </div>
  );
}

const Nothing = ({ filtered }: { filtered: boolean }) =>
  filtered ? (
    <Empty title={words.noMatchingChanges}>
      <Link to="/audit" search={{}}>
        {words.clearFilters}
      </Link>
    </Empty>
  ) : (
    <Empty title={words.noChangesYet}>
      <p>{words.changesAppearHereWithWhoMade}</p>
    </Empty>
  );

/** The changes with their users, newest first. */
export function AuditPage() {
  const { account } = useSession();
  const search = useSearch({ from: '/shell/audit' });
  const navigate = useNavigate();
  const pages = useApiList('listAudit', { query: { ...queryOf(search, account.timezone), limit: 50 } });
  const entries = pages.data?.pages.flatMap((page) => page.entries);
  const only = entries?.find(({ resource }) => resource.id === search.resource && resource.name !== null);
  return (
    <Page title={words.auditLog}>
      <Filters
        search={search}
        called={only?.resource.name ?? undefined}
        onChange={(change) => void navigate({ to: '/audit', search: { ...search, ...change }, replace: true })}
      />
      <PagedList
        pages={pages}
        rows={(page) => page.entries}
        label={words.changes}
        empty={<Nothing filtered={Object.keys(search).length > 0} />}
      >
        {(entry) => <Row entry={entry} search={search} />}
      </PagedList>
    </Page>
  );
}
