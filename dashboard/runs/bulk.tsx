import { newKey, useAct } from '../api/act.js';
import { useLongWork } from '../api/use-long-work.js';
import { ChangeMany, LookFirst } from '../parts/change-many.js';
import { Choice, Field } from '../parts/field.js';
import { Tick } from '../parts/tick.js';
import { offerUndo } from '../parts/undo.js';
import { numberOf } from '../words/reports.js';
import { bodyOf, type ChosenRuns, filterOf, type RunOperation, type RunsSearch } from './search.js';

const OPERATIONS: Readonly<Record<RunOperation, { name: string; done: string }>> = {
  pause: { name: 'Pause', done: 'paused' },
  resume: { name: 'Go on', done: 'going on' },
  shift: { name: 'Move in time', done: 'moved' },
  stop: { name: 'End for good', done: 'ended' },
};

const POLICIES = [
  { value: 'shift', label: 'Later by the pause' },
  { value: 'catch_up_one', label: 'What was missed first' },
  { value: 'skip_missed', label: 'Leave out what was missed' },
];
const UNITS = [
  { value: 'minutes', label: 'minutes' },
  { value: 'hours', label: 'hours' },
  { value: 'days', label: 'days' },
];

/** So long it is told where it was done that it is done. */
const TOLD_MS = 10_000;

/** Does a change to its end, whichever page is looked at meanwhile; a reload leaves what is left of it under way. */
function useWholeChange(operation: RunOperation) {
  const { start, forget } = useLongWork();
  return async (body: object, of: number): Promise<void> => {
    const begun = performance.now();
    const { id, state, done, inFlight } = await start({
      ...{ id: newKey(), operation: 'bulkWorkflowRuns', path: '/runs', bodies: [body], of },
      name: `${OPERATIONS[operation].name}: ${numberOf(of)} ${of === 1 ? 'run' : 'runs'}`,
    });
    if (state === 'stopped') {
      offerUndo(`It stopped after ${numberOf(done)} of ${numberOf(of)} runs; what is under way says why.`);
      return;
    }
    offerUndo(toldOf(operation, done, inFlight ?? 0));
    if (performance.now() - begun < TOLD_MS) forget(id);
  };
}

function Fields({ operation, errorOf }: { operation: RunOperation; errorOf: (name: string) => string | undefined }) {
  if (operation === 'shift')
    return (
      <div className="row">
        <Field
          name="amount"
          label="Later by; earlier where negative"
          type="number"
          value={1}
          required
          errorOf={errorOf}
        />
        <Choice name="unit" label="Unit" data={UNITS} value="hours" errorOf={errorOf} />
      </div>
    );
  if (operation === 'resume')
    return (
      <>
        <Choice name="resume_policy" label="What was due meanwhile" data={POLICIES} value="shift" errorOf={errorOf} />
        <Tick name="human_takeover">Also those that a person has taken over</Tick>
      </>
    );
  return (
    <>
      {operation === 'stop' && <p>The agent does nothing more for these leads. That can’t be undone.</p>}
      <Field name="reason" label="Why, for the history" first errorOf={errorOf} />
    </>
  );
}

/** Says what was done, and which messages were just leaving. */
const toldOf = (operation: RunOperation, changed: number, inFlight: number): string => {
  const leaving =
    inFlight > 0 ? ` ${numberOf(inFlight)} messages were being sent at that moment and may still leave.` : '';
  return `${numberOf(changed)} ${changed === 1 ? 'run is' : 'runs are'} ${OPERATIONS[operation].done}.${leaving}`;
};

interface DialogProps {
  operation: RunOperation;
  chosen: ChosenRuns;
  onDone: () => void;
}

function Dialog({ operation, chosen, onDone }: DialogProps) {
  const preview = useAct('bulkWorkflowRuns');
  const change = useWholeChange(operation);
  return (
    <LookFirst
      bodyOf={(values) => bodyOf(operation, chosen, values)}
      look={(body) => preview.do({ body: { ...body, preview: true } as never })}
      act={async (body, { changed }) => {
        void change(body, changed);
        onDone();
      }}
      submit={({ changed }) => `${OPERATIONS[operation].name}: ${numberOf(changed)}`}
      fields={(errorOf) => <Fields operation={operation} errorOf={errorOf} />}
    >
      {({ changed, matched }) => (
        <p>
          <strong className="numbers">{numberOf(changed)}</strong> of {numberOf(matched)} open runs would change.
        </p>
      )}
    </LookFirst>
  );
}

interface Props {
  ids: readonly string[];
  search: RunsSearch;
  onClear: () => void;
}

const NAMED = (Object.keys(OPERATIONS) as RunOperation[]).map((value) => ({ value, name: OPERATIONS[value].name }));

/** What can be done with the runs that are chosen, or with all open ones that fit the filters. */
export function BulkRuns({ ids, search, onClear }: Props) {
  const chosen: ChosenRuns = ids.length > 0 ? { ids } : { search };
  if (!filterOf(chosen)) return null;
  return (
    <ChangeMany
      label="Chosen runs"
      told={ids.length > 0 ? `${ids.length} chosen` : 'All open runs that fit'}
      operations={NAMED}
      onClear={onClear}
      oneByOne={ids.length > 0}
    >
      {(operation, onDone) => <Dialog operation={operation} chosen={chosen} onDone={onDone} />}
    </ChangeMany>
  );
}
