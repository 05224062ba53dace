import { expect } from '@jest/globals';
import type { Knex } from 'knex';
import type { AgentRunRow } from '../../db/tables.js';

const ENDS = ['completed', 'stopped', 'failed', 'transferred'].map((end) => `workflow_run.${end}`);

/** Expects that a conversion ended a run, once, and that nothing touched it afterwards. */
export async function expectConverted(db: Knex, runId: string, columns: Partial<AgentRunRow> = {}): Promise<void> {
  const told: string[] = await db('events')
    .where({ agent_run_id: runId })
    .whereIn('type', [...ENDS, 'automation.paused'])
    .pluck('type');
  expect(told).toEqual(['workflow_run.stopped']);
  expect(await db('agent_runs').where({ id: runId }).first()).toMatchObject({
    open_slot: null,
    run_status: 'stopped',
    stop_reason: 'converted',
    cadence_state: 'stopped',
    human_takeover: false,
    ...columns,
  });
}
