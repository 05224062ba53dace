import { Button } from '@mantine/core';
import type { FunctionRun } from '../../schemas/functions/function-runs.js';
import { useAct } from '../api/act.js';
import { useMay } from '../api/session.js';
import { Chip } from '../parts/chip.js';
import { ProblemNote } from '../parts/problem-note.js';
import { TemporalLink } from '../parts/temporal-link.js';
import { When } from '../parts/when.js';
import { FUNCTION_RUNS } from '../words/function-runs.js';
import { Effects, LeadDifferences } from './effects.js';

const Logs = ({ logs }: { logs: FunctionRun['logs'] }) => (
  <ol className="logs" aria-label="Logs">
    {logs.map(({ ts, level, message, data }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: logs have no names.
      <li key={index} data-level={level}>
        <span className="faint">{ts.slice(11, 23)}</span> <strong>{level}</strong> {message}{' '}
        {data !== undefined && <code>{JSON.stringify(data)}</code>}
      </li>
    ))}
  </ol>
);

const Requests = ({ requests }: { requests: FunctionRun['requests'] }) => (
  <ul className="logs" aria-label="Requests">
    {requests.map(({ seq, method, url, status, duration_ms, blocked, reason }) => (
      <li key={seq}>
        <strong>{method}</strong> {url} {blocked ? 'kept back' : (status ?? 'no answer')} · {duration_ms} ms {reason}
      </li>
    ))}
  </ul>
);

const Thrown = ({ error, source }: { error: NonNullable<FunctionRun['error']>; source: string | undefined }) => {
  const line = error.line === null ? undefined : source?.split('\n')[error.line - 1];
  return (
    <div className="problem" role="alert">
      <div className="grow">
        <strong>{error.name}</strong>
        <p>{error.message}</p>
        {error.line !== null && <p className="faint">Line {error.line}</p>}
        {line && <pre className="code">{line.trim()}</pre>}
      </div>
    </div>
  );
};

interface Props {
  run: FunctionRun;
  /** The source that ran, where it is known. */
  source?: string | undefined;
  /** Takes the run as it is once it was applied, or the one that replayed it. */
  onRun: (run: FunctionRun) => void;
  /** Saves code that ran unsaved and runs it again: only what is saved can be applied. */
  onSave?: (() => void) | undefined;
}

/** What can be done with a run: nothing with a replay, and only a dry run that went well can be applied. */
function RunControl({ run, onRun, onSave }: Props) {
  const may = useMay();
  const apply = useAct('applyCloudFunctionRun');
  const replay = useAct('replayCloudFunctionRun');
  const params = { run_id: run.id };
  const isOpen = run.dry_run && run.applied_at === null && run.status === 'success' && run.effects.length > 0;
  const shown = apply.problem ?? replay.problem;
  const take = (answered: Promise<{ run: FunctionRun }>) => void answered.then((answer) => onRun(answer.run), noop);
  if (run.replay_of !== null || !may('functions:run')) return null;
  return (
    <>
      <div className="row">
        {isOpen && !run.is_draft && (
          <Button size="compact-sm" loading={apply.busy} onClick={() => take(apply.do({ params }))}>
            Apply it
          </Button>
        )}
        {isOpen && run.is_draft && onSave && (
          <Button size="compact-sm" onClick={onSave}>
            Save and run it again
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="default"
          loading={replay.busy}
          onClick={() => take(replay.do({ params, body: {} }))}
        >
          Replay it
        </Button>
      </div>
      {isOpen && run.is_draft && (
        <p className="faint">
          Nothing was changed. Code that is not saved cannot be applied: save it and run it again.
        </p>
      )}
      {isOpen && !run.is_draft && <p className="faint">Nothing was changed yet.</p>}
      {shown && <ProblemNote problem={shown} />}
    </>
  );
}

const noop = () => undefined;

/** What a run came to: its result, what becomes of the lead, effects, logs and requests. */
export function RunResult(props: Props) {
  const { run, source } = props;
  const isReplay = run.replay_of !== null;
  return (
    <section className="stack" aria-label="What the run came to">
      <div className="row">
        <Chip {...FUNCTION_RUNS[run.status]} />
        {isReplay && <Chip who="off" label="Replay" />}
        {!isReplay && run.dry_run && !run.applied_at && <Chip who="decide" label="Dry run" />}
        {run.applied_at && <Chip who="ok" label="Applied" />}
        <span className="quiet grow numbers">
          <When at={run.ran_at} /> · {run.duration_ms} ms ·{' '}
          {run.is_draft ? 'not saved' : `version ${run.function_version}`}
        </span>
      </div>
      <div>
        <TemporalLink of={{ functionRun: run.id }} />
      </div>
      {run.error && <Thrown error={run.error} source={source} />}
      <RunControl {...props} />
      {run.has_result && (
        <div>
          <h3>Result</h3>
          <pre className="code">{JSON.stringify(run.result, null, 2)}</pre>
        </div>
      )}
      <LeadDifferences run={run} />
      {run.effects.length > 0 && (
        <div>
          <h3>Effects</h3>
          <Effects effects={run.effects} />
        </div>
      )}
      {run.logs.length > 0 && (
        <div>
          <h3>Logs</h3>
          <Logs logs={run.logs} />
        </div>
      )}
      {run.requests.length > 0 && (
        <div>
          <h3>Requests</h3>
          <Requests requests={run.requests} />
        </div>
      )}
    </section>
  );
}
