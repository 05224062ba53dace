import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CadenceStep } from '../../../schemas/cadence/cadence.js';
import { request } from '../../api/request.js';
import { usePermission } from '../../api/session.js';
import { newIdempotencyKey } from '../../api/use-api-mutation.js';
import { useLongWork } from '../../api/use-long-operations.js';
import { Chip } from '../../components/chip.js';
import { ProblemNote } from '../../components/problem-note.js';
import { Select } from '../../components/select.js';
import * as words from '../../words/en/agent.js';
import { LOCALE } from '../../words/locale.js';
import {
  countsOf,
  type LeadsAtStep,
  type MoveProblem,
  type Moves,
  migrationsOf,
  NO_STEP,
  stepsOfMoves,
} from './lead-moves.js';

const NUMBER = new Intl.NumberFormat(LOCALE);

const PROBLEMS: Readonly<Record<MoveProblem, string>> = {
  step_gone: words.atADeletedStepSelectA,
  status_gone: words.withADeletedStatusTheyStay,
  step_begun: words.inTheMiddleOfTheStep,
  being_sent: words.withAMessageBeingSentThey,
};

/** Loads where active leads would continue in the draft, or in a version. */
export function useMovePlan(agentId: string, to: { version?: number; tag?: string | undefined }, moves: Moves) {
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
  standing: LeadsAtStep;
  steps: readonly CadenceStep[];
  to: string | undefined;
  onMove: (to: string | undefined) => void;
}

function Row({ standing: { at, leads, versions, problems }, steps, to, onMove }: RowProps) {
  const may = usePermission();
  const nameOf = (key: string) => steps.find((step) => step.key === key)?.name ?? key;
  const isThere = steps.some(({ key }) => key === at);
  const called = at === NO_STEP ? words.noStep : nameOf(at);
  const others = steps
    .filter(({ key }) => key !== at)
    .map(({ key }) => ({ value: key, label: words.moveTo(nameOf(key)) }));
  const options = [...(isThere ? [{ value: at, label: words.continueAtTheSameStep }] : []), ...others];
  return (
    <tr>
      <th scope="row">
        <span className="named cut">{called}</span>
        <span className="named faint">
          {versions.length === 1 ? words.version(versions.join(', ')) : words.versions(versions.join(', '))}
        </span>
      </th>
      <td className="numbers">{NUMBER.format(leads)}</td>
      <td>
        <Select
          aria-label={words.moveLeadsAt(called)}
          placeholder={words.stayOnTheirVersion}
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
  standings: readonly LeadsAtStep[];
  steps: readonly CadenceStep[];
  moves: Moves;
  onMoves: (moves: Moves) => void;
}

/** Requests each step whether its leads move. They stay, unless a target step is set. */
export function MoveLeads({ standings, steps, moves, onMoves }: Props) {
  const { move, stay } = countsOf(standings, moves);
  if (standings.length === 0) return <p className="quiet">{words.noActiveLeadsFollowAnotherVersion}</p>;
  return (
    <section className="stack-close" aria-label={words.activeLeads}>
      <h3>{words.activeLead(move + stay)}</h3>
      <table className="moves">
        <thead>
          <tr>
            <th scope="col">{words.currentStep}</th>
            <th scope="col">{words.leads}</th>
            <th scope="col">{words.moveTo2}</th>
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
          ? words.allLeadsStayOnTheirCurrent
          : words.toTheNewVersionOnThe(move, stay === 0 ? words.noneStay : words.stays(stay))}
      </p>
      {move > 0 && <p className="quiet">{words.thisCantBeUndoneALead}</p>}
    </section>
  );
}

/** Migrates the selected leads to a version. The work continues on every page. */
export function useMoveLeads(agentId: string) {
  const { all, start, resume, problemOf } = useLongWork();
  const [id, setId] = useState<string>();
  return {
    moving: all.find((work) => work.id === id),
    problem: id === undefined ? undefined : problemOf(id),
    again: id === undefined ? undefined : () => void resume(id),
    start: (version: number, moves: Moves, of: number): Promise<unknown> => {
      const idempotencyKey = newIdempotencyKey();
      setId(idempotencyKey);
      return start({
        id: idempotencyKey,
        name: words.moveLeadsToVersion(version),
        path: `/agents/${agentId}`,
        of,
        operation: 'bulkWorkflowRuns',
        bodies: migrationsOf(agentId, version, moves),
      });
    },
  };
}

/** Shows the progress of the migration, and resumes it after a failure. */
export function MoveProgress({ moving, again, problem }: ReturnType<typeof useMoveLeads>) {
  if (!moving) return null;
  const { of, done: moved, state } = moving;
  const isDone = state === 'done';
  return (
    <div className="stack-close">
      <progress
        className="progress"
        max={1}
        value={isDone ? 1 : moved / Math.max(1, of)}
        aria-label={words.leadsMoved}
      />
      <p className="numbers" role="status">
        {isDone
          ? words.leadMoved(moved)
          : words.ofMoved(NUMBER.format(moved), words.lead3(of), state === 'going' ? ' …' : '.')}
        {isDone && moved < of && words.leadHadAlreadyContinuedOrEnded(of - moved)}
      </p>
      {state === 'going' && <p className="faint">{words.theMoveContinuesAfterYouClose}</p>}
      {state === 'stopped' && problem && <ProblemNote problem={problem} {...(again ? { again } : {})} />}
    </div>
  );
}
