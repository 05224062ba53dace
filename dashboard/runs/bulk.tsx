import { useAct } from '../api/act.js';
import type { Answer } from '../api/names.js';
import { ChangeMany, LookFirst } from '../parts/change-many.js';
import { Choice, Field } from '../parts/field.js';
import { Tick } from '../parts/tick.js';
import { offerUndo } from '../parts/undo.js';
import { numberOf } from '../words/reports.js';
import { bodyOf, type ChosenRuns, filterOf, type RunOperation, type RunsSearch } from './search.js';

type Changed = Answer<'bulkWorkflowRuns'>;

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

/** What a change comes to, over all the requests that it takes. */
interface Sum {
  changed: number;
  unchanged: number;
  inFlight: number;
}

/** Does a change to its end, however many requests that takes, and answers what it came to. */
function useWholeChange() {
  const bulk = useAct('bulkWorkflowRuns');
  return async (body: object): Promise<Sum> => {
    const sum: Sum = { changed: 0, unchanged: 0, inFlight: 0 };
    let cursor: string | null = null;
    do {
      const answer: Changed = await bulk.do({ body: { ...body, ...(cursor ? { cursor } : {}) } as never });
      sum.changed += answer.changed;
      sum.unchanged += answer.unchanged;
      sum.inFlight += answer.in_flight.length;
      cursor = answer.next_cursor;
    } while (cursor);
    return sum;
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
const toldOf = (operation: RunOperation, { changed, inFlight }: Sum): string => {
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
  const change = useWholeChange();
  return (
    <LookFirst
      bodyOf={(values) => bodyOf(operation, chosen, values)}
      look={(body) => preview.do({ body: { ...body, preview: true } as never })}
      act={async (body) => {
        offerUndo(toldOf(operation, await change(body)));
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
