import { Link } from '@tanstack/react-router';
import { usePages } from '../api/ask.js';
import { Chip } from '../parts/chip.js';
import { Listed } from '../parts/listed.js';
import { Empty } from '../parts/page.js';
import { When } from '../parts/when.js';
import { CYCLES } from '../words/cycles.js';

/** The cycles of a job, the newest first. */
export function Cycles({ id }: { id: string }) {
  const pages = usePages('listBackgroundJobCycles', { params: { id }, query: { limit: 50 } });
  return (
    <Listed
      pages={pages}
      rows={(page) => page.data}
      label="Cycles"
      empty={
        <Empty title="It has not run yet">
          <p>Make a dry run: it records what it would do, and changes nothing.</p>
        </Empty>
      }
    >
      {(cycle) => (
        <Link to="/jobs/$id/cycles/$cycle" params={{ id, cycle: cycle.id }} className="line listed">
          <span className="grow">
            <strong>
              <When at={cycle.nominal_at} plain />
            </strong>
            <span className="faint cut">
              {cycle.evaluated} looked at · {cycle.acted} acted on{cycle.failed > 0 && ` · ${cycle.failed} failed`}
            </span>
          </span>
          {cycle.dry_run && <Chip who="decide" label="Dry run" />}
          <Chip {...CYCLES[cycle.status]} />
        </Link>
      )}
    </Listed>
  );
}
