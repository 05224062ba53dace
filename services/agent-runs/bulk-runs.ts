import { type AgentRunFilter, countRunsByVersion, lockOpenRunsById } from '../../db/agent-runs/run-list.js';
import { findDefinitions, versionKey } from '../../db/agents/agents.js';
import type { Db } from '../../db/connection.js';
import type { EventOrigin } from '../../db/events/events.js';
import { noteSending } from '../../db/messages/in-flight.js';
import type { AgentRunRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { gotoStep, shiftCadence } from '../../domain/cadence/pause.js';
import { stepByKey } from '../../domain/cadence/steps.js';
import type { AgentDefinition } from '../../schemas/agents/agents.js';
import type { ResumePolicy } from '../../schemas/rules/actions.js';
import { endRun } from './end-run.js';
import { changeCadence, pauseRun, resumeRun } from './pause-resume.js';

/** What is done to each of many runs. */
export type BulkChange =
  | { operation: 'pause'; reason: string; by: string }
  | { operation: 'resume'; policy: ResumePolicy; takenOver: boolean }
  | { operation: 'stop'; reason: string | null; by: 'api' | 'human' }
  | { operation: 'shift'; minutes: number }
  | { operation: 'goto'; stepKey: string };

/** Counts the runs that a change would be made to, and those that the filter meets, without looking at each. */
export async function previewBulk(
  db: Db,
  accountId: string,
  filter: AgentRunFilter,
  change: BulkChange,
): Promise<{ matched: number; changed: number }> {
  const all = await countRunsByVersion(db, accountId, filter);
  const matched = sum(all);
  switch (change.operation) {
    case 'stop':
    case 'shift':
      return { matched, changed: matched };
    case 'pause':
      return { matched, changed: sum(await countRunsByVersion(db, accountId, { ...filter, paused: false })) };
    case 'resume': {
      const resumable = { ...filter, paused: true, ...(change.takenOver ? {} : { takenOver: false }) };
      return { matched, changed: sum(await countRunsByVersion(db, accountId, resumable)) };
    }
    case 'goto': {
      const definitions = await findDefinitions(db, all);
      const having = all.filter((each) => {
        const definition = definitions.get(versionKey(each));
        return definition !== undefined && stepByKey(definition, change.stepKey) !== undefined;
      });
      return { matched, changed: sum(having) };
    }
  }
}

const sum = (counts: readonly { runs: number }[]): number => counts.reduce((total, { runs }) => total + runs, 0);

/**
 * Makes a change to those of the runs that are still open, their rows locked, in the caller's transaction: all of them
 * or none. Runs for which there is nothing to do are left as they are. Answers how many changed.
 */
export async function changeRuns(
  work: Work,
  accountId: string,
  runIds: readonly string[],
  change: BulkChange,
  origin: EventOrigin,
): Promise<number> {
  const { tx } = work;
  const runs = await lockOpenRunsById(tx, accountId, runIds);
  const definitions = await findDefinitions(
    tx,
    runs.map((run) => ({ agentId: run.agent_id, version: run.agent_version })),
  );
  let changed = 0;
  for (const run of runs) {
    const definition = definitions.get(versionKey({ agentId: run.agent_id, version: run.agent_version }));
    if (definition && (await changeRun(work, run, definition, change, origin))) changed += 1;
  }
  // Those of runs that were paused before too: whoever asks again has to hear of them as well.
  if (change.operation === 'pause' && changed < runs.length) {
    const ids = runs.map(({ id }) => id);
    await noteSending(work, (messages) => messages.whereIn('agent_run_id', ids));
  }
  return changed;
}

async function changeRun(
  work: Work,
  run: AgentRunRow,
  definition: AgentDefinition,
  change: BulkChange,
  origin: EventOrigin,
): Promise<boolean> {
  const { now } = work;
  switch (change.operation) {
    case 'pause':
      if (run.cadence_paused) return false;
      await pauseRun(work, run, { reason: change.reason, by: change.by, humanTakeover: false, origin });
      return true;
    case 'resume':
      if (run.human_takeover && !change.takenOver) return false;
      return resumeRun(work, run, definition, { resumeCadence: true, policy: change.policy, origin });
    case 'stop':
      await endRun(work, run, {
        runStatus: 'stopped',
        stopReason: change.by,
        origin,
        data: { detail: change.reason },
      });
      return true;
    case 'shift':
      await changeCadence(work, run, definition, (state) => shiftCadence(state, change.minutes * 60_000));
      return true;
    case 'goto':
      if (!stepByKey(definition, change.stepKey)) return false;
      await changeCadence(
        work,
        run,
        definition,
        (state, facts) => gotoStep(definition, state, change.stepKey, facts, now) ?? state,
      );
      return true;
  }
}
