import { Link } from '@tanstack/react-router';
import { usePages } from '../api/ask.js';
import { useMay } from '../api/session.js';
import { Chip } from '../parts/chip.js';
import { Listed } from '../parts/listed.js';
import { Empty, Page } from '../parts/page.js';
import { When } from '../parts/when.js';
import { firesInWords } from './fires-in-words.js';
import { NewJob } from './new-job.js';

/** The background jobs of the account. */
export function JobsPage() {
  const may = useMay();
  const pages = usePages('listBackgroundJobs', { query: { limit: 50 } });
  return (
    <Page title="Jobs" actions={may('background_jobs:write') && <NewJob />}>
      <Listed
        pages={pages}
        rows={(page) => page.data}
        label="Jobs"
        empty={
          <Empty title="No job yet">
            <p>A job looks through leads by the clock, or when something happens, and acts on those that fit.</p>
          </Empty>
        }
      >
        {(job) => (
          <Link to="/jobs/$id" params={{ id: job.id }} className="line listed">
            <span className="grow">
              <strong className="cut">{job.name}</strong>
              <span className="faint cut">
                {firesInWords(job)}
                {job.last_executed_at && (
                  <>
                    {' '}
                    · last ran <When at={job.last_executed_at} />
                  </>
                )}
              </span>
            </span>
            {job.dry_run && <Chip who="decide" label="Only records" />}
            {job.is_active ? <Chip who="ok" label="On" /> : <Chip who="off" label="Off" />}
          </Link>
        )}
      </Listed>
    </Page>
  );
}
