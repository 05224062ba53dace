import { Button } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import type { CycleDetail } from '../../../schemas/jobs/job-cycles.js';
import { usePermission } from '../../api/session.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { Chip } from '../../components/chip.js';
import { Page } from '../../components/page.js';
import { ProblemNote } from '../../components/problem-note.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import { TemporalLink } from '../../components/temporal-link.js';
import { Timestamp } from '../../components/time/timestamp.js';
import { CYCLES } from '../../words/cycles.js';
import * as words from '../../words/en/job.js';
import { translated } from '../../words/sentences.js';
import { CycleLeads } from './cycle-leads.js';
import { Skipped } from './job-preview.js';

const WATCH_MS = 1_000;
const isOpen = ({ status }: { status: string }) => status === 'queued' || status === 'running';

function Figures({ cycle }: { cycle: CycleDetail }) {
  const figures = [
    [words.checked, cycle.evaluated],
    [words.matched, cycle.matched],
    [cycle.dry_run ? words.wouldActOn : words.actedOn, cycle.acted],
    [words.failed, cycle.failed],
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
  const { id, cycle } = useParams({ from: '/shell/jobs/$id/cycles/$cycle' });
  const may = usePermission();
  const params = { id, cycle_id: cycle };
  const input = { params, query: { leads: 'none' } } as const;
  const first = useApiQuery('getBackgroundJobCycle', input);
  const goesOn = first.data !== undefined && isOpen(first.data.data);
  const cycleQuery = useApiQuery('getBackgroundJobCycle', input, goesOn ? { everyMs: WATCH_MS } : {});
  const cancel = useApiMutation('cancelBackgroundJobCycle');
  const job = useApiQuery('getBackgroundJob', { params: { id } });
  return (
    <Page
      title={words.cycle}
      actions={
        cycleQuery.data && (
          <>
            {cycleQuery.data.data.dry_run && <Chip who="decide" label={words.dryRun} />}
            <Chip {...CYCLES[cycleQuery.data.data.status]} />
            {goesOn && may('background_jobs:run') && (
              <Button
                variant="default"
                loading={cancel.isPending}
                onClick={() => void cancel.mutateAsync({ params }).catch(() => undefined)}
              >
                {words.cancelCycle}
              </Button>
            )}
          </>
        )
      }
    >
      <div className="stack">
        <p className="quiet">
          <Link to="/jobs/$id" params={{ id }} search={{ tab: 'cycles' }}>
            {job.data?.data.name ?? words.job}
          </Link>
        </p>
        {cancel.problem && <ProblemNote problem={cancel.problem} />}
        <QueryBoundary query={cycleQuery} lines={8}>
          {({ data }) => (
            <>
              <p className="quiet">
                {words.scheduledFor}
                <Timestamp at={data.nominal_at} plain />
                {data.ended_at && (
                  <>
                    {words.finished}
                    <Timestamp at={data.ended_at} />
                  </>
                )}{' '}
                · <TemporalLink of={{ workflow: data.workflow_id }} />
              </p>
              {data.failure && <p className="note-strip">{translated(data.failure)}</p>}
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
        </QueryBoundary>
      </div>
    </Page>
  );
}
