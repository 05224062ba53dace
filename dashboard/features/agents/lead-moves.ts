import type { Answer, Input } from '../../api/operation-types.js';

type Place = Answer<'planWorkflow'>['open_runs'][number];
export type MoveProblem = NonNullable<Place['problem']>;

/** Under which those stand that are at no step; no step can be called so. They stay. */
export const NO_STEP = ':none';
/** The target steps of leads in the new version, by the key of their current step. Leads at other steps stay. */
export type Moves = Readonly<Record<string, string>>;

/** Leads that are at one step, whichever version they follow. */
export interface LeadsAtStep {
  at: string;
  leads: number;
  versions: number[];
  /** The number of leads that can continue with the new version. */
  movable: number;
  problems: { problem: MoveProblem; leads: number }[];
}

/** Gathers by steps where leads stand; the order is that of the steps, what is gone comes last. */
export function leadsByStep(places: readonly Place[], steps: readonly { key: string }[]): LeadsAtStep[] {
  const byStep = new Map<string, LeadsAtStep>();
  for (const { step_key, version, runs, problem } of places) {
    const at = step_key ?? NO_STEP;
    const standing = byStep.get(at) ?? { at, leads: 0, versions: [], movable: 0, problems: [] };
    byStep.set(at, standing);
    standing.leads += runs;
    if (!standing.versions.includes(version)) standing.versions.push(version);
    if (!problem) standing.movable += runs;
    const known = standing.problems.find((each) => each.problem === problem);
    if (known) known.leads += runs;
    else if (problem) standing.problems.push({ problem, leads: runs });
  }
  const placeOf = (at: string) => {
    const place = steps.findIndex(({ key }) => key === at);
    return at === NO_STEP ? -1 : place < 0 ? steps.length : place;
  };
  return [...byStep.values()].sort((one, other) => placeOf(one.at) - placeOf(other.at));
}

/** Counts the leads that would continue with the new version, and those that would stay. */
export function countsOf(standings: readonly LeadsAtStep[], moves: Moves): { move: number; stay: number } {
  const all = standings.reduce((sum, { leads }) => sum + leads, 0);
  const move = standings.reduce((sum, { at, movable }) => (at in moves ? sum + movable : sum), 0);
  return { move, stay: all - move };
}

/** Returns the moves as the API takes them: only those to another step. */
export const stepsOfMoves = (moves: Moves): Record<string, string> =>
  Object.fromEntries(Object.entries(moves).filter(([from, to]) => from !== to));

/** Writes the changes that lead the chosen leads to a version, one for each step that they are at. */
export const migrationsOf = (
  agentId: string,
  version: number,
  moves: Moves,
): NonNullable<Input<'bulkWorkflowRuns'>['body']>[] =>
  Object.entries(moves).map(([from, to]) => ({
    operation: 'migrate',
    to_version: version,
    filter: { workflow_id: agentId, step_key: from },
    ...(from === to ? {} : { steps: { [from]: to } }),
  }));
