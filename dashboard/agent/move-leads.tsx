import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CadenceStep } from '../../schemas/cadence/cadence.js';
import { newKey } from '../api/act.js';
import { request } from '../api/request.js';
import { useMay } from '../api/session.js';
import { useLongWork } from '../api/use-long-work.js';
import { Chip } from '../parts/chip.js';
import { ProblemNote } from '../parts/problem-note.js';
import { Select } from '../parts/select.js';
import { countsOf, type MoveProblem, type Moves, migrationsOf, NO_STEP, type Standing, stepsOfMoves } from './moves.js';

const NUMBER = new Intl.NumberFormat();
/** Says how many leads. */
export const leadsInWords = (count: number): string => `${NUMBER.format(count)} ${count === 1 ? 'lead' : 'leads'}`;

const PROBLEMS: Readonly<Record<MoveProblem, string>> = {
  step_gone: 'at a step that is gone: choose where to go on',
  status_gone: 'with a status that is gone: they stay',
  step_begun: 'in the middle of the step: they stay',
  being_sent: 'whose message is being sent: they stay',
};

/** Asks where leads under way would go on in the draft, or in a version. */
export function usePlan(agentId: string, to: { version?: number; tag?: string | undefined }, moves: Moves) {
  const steps = stepsOfMoves(moves);
  const version = to.version === undefined ? {} : { version: to.version };
  return useQuery({
    queryKey: ['planWorkflow', agentId, to, steps],
    queryFn: () => request('planWorkflow', { params: { id: agentId }, body: { ...version, steps } }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}

interface RowProps {
  standing: Standing;
  steps: readonly CadenceStep[];
  to: string | undefined;
  onMove: (to: string | undefined) => void;
}

function Row({ standing: { at, leads, versions, problems }, steps, to, onMove }: RowProps) {
  const may = useMay();
  const nameOf = (key: string) => steps.find((step) => step.key === key)?.name ?? key;
  const isThere = steps.some(({ key }) => key === at);
  const called = at === NO_STEP ? 'No step' : nameOf(at);
  const others = steps
    .filter(({ key }) => key !== at)
    .map(({ key }) => ({ value: key, label: `Go to ${nameOf(key)}` }));
  const options = [...(isThere ? [{ value: at, label: 'Go on at the same step' }] : []), ...others];
  return (
    <tr>
      <th scope="row">
        <span className="named cut">{called}</span>
        <span className="named faint">
          {versions.length === 1 ? `version ${versions[0]}` : `versions ${versions.join(', ')}`}
        </span>
      </th>
      <td className="numbers">{NUMBER.format(leads)}</td>
      <td>
        <Select
          aria-label={`What becomes of those at ${called}`}
          placeholder="They stay"
          size="sm"
          data={options}
          value={to ?? null}
          onChange={(value) => onMove(value ?? undefined)}
          clearable
          readOnly={at === NO_STEP || !may('automation:write')}
        />
        {problems.map((each) => (
          <div key={each.problem} className="row move-problem">
            <Chip who="decide" label={NUMBER.format(each.leads)} />
            <span className="quiet">{PROBLEMS[each.problem]}</span>
          </div>
        ))}
      </td>
    </tr>
  );
}

interface Props {
  standings: readonly Standing[];
  steps: readonly CadenceStep[];
  moves: Moves;
  onMoves: (moves: Moves) => void;
}

/** Asks for each step what becomes of the leads at it: they stay, unless one says where they go on. */
export function MoveLeads({ standings, steps, moves, onMoves }: Props) {
  const { move, stay } = countsOf(standings, moves);
  if (standings.length === 0) return <p className="quiet">No lead is under way with another version.</p>;
  return (
    <section className="stack-close" aria-label="Leads under way">
      <h3>{leadsInWords(move + stay)} under way</h3>
      <table className="moves">
        <thead>
          <tr>
            <th scope="col">At step</th>
            <th scope="col">Leads</th>
            <th scope="col">Then</th>
          </tr>
        </thead>
        <tbody>
          {standings.map((standing) => (
            <Row
              key={standing.at}
              standing={standing}
              steps={steps}
              to={moves[standing.at]}
              onMove={(to) => {
                const { [standing.at]: _, ...others } = moves;
                onMoves(to === undefined ? others : { ...others, [standing.at]: to });
              }}
            />
          ))}
        </tbody>
      </table>
      <p role="status">
        {move === 0
          ? 'All of them stay with the version they follow.'
          : `${leadsInWords(move)} go on with the new version, ${stay === 0 ? 'none stays' : `${NUMBER.format(stay)} ${stay === 1 ? 'stays' : 'stay'}`} with the one they follow.`}
      </p>
      {move > 0 && (
        <p className="quiet">
          There is no undo: another step is entered anew, when the one before was due is not kept, and the agent may
          write at once. Under Versions they can be moved back to the earlier one, where the same step stays due when it
          was.
        </p>
      )}
    </section>
  );
}

/** Leads the chosen leads to a version; that goes on whichever page is looked at. */
export function useMoving(agentId: string) {
  const { all, start, goOn, problemOf } = useLongWork();
  const [id, setId] = useState<string>();
  return {
    moving: all.find((work) => work.id === id),
    problem: id === undefined ? undefined : problemOf(id),
    again: id === undefined ? undefined : () => void goOn(id),
    start: (version: number, moves: Moves, of: number): Promise<unknown> => {
      const begun = newKey();
      setId(begun);
      return start({
        ...{ id: begun, name: `Leads go on with version ${version}`, path: `/agents/${agentId}`, of },
        operation: 'bulkWorkflowRuns',
        bodies: migrationsOf(agentId, version, moves),
      });
    },
  };
}

/** Shows how far the move has come, and goes on with it where it failed. */
export function MovingNote({ moving, again, problem }: ReturnType<typeof useMoving>) {
  if (!moving) return null;
  const { of, done: moved, state } = moving;
  const isDone = state === 'done';
  return (
    <div className="stack-close">
      <progress className="progress" max={1} value={isDone ? 1 : moved / Math.max(1, of)} aria-label="Leads moved" />
      <p className="numbers" role="status">
        {isDone
          ? `${leadsInWords(moved)} ${moved === 1 ? 'goes' : 'go'} on with it.`
          : `${NUMBER.format(moved)} of ${leadsInWords(of)} moved${state === 'going' ? ' …' : '.'}`}
        {isDone && moved < of && ` ${leadsInWords(of - moved)} had gone on or ended by then.`}
      </p>
      {state === 'going' && <p className="faint">It goes on when this is closed: see what is under way on the left.</p>}
      {state === 'stopped' && problem && <ProblemNote problem={problem} {...(again ? { again } : {})} />}
    </div>
  );
}
