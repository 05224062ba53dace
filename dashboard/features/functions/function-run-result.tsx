import { Button } from '@mantine/core';
import type { FunctionRun } from '../../../schemas/functions/function-runs.js';
import { usePermission } from '../../api/session.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { Chip } from '../../components/chip.js';
import { ProblemNote } from '../../components/problem-note.js';
import { TemporalLink } from '../../components/temporal-link.js';
import { Timestamp } from '../../components/time/timestamp.js';
import * as words from '../../words/en/function.js';
import { FUNCTION_RUNS } from '../../words/function-runs.js';
import { FunctionEffects, LeadDifferences } from './function-effects.js';

const Logs = ({ logs }: { logs: FunctionRun['logs'] }) => (
  <ol className="logs" aria-label={words.logs}>
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
  <ul className="logs" aria-label={words.requests}>
    {requests.map(({ seq, method, url, status, duration_ms, blocked, reason }) => (
      <li key={seq}>
        <strong>{method}</strong> {url} {blocked ? words.blocked : (status ?? words.noResponse)} ·{' '}
        {words.ms(duration_ms)} {reason}
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
        {error.line !== null && <p className="faint">{words.line(error.line)}</p>}
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

/** The actions of a run: none for a replay, and only a successful dry run can be applied. */
function RunControl({ run, onRun, onSave }: Props) {
  const may = usePermission();
  const apply = useApiMutation('applyCloudFunctionRun');
  const replay = useApiMutation('replayCloudFunctionRun');
  const params = { run_id: run.id };
  const isOpen = run.dry_run && run.applied_at === null && run.status === 'success' && run.effects.length > 0;
  const shown = apply.problem ?? replay.problem;
  const take = (answered: Promise<{ run: FunctionRun }>) => void answered.then((answer) => onRun(answer.run), noop);
  if (run.replay_of !== null || !may('functions:run')) return null;
  return (
    <>
      <div className="row">
        {isOpen && !run.is_draft && (
          <Button
            size="compact-sm"
            variant="default"
            loading={apply.isPending}
            onClick={() => take(apply.mutateAsync({ params }))}
          >
            {words.applyChanges}
          </Button>
        )}
        {isOpen && run.is_draft && onSave && (
          <Button size="compact-sm" variant="default" onClick={onSave}>
            {words.saveAndRerun}
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="default"
          loading={replay.isPending}
          onClick={() => take(replay.mutateAsync({ params, body: {} }))}
        >
          {words.replay}
        </Button>
      </div>
      {isOpen && run.is_draft && <p className="faint">{words.nothingHasChangedYetSaveThe}</p>}
      {isOpen && !run.is_draft && <p className="faint">{words.nothingHasChangedYet}</p>}
      {shown && <ProblemNote problem={shown} />}
    </>
  );
}

const noop = () => undefined;

/** The outcome of a run: its result, the changes to the lead, effects, logs and requests. */
export function FunctionRunResult(props: Props) {
  const { run, source } = props;
  const isReplay = run.replay_of !== null;
  return (
    <section className="stack" aria-label={words.runResult}>
      <div className="row">
        <Chip {...FUNCTION_RUNS[run.status]} />
        {isReplay && <Chip who="off" label={words.replay} />}
        {!isReplay && run.dry_run && !run.applied_at && <Chip who="decide" label={words.dryRun} />}
        {run.applied_at && <Chip who="ok" label={words.applied} />}
        <span className="quiet grow numbers">
          <Timestamp at={run.ran_at} /> · {words.ms(run.duration_ms)} ·{' '}
          {run.is_draft ? words.unsavedCode : words.version(run.function_version)}
        </span>
      </div>
      <div>
        <TemporalLink of={{ functionRun: run.id }} />
      </div>
      {run.error && <Thrown error={run.error} source={source} />}
      <RunControl {...props} />
      {run.has_result && (
        <div>
          <h3>{words.result}</h3>
          <pre className="code">{JSON.stringify(run.result, null, 2)}</pre>
        </div>
      )}
      <LeadDifferences run={run} />
      {run.effects.length > 0 && (
        <div>
          <h3>{words.effects}</h3>
          <FunctionEffects effects={run.effects} />
        </div>
      )}
      {run.logs.length > 0 && (
        <div>
          <h3>{words.logs}</h3>
          <Logs logs={run.logs} />
        </div>
      )}
      {run.requests.length > 0 && (
        <div>
          <h3>{words.requests}</h3>
          <Requests requests={run.requests} />
        </div>
      )}
    </section>
  );
}
