import { Button } from '@mantine/core';
import { useState } from 'react';
import type { CloudFunction } from '../../schemas/functions/cloud-functions.js';
import type { FunctionRunStatus } from '../../schemas/functions/function-runs.js';
import { useAsk, usePages } from '../api/ask.js';
import { Asked } from '../parts/asked.js';
import { Chip } from '../parts/chip.js';
import { Listed } from '../parts/listed.js';
import { Empty } from '../parts/page.js';
import { Select } from '../parts/select.js';
import { When } from '../parts/when.js';
import { wordOf } from '../words/fields.js';
import { FUNCTION_RUNS } from '../words/function-runs.js';
import { Fires } from './fires.js';
import { RunResult } from './run.js';

function Shown({ id, onRun }: { id: string; onRun: (id: string) => void }) {
  const asked = useAsk('getCloudFunctionRun', { params: { run_id: id } });
  return (
    <aside className="card side" aria-label="The run">
      <div className="side-body">
        <Asked asked={asked}>
          {({ run }) => <RunResult key={run.id} run={run} onRun={(next) => onRun(next.id)} />}
        </Asked>
      </div>
    </aside>
  );
}

const OUTCOMES = Object.entries(FUNCTION_RUNS).map(([value, { label }]) => ({ value, label }));

/** The runs of a function, and beside them the one that was chosen. */
export function Runs({ fn }: { fn: CloudFunction }) {
  const [status, setStatus] = useState<FunctionRunStatus>();
  const [fire, setFire] = useState<string>();
  const query = { limit: 50, ...(status ? { status } : {}), ...(fire ? { fire_id: fire } : {}) };
  const pages = usePages('listCloudFunctionRuns', { params: { id: fn.id }, query });
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
        <Fires fn={fn} chosen={fire} onChoose={(id) => narrow(() => setFire(id))} />
        <div className="row">
          <Select
            aria-label="How they ended"
            placeholder="However they ended"
            data={OUTCOMES}
            value={status ?? null}
            onChange={(value) => narrow(() => setStatus((value ?? undefined) as FunctionRunStatus | undefined))}
            clearable
          />
          {fire && (
            <Button variant="default" onClick={() => narrow(() => setFire(undefined))}>
              Runs at any time
            </Button>
          )}
        </div>
        <Listed
          pages={pages}
          rows={(page) => page.runs}
          label="Runs"
          empty={
            isPart ? (
              <Empty title="No such run">
                <p>No run of this function fits.</p>
              </Empty>
            ) : (
              <Empty title="It has not run yet">
                <p>Run it on a lead in Source: nothing is changed until you apply it.</p>
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
                  <When at={run.ran_at} /> · {wordOf(run.trigger_event)} · {run.duration_ms} ms
                </span>
              </span>
              {run.applied_at && <Chip who="ok" label="Applied" />}
              {run.is_draft && <Chip who="off" label="Not saved" />}
              {run.replay_of && <Chip who="off" label="Replay" />}
              {run.dry_run && !run.replay_of && !run.applied_at && <Chip who="decide" label="Dry run" />}
              <Chip {...FUNCTION_RUNS[run.status]} />
            </button>
          )}
        </Listed>
      </div>
      {shown && <Shown id={shown} onRun={setChosen} />}
    </div>
  );
}
