import { Button } from '@mantine/core';
import { usePages } from '../api/ask.js';
import { asProblem } from '../api/problem.js';
import { Bones, Page } from '../parts/page.js';
import { ProblemNote } from '../parts/problem-note.js';
import { upper } from '../parts/upper.js';
import { When } from '../parts/when.js';

/** Says the name of an operation as words: `createLeadNote` is "Create lead note". */
const inWords = (operation: string): string => upper(operation.replaceAll(/([A-Z])/g, ' $1').toLowerCase());

/** Who changed what, the newest first. */
export function AuditPage() {
  const pages = usePages('listAudit', { query: { limit: 50 } });
  const entries = pages.data?.pages.flatMap((page) => page.entries);
  return (
    <Page title="Audit log">
      {pages.error && <ProblemNote problem={asProblem(pages.error)} again={() => void pages.refetch()} />}
      {!entries && !pages.error && <Bones lines={8} />}
      {entries && (
        <section className="card" aria-label="Changes">
          {entries.length === 0 && <p className="calm">Nothing was changed yet.</p>}
          <ul>
            {entries.map((entry) => (
              <li key={entry.id} className="line key">
                <div className="grow">
                  <span className="cut">
                    <strong>{inWords(entry.operation)}</strong>
                    {entry.resource.name && `: ${entry.resource.name}`}
                  </span>
                  <div className="faint">
                    {entry.actor.name ?? entry.actor.kind}
                    {entry.address && ` · ${entry.address}`}
                    {entry.changed.length > 0 && ` · ${entry.changed.join(', ')}`}
                  </div>
                </div>
                <span className="faint">
                  <When at={entry.at} />
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {pages.hasNextPage && (
        <Button mt="md" variant="default" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          Earlier
        </Button>
      )}
    </Page>
  );
}
