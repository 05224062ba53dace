import { Button } from '@mantine/core';
import type { FunctionRun } from '../../schemas/functions/function-runs.js';
import { useAct } from '../api/act.js';
import { useMay } from '../api/session.js';
import { Chip } from '../parts/chip.js';
import { ProblemNote } from '../parts/problem-note.js';
import { When } from '../parts/when.js';
import { wordOf } from '../words/fields.js';
import { FUNCTION_RUNS } from '../words/function-runs.js';

const ONE_LINE = 60;
const textOf = (value: unknown): string => {
  const short = JSON.stringify(value) ?? '';
  return short.length > ONE_LINE ? JSON.stringify(value, null, 2) : short;
};

const Effects = ({ effects }: { effects: FunctionRun['effects'] }) => (
  <ul className="differences effects" aria-label="Effects">
    {effects.map((effect) => (
      <li key={effect.seq}>
        <strong>{wordOf(effect.type)}</strong> <code className="grow">{JSON.stringify(effect.params)}</code>
        {effect.applied ? (
          <Chip who="ok" label="Done" />
        ) : (
          <Chip who="off" label={effect.skipped_reason ?? 'Recorded'} />
        )}
        {effect.before !== undefined && <del>{textOf(effect.before)}</del>}
        {effect.after !== undefined && <ins>{textOf(effect.after)}</ins>}
      </li>
    ))}
  </ul>
);

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

const Thrown = ({ error }: { error: NonNullable<FunctionRun['error']> }) => (
  <div className="problem" role="alert">
    <div className="grow">
      <strong>{error.name}</strong>
      <p>{error.message}</p>
      {error.line !== null && <p className="faint">Line {error.line}</p>}
    </div>
  </div>
);

/** What a run came to: its result, effects, logs and requests. */
export function RunResult({ run, onReplayed }: { run: FunctionRun; onReplayed: (run: FunctionRun) => void }) {
  const may = useMay();
  const apply = useAct('applyCloudFunctionRun');
  const replay = useAct('replayCloudFunctionRun');
  const params = { run_id: run.id };
  const isReplay = run.replay_of !== null;
  const canApply =
    !isReplay && run.dry_run && run.applied_at === null && run.status === 'success' && run.effects.length > 0;
  const shown = apply.problem ?? replay.problem;
  return (
    <section className="stack" aria-label="What the run came to">
      <div className="row">
        <Chip {...FUNCTION_RUNS[run.status]} />
        {isReplay && <Chip who="off" label="Replay" />}
        {!isReplay && run.dry_run && !run.applied_at && <Chip who="decide" label="Dry run" />}
        {run.applied_at && <Chip who="ok" label="Applied" />}
        <span className="quiet grow numbers">
          <When at={run.ran_at} /> · {run.duration_ms} ms · version {run.function_version}
        </span>
        {may('functions:run') && !isReplay && (
          <Button
            size="compact-sm"
            variant="default"
            loading={replay.busy}
            onClick={() =>
              void replay.do({ params, body: {} }).then(
                (answer) => onReplayed(answer.run),
                () => undefined,
              )
            }
          >
            Replay it
          </Button>
        )}
        {may('functions:run') && canApply && (
          <Button
            size="compact-sm"
            loading={apply.busy}
            onClick={() => void apply.do({ params }).catch(() => undefined)}
          >
            Apply it
          </Button>
        )}
      </div>
      {shown && <ProblemNote problem={shown} />}
      {run.error && <Thrown error={run.error} />}
      {run.has_result && (
        <div>
          <h3>Result</h3>
          <pre className="code">{JSON.stringify(run.result, null, 2)}</pre>
        </div>
      )}
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
