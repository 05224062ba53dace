import { Link } from '@tanstack/react-router';
import { usePermission } from '../../api/session.js';
import { useApiList } from '../../api/use-api-query.js';
import { Chip } from '../../components/chip.js';
import { Empty, Page } from '../../components/page.js';
import { PagedList } from '../../components/paged-list.js';
import { triggerInWords } from '../../components/schedule/trigger-in-words.js';
import { Timestamp } from '../../components/time/timestamp.js';
import * as words from '../../words/en/jobs.js';
import { NewJob } from './new-job.js';

/** The background jobs of the account. */
export function JobsPage() {
  const may = usePermission();
  const pages = useApiList('listBackgroundJobs', { query: { limit: 50 } });
  return (
    <Page title={words.jobs} create={may('background_jobs:write') && <NewJob />}>
      <PagedList
        pages={pages}
        rows={(page) => page.data}
        label={words.jobs}
        empty={
          <Empty title={words.noJobsYet} first>
            <p>{words.createAJobToActOn}</p>
          </Empty>
        }
      >
        {(job) => (
          <Link to="/jobs/$id" params={{ id: job.id }} className="line listed">
            <span className="grow">
              <strong className="cut">{job.name}</strong>
              <span className="faint cut">
                {triggerInWords(job)}
                {job.last_executed_at && (
                  <>
                    {' '}
                    {words.lastRun}
                    <Timestamp at={job.last_executed_at} />
                  </>
                )}
              </span>
            </span>
            {job.dry_run && <Chip who="decide" label={words.dryRun} />}
            {job.is_active ? <Chip who="ok" label={words.active} /> : <Chip who="off" label={words.inactive} />}
          </Link>
        )}
      </PagedList>
    </Page>
  );
}
