import { updateRun } from '../../db/agent-runs/agent-runs.js';
import {
  type AgentRunFilter,
  countRunsByPlace,
  countRunsByVersion,
  lockOpenRunsById,
} from '../../db/agent-runs/run-list.js';
import { findDefinitions, versionKey } from '../../db/agents/agents.js';
import type { Db } from '../../db/connection.js';
import { followVersion } from '../../db/conversations/conversations.js';
import { type EventOrigin, insertEvents } from '../../db/events/events.js';
import { isSendingForRun, noteSending } from '../../db/messages/in-flight.js';
import type { AgentRunRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { destinationOf, migrateCadence } from '../../domain/cadence/migrate.js';
import { gotoStep, shiftCadence } from '../../domain/cadence/pause.js';
import { stepByKey } from '../../domain/cadence/steps.js';
import type { AgentDefinition } from '../../schemas/agents/agents.js';
import type { ResumePolicy } from '../../schemas/rules/actions.js';
import { wakeRun } from '../instructions/agent-runs.js';
import { endRun } from './end-run.js';
import { changeCadence, pauseRun, resumeRun } from './pause-resume.js';
import { cadenceOf } from './run-plan.js';

/** A bulk change of runs. */
export type BulkChange =
  | { operation: 'pause'; reason: string; by: string }
  | { operation: 'resume'; policy: ResumePolicy; takenOver: boolean }
  | { operation: 'stop'; reason: string | null; by: 'api' | 'human' }
  | { operation: 'shift'; minutes: number }
  | { operation: 'goto'; stepKey: string }
  | { operation: 'migrate'; version: number; definition: AgentDefinition; steps: Readonly<Record<string, string>> };

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
    case 'migrate': {
      const places = await countRunsByPlace(db, accountId, filter);
      const movable = places.filter(
        ({ version, place }) =>
          version !== change.version && !('problem' in destinationOf(change.definition, change.steps, place)),
      );
      return { matched, changed: sum(movable) };
    }
  }
}

const sum = (counts: readonly { runs: number }[]): number => counts.reduce((total, { runs }) => total + runs, 0);

/**
 * Makes a change to those of the runs that are still open, their rows locked, in the caller's transaction: all of them
 * or none. Runs for which there is nothing to do are left as they are. Returns how many changed.
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
  // Includes runs that were paused before, so that a repeated request gets their conversations too.
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
    case 'migrate':
      return migrateRun(work, run, change, origin);
  }
}

/** Migrates a run to another version at its current position, with the conversations of its agent. */
async function migrateRun(
  work: Work,
  run: AgentRunRow,
  { version, definition, steps }: Extract<BulkChange, { operation: 'migrate' }>,
  origin: EventOrigin,
): Promise<boolean> {
  if (run.agent_version === version) return false;
  const { tx, now } = work;
  const destination = destinationOf(definition, steps, {
    stepKey: run.step_key,
    statusKey: run.status_key,
    statusCategory: run.status_category,
    begun: cadenceOf(run).next_action !== null,
    // A claim locks the run's row, so a message is found here or claimed by the new version.
    sending: await isSendingForRun(tx, run.id),
  });
  if ('problem' in destination) return false;
  await updateRun(tx, run.id, { agent_version: version });
  await followVersion(tx, run.id, version);
  await insertEvents(tx, now, [
    {
      accountId: run.account_id,
      leadId: run.lead_id,
      agentRunId: run.id,
      type: 'workflow_run.migrated',
      origin,
      data: { workflow_id: run.agent_id, from_version: run.agent_version, version },
    },
  ]);
  // A run without a step finds the first step of its version when it wakes.
  if (run.step_key === null) await wakeRun(work, run, 'follows another version');
  else {
    await changeCadence(work, { ...run, agent_version: version }, definition, (state, facts) =>
      migrateCadence(definition, state, destination.stepKey, facts, now),
    );
  }
  return true;
}
