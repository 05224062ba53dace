import { Link } from '@tanstack/react-router';
import { useApiList } from '../../api/use-api-query.js';
import { Chip } from '../../components/chip.js';
import { Empty } from '../../components/page.js';
import { PagedList } from '../../components/paged-list.js';
import { Timestamp } from '../../components/time/timestamp.js';
import { CYCLES } from '../../words/cycles.js';
import * as words from '../../words/en/job.js';

/** The cycles of a job, the newest first. */
export function CycleList({ id }: { id: string }) {
  const pages = useApiList('listBackgroundJobCycles', { params: { id }, query: { limit: 50 } });
  return (
    <PagedList
      pages={pages}
      rows={(page) => page.data}
      label={words.cycles}
      empty={
        <Empty title={words.noCyclesYet}>
          <p>{words.startADryRunToSee}</p>
        </Empty>
      }
    >
      {(cycle) => (
        <Link to="/jobs/$id/cycles/$cycle" params={{ id, cycle: cycle.id }} className="line listed">
          <span className="grow">
            <strong>
              <Timestamp at={cycle.nominal_at} plain />
            </strong>
            <span className="faint cut">{words.cycleCounts(cycle.evaluated, cycle.acted, cycle.failed)}</span>
          </span>
          {cycle.dry_run && <Chip who="decide" label={words.dryRun} />}
          <Chip {...CYCLES[cycle.status]} />
        </Link>
      )}
    </PagedList>
  );
}
