import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { usePages } from '../api/ask.js';
import type { Answer } from '../api/names.js';
import { useSession } from '../api/session.js';
import { Listed } from '../parts/listed.js';
import { Empty, Page } from '../parts/page.js';
import { When } from '../parts/when.js';
import { Filters } from './filters.js';
import { type AuditSearch, queryOf, readAuditSearch } from './search.js';
import { operationInWords } from './words.js';

type Entry = Answer<'listAudit'>['entries'][number];

function Row({ entry, search }: { entry: Entry; search: AuditSearch }) {
  const { actor, resource, operation, address, changed, at } = entry;
  const { type, id, name } = resource;
  return (
    <div className="line key">
      <div className="grow">
        <span className="cut">
          <strong>{operationInWords(operation)}</strong>
          {name && `: ${name}`}
        </span>
        <div className="faint">
          {[actor.name ?? actor.kind, address, changed.join(', ')].filter(Boolean).join(' · ')}
        </div>
      </div>
      <div className="faint">
        <When at={at} />
        {id && search.resource !== id && (
          <div>
            <Link
              to="/audit"
              search={{ ...search, resource_type: type, resource: id } as never}
              aria-label={`Only this one: ${name ?? operationInWords(operation)}`}
            >
              Only this one
            </Link>
          </div>
        )}
      </div>
    </div>
  );
}

const Nothing = ({ filtered }: { filtered: boolean }) =>
  filtered ? (
    <Empty title="No change fits">
      <Link to="/audit" search={{} as never}>
        Clear the filters
      </Link>
    </Empty>
  ) : (
    <Empty title="Nothing was changed yet">
      <p>Whatever somebody changes stands here, with who it was and when.</p>
    </Empty>
  );

/** Who changed what, the newest first. */
export function AuditPage() {
  const { account } = useSession();
  const search = readAuditSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const pages = usePages('listAudit', { query: { ...queryOf(search, account.timezone), limit: 50 } });
  const entries = pages.data?.pages.flatMap((page) => page.entries);
  const only = entries?.find(({ resource }) => resource.id === search.resource && resource.name !== null);
  return (
    <Page title="Audit log">
      <Filters
        search={search}
        called={only?.resource.name ?? undefined}
        onChange={(change) =>
          void navigate({ to: '/audit', search: readAuditSearch({ ...search, ...change }) as never, replace: true })
        }
      />
      <Listed
        pages={pages}
        rows={(page) => page.entries}
        label="Changes"
        empty={<Nothing filtered={Object.keys(search).length > 0} />}
      >
        {(entry) => <Row entry={entry} search={search} />}
      </Listed>
    </Page>
  );
}
