import { Button } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import type { CycleDetail } from '../../schemas/jobs/job-cycles.js';
import { useAct } from '../api/act.js';
import { useAsk } from '../api/ask.js';
import { useMay } from '../api/session.js';
import { Asked } from '../parts/asked.js';
import { Chip } from '../parts/chip.js';
import { Page } from '../parts/page.js';
import { ProblemNote } from '../parts/problem-note.js';
import { TemporalLink } from '../parts/temporal-link.js';
import { When } from '../parts/when.js';
import { CYCLES } from '../words/cycles.js';
import { CycleLeads } from './cycle-leads.js';
import { Skipped } from './preview.js';

const WATCH_MS = 1_000;
const isOpen = ({ status }: { status: string }) => status === 'queued' || status === 'running';

function Figures({ cycle }: { cycle: CycleDetail }) {
  const figures = [
    ['Looked at', cycle.evaluated],
    ['Fitted', cycle.matched],
    [cycle.dry_run ? 'Would be acted on' : 'Acted on', cycle.acted],
    ['Failed', cycle.failed],
  ] as const;
  return (
    <dl className="card figures">
      {figures.map(([label, count]) => (
        <div className="figure" key={label}>
          <dt>{label}</dt>
          <dd className="numbers">{count}</dd>
        </div>
      ))}
    </dl>
  );
}

/** One cycle of a job: what it did for whom, and why. */
export function CyclePage() {
  const { id = '', cycle = '' } = useParams({ strict: false }) as { id?: string; cycle?: string };
  const may = useMay();
  const params = { id, cycle_id: cycle };
  const input = { params, query: { leads: 'none' } } as const;
  const first = useAsk('getBackgroundJobCycle', input);
  const goesOn = first.data !== undefined && isOpen(first.data.data);
  const asked = useAsk('getBackgroundJobCycle', input, goesOn ? { everyMs: WATCH_MS } : {});
  const cancel = useAct('cancelBackgroundJobCycle');
  const job = useAsk('getBackgroundJob', { params: { id } });
  return (
    <Page
      title="Cycle"
      actions={
        asked.data && (
          <>
            {asked.data.data.dry_run && <Chip who="decide" label="Dry run" />}
            <Chip {...CYCLES[asked.data.data.status]} />
            {goesOn && may('background_jobs:run') && (
              <Button
                variant="default"
                loading={cancel.busy}
                onClick={() => void cancel.do({ params }).catch(() => undefined)}
              >
                Cancel it
              </Button>
            )}
          </>
        )
      }
    >
      <div className="stack">
        <p className="quiet">
          <Link to="/jobs/$id" params={{ id }} search={{ tab: 'cycles' } as never}>
            {job.data?.data.name ?? 'The job'}
          </Link>
        </p>
        {cancel.problem && <ProblemNote problem={cancel.problem} />}
        <Asked asked={asked} lines={8}>
          {({ data }) => (
            <>
              <p className="quiet">
                For <When at={data.nominal_at} plain />
                {data.ended_at && (
                  <>
                    , done <When at={data.ended_at} />
                  </>
                )}{' '}
                · <TemporalLink of={{ workflow: data.workflow_id }} />
              </p>
              {data.failure && <p className="note-strip">{data.failure}</p>}
              <Figures cycle={data} />
              <Skipped skipped={data.skipped} />
              {data.warnings.map((warning) => (
                <p key={warning} className="note-strip">
                  {warning}
                </p>
              ))}
              <CycleLeads params={params} everyMs={goesOn ? WATCH_MS : undefined} />
            </>
          )}
        </Asked>
      </div>
    </Page>
  );
}
