import type { Knex } from 'knex';
import { findDefinitions, versionKey } from '../db/agents.js';
import type { Db } from '../db/connection.js';
import type { EventOrigin } from '../db/events.js';
import { type AgentRunFilter, countRunsByVersion, lockOpenRunsById } from '../db/reads/agent-run-list.js';
import type { AgentRunRow } from '../db/tables.js';
import { gotoStep, shiftCadence } from '../domain/cadence/pause.js';
import { stepByKey } from '../domain/cadence/steps.js';
import type { ResumePolicy } from '../schemas/actions.js';
import type { AgentDefinition } from '../schemas/agents.js';
import { changeCadence, pauseRun, resumeRun } from './automation.js';
import { noteSending } from './in-flight.js';
import { endRun } from './runs.js';

/** What is done to each of many runs. */
export type BulkChange =
  | { operation: 'pause'; reason: string; by: string }
  | { operation: 'resume'; policy: ResumePolicy; takenOver: boolean }
  | { operation: 'stop'; reason: string | null; by: 'api' | 'human' }
  | { operation: 'shift'; minutes: number }
  | { operation: 'goto'; stepKey: string };

/** How many runs a change would be made to, of how many that the filter meets; counted, not looked at. */
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
  tx: Knex,
  now: Date,
  accountId: string,
  runIds: readonly string[],
  change: BulkChange,
  origin: EventOrigin,
): Promise<number> {
  const runs = await lockOpenRunsById(tx, accountId, runIds);
  const definitions = await findDefinitions(
    tx,
    runs.map((run) => ({ agentId: run.agent_id, version: run.agent_version })),
  );
  let changed = 0;
  for (const run of runs) {
    const definition = definitions.get(versionKey({ agentId: run.agent_id, version: run.agent_version }));
    if (definition && (await changeRun(tx, now, run, definition, change, origin))) changed += 1;
  }
  // Those of runs that were paused before too: whoever asks again has to hear of them as well.
  if (change.operation === 'pause' && changed < runs.length) {
    const ids = runs.map(({ id }) => id);
    await noteSending(tx, (messages) => messages.whereIn('agent_run_id', ids));
  }
  return changed;
}

async function changeRun(
  tx: Knex,
  now: Date,
  run: AgentRunRow,
  definition: AgentDefinition,
  change: BulkChange,
  origin: EventOrigin,
): Promise<boolean> {
  switch (change.operation) {
    case 'pause':
      if (run.cadence_paused === 1) return false;
      await pauseRun(tx, now, run, { reason: change.reason, by: change.by, humanTakeover: false, origin });
      return true;
    case 'resume':
      if (run.human_takeover === 1 && !change.takenOver) return false;
      return resumeRun(tx, now, run, definition, { resumeCadence: true, policy: change.policy, origin });
    case 'stop':
      await endRun(tx, now, run, {
        runStatus: 'stopped',
        stopReason: change.by,
        origin,
        data: { detail: change.reason },
      });
      return true;
    case 'shift':
      await changeCadence(tx, now, run, definition, (state) => shiftCadence(state, change.minutes * 60_000));
      return true;
    case 'goto':
      if (!stepByKey(definition, change.stepKey)) return false;
      await changeCadence(
        tx,
        now,
        run,
        definition,
        (state, facts) => gotoStep(definition, state, change.stepKey, facts, now) ?? state,
      );
      return true;
  }
}
