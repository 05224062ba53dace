import { newIdempotencyKey, useApiMutation } from '../../api/use-api-mutation.js';
import { useLongWork } from '../../api/use-long-operations.js';
import { BulkChange, PreviewForm } from '../../components/bulk-change.js';
import { Checkbox } from '../../components/checkbox.js';
import { SelectField, TextField } from '../../components/form-field.js';
import { offerUndo } from '../../components/undo-toast.js';
import * as words from '../../words/en/runs.js';
import { numberOf } from '../../words/reports.js';
import { bodyOf, type ChosenRuns, filterOf, type RunOperation } from './run-changes.js';
import type { RunSearch } from './run-search.js';

const OPERATIONS: Readonly<Record<RunOperation, { name: string; done: (count: number) => string }>> = {
  pause: { name: words.pause, done: words.runPaused },
  resume: { name: words.resume, done: words.runResumed },
  shift: { name: words.reschedule, done: words.runRescheduled },
  stop: { name: words.stopPermanently, done: words.runStopped },
};

const POLICIES = [
  { value: 'shift', label: words.shiftByThePause },
  { value: 'catch_up_one', label: words.catchUpOnMissedSteps },
  { value: 'skip_missed', label: words.skipMissedSteps },
];
const UNITS = [
  { value: 'minutes', label: words.minutes },
  { value: 'hours', label: words.hours },
  { value: 'days', label: words.days },
];

/** The time that the confirmation of a change is shown. */
const SHOWN_MS = 10_000;

/** Applies a change completely, on every page. A reload leaves the rest in progress. */
function useWholeChange(operation: RunOperation) {
  const { start, reset } = useLongWork();
  return async (body: object, of: number): Promise<void> => {
    const startedAt = performance.now();
    const { id, state, done, inFlight } = await start({
      id: newIdempotencyKey(),
      operation: 'bulkWorkflowRuns',
      path: '/runs',
      bodies: [body],
      of,
      name: words.text(OPERATIONS[operation].name, of),
    });
    if (state === 'stopped') {
      offerUndo(words.stoppedAfterOfRunsSeeThe(numberOf(done), numberOf(of)));
      return;
    }
    offerUndo(resultInWords(operation, done, inFlight ?? 0));
    if (performance.now() - startedAt < SHOWN_MS) reset(id);
  };
}

function Fields({ operation, errorOf }: { operation: RunOperation; errorOf: (name: string) => string | undefined }) {
  if (operation === 'shift')
    return (
      <div className="row">
        <TextField
          name="amount"
          label={words.moveByNegativeForEarlier}
          type="number"
          value={1}
          required
          errorOf={errorOf}
        />
        <SelectField name="unit" label={words.unit} data={UNITS} value="hours" errorOf={errorOf} />
      </div>
    );
  if (operation === 'resume')
    return (
      <>
        <SelectField name="resume_policy" label={words.missedSteps} data={POLICIES} value="shift" errorOf={errorOf} />
        <Checkbox name="human_takeover">{words.includeRunsThatAUserHas}</Checkbox>
      </>
    );
  return (
    <>
      {operation === 'stop' && <p>{words.theAgentsStopForTheseLeads}</p>}
      <TextField name="reason" label={words.reasonShownInTheHistory} first errorOf={errorOf} />
    </>
  );
}

/** Describes what was done, and which messages were just leaving. */
const resultInWords = (operation: RunOperation, changed: number, inFlight: number): string => {
  const leaving = inFlight > 0 ? words.messageWasAlreadyBeingSentAnd(inFlight) : '';
  return `${OPERATIONS[operation].done(changed)}${leaving}`;
};

interface DialogProps {
  operation: RunOperation;
  chosen: ChosenRuns;
  onDone: () => void;
}

function Dialog({ operation, chosen, onDone }: DialogProps) {
  const preview = useApiMutation('bulkWorkflowRuns');
  const change = useWholeChange(operation);
  return (
    <PreviewForm
      bodyOf={(values) => bodyOf(operation, chosen, values)}
      look={(body) => preview.mutateAsync({ body: { ...body, preview: true } })}
      act={async (body, { changed }) => {
        void change(body, changed);
        onDone();
      }}
      submit={({ changed }) => words.text(OPERATIONS[operation].name, changed)}
      fields={(errorOf) => <Fields operation={operation} errorOf={errorOf} />}
    >
      {({ changed, matched }) => <p className="numbers">{words.ofWouldChange(changed, matched)}</p>}
    </PreviewForm>
  );
}

interface Props {
  ids: readonly string[];
  search: RunSearch;
  onClear: () => void;
}

const NAMED = (Object.keys(OPERATIONS) as RunOperation[]).map((value) => ({ value, name: OPERATIONS[value].name }));

/** The actions on the selected runs, or on all open ones that match the filters. */
export function BulkRuns({ ids, search, onClear }: Props) {
  const chosen: ChosenRuns = ids.length > 0 ? { ids } : { search };
  if (!filterOf(chosen)) return null;
  return (
    <BulkChange
      label={words.selectedRuns}
      told={ids.length > 0 ? words.selected(ids.length) : words.allMatchingActiveRuns}
      operations={NAMED}
      onClear={onClear}
      oneByOne={ids.length > 0}
    >
      {(operation, onDone) => <Dialog operation={operation} chosen={chosen} onDone={onDone} />}
    </BulkChange>
  );
}
