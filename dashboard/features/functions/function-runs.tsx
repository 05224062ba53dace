import { Button } from '@mantine/core';
import { useState } from 'react';
import type { CloudFunction } from '../../../schemas/functions/cloud-functions.js';
import type { FunctionRunStatus } from '../../../schemas/functions/function-runs.js';
import { useApiList, useApiQuery } from '../../api/use-api-query.js';
import { Chip } from '../../components/chip.js';
import { Empty } from '../../components/page.js';
import { PagedList } from '../../components/paged-list.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import { Select } from '../../components/select.js';
import { Timestamp } from '../../components/time/timestamp.js';
import * as words from '../../words/en/function.js';
import { wordOf } from '../../words/fields.js';
import { FUNCTION_RUNS } from '../../words/function-runs.js';
import { FunctionRunResult } from './function-run-result.js';
import { ScheduledRuns } from './scheduled-runs.js';

function Shown({ id, onRun }: { id: string; onRun: (id: string) => void }) {
  const runQuery = useApiQuery('getCloudFunctionRun', { params: { run_id: id } });
  return (
    <aside className="card side" aria-label={words.run}>
      <div className="side-body">
        <QueryBoundary query={runQuery}>
          {({ run }) => <FunctionRunResult key={run.id} run={run} onRun={(next) => onRun(next.id)} />}
        </QueryBoundary>
      </div>
    </aside>
  );
}

const OUTCOMES = Object.entries(FUNCTION_RUNS).map(([value, { label }]) => ({ value, label }));

/** The runs of a function, and next to them the selected one. */
export function FunctionRuns({ fn }: { fn: CloudFunction }) {
  const [status, setStatus] = useState<FunctionRunStatus>();
  const [fire, setFire] = useState<string>();
  const query = { limit: 50, ...(status ? { status } : {}), ...(fire ? { fire_id: fire } : {}) };
  const pages = useApiList('listCloudFunctionRuns', { params: { id: fn.id }, query });
  const [chosen, setChosen] = useState<string>();
  const shown = chosen ?? pages.data?.pages[0]?.runs[0]?.id;
  const isPart = status !== undefined || fire !== undefined;
  const narrow = (change: () => void) => {
    setChosen(undefined);
    change();
  };
  return (
    <div className={shown ? 'editor' : undefined}>
      <div className="stack">
        <ScheduledRuns fn={fn} chosen={fire} onChoose={(id) => narrow(() => setFire(id))} />
        <div className="row">
          <Select
            aria-label={words.statusLabel}
            placeholder={words.allStatuses}
            data={OUTCOMES}
            value={status ?? null}
            onChange={(value) => narrow(() => setStatus((value ?? undefined) as FunctionRunStatus | undefined))}
            clearable
          />
          {fire && (
            <Button variant="default" onClick={() => narrow(() => setFire(undefined))}>
              {words.showAllRuns}
            </Button>
          )}
        </div>
        <PagedList
          pages={pages}
          rows={(page) => page.runs}
          label={words.runs}
          empty={
            isPart ? (
              <Empty title={words.noMatchingRuns}>
                <p>{words.changeTheFiltersToSeeOther}</p>
              </Empty>
            ) : (
              <Empty title={words.noRunsYet}>
                <p>{words.runItOnALeadUnder}</p>
              </Empty>
            )
          }
        >
          {(run) => (
            <button
              type="button"
              className="line listed"
              aria-pressed={run.id === shown}
              onClick={() => setChosen(run.id)}
            >
              <span className="grow">
                <strong className="cut">{run.sample_label ?? run.lead_name ?? wordOf(run.trigger_event)}</strong>
                <span className="faint cut">
                  <Timestamp at={run.ran_at} /> · {wordOf(run.trigger_event)} · {words.ms(run.duration_ms)}
                </span>
              </span>
              {run.applied_at && <Chip who="ok" label={words.applied} />}
              {run.is_draft && <Chip who="off" label={words.unsavedCode2} />}
              {run.replay_of && <Chip who="off" label={words.replay} />}
              {run.dry_run && !run.replay_of && !run.applied_at && <Chip who="decide" label={words.dryRun} />}
              <Chip {...FUNCTION_RUNS[run.status]} />
            </button>
          )}
        </PagedList>
      </div>
      {shown && <Shown id={shown} onRun={setChosen} />}
    </div>
  );
}
