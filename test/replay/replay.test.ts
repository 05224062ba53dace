import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import proto from '@temporalio/proto';
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker';
import * as workflows from '../../workflows/index.js';

const HISTORIES = path.resolve(import.meta.dirname, 'histories');
const BUNDLE = path.resolve(import.meta.dirname, '../../dist/workflow-bundle.js');

/** Every history ever recorded: `<workflow>-<path>.json`. None is ever removed, since runs like it may still sleep. */
const histories = readdirSync(HISTORIES)
  .filter((name) => name.endsWith('.json'))
  .map((name) => ({
    workflowId: name.replace(/\.json$/, ''),
    history: proto.temporal.api.history.v1.History.fromObject(
      JSON.parse(readFileSync(path.join(HISTORIES, name), 'utf8')) as object,
    ),
  }));

/** Ids of the histories that this build would not repeat as they were. */
async function refused(code: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { workflowId, error } of Worker.runReplayHistories({ workflowBundle: { code } }, histories)) {
    if (error) names.push(workflowId);
  }
  return names;
}

describe('recorded histories', () => {
  const code = readFileSync(BUNDLE, 'utf8');

  beforeAll(() => {
    Runtime.install({
      logger: new DefaultLogger('ERROR', () => undefined),
      shutdownSignals: [],
      telemetryOptions: { logging: { forward: {}, filter: 'OFF' } },
    });
  });

  it('cover every workflow', () => {
    const kinds = histories.map(
      ({ history }) => history.events[0]?.workflowExecutionStartedEventAttributes?.workflowType?.name,
    );
    expect([...new Set(kinds)].sort()).toEqual(Object.keys(workflows).sort());
    expect(histories.length).toBeGreaterThanOrEqual(30);
    expect(kinds.filter((kind) => kind === 'cadenceWorkflow').length).toBeGreaterThanOrEqual(16);
  });

  it('replay on this build, so that runs which sleep through a release go on', async () => {
    expect(await refused(code)).toEqual([]);
  }, 60_000);

  it('replay where traces are exported from now on', async () => {
    expect(await refused(readFileSync(BUNDLE.replace('bundle.js', 'bundle-traced.js'), 'utf8'))).toEqual([]);
  }, 60_000);

  it('are refused by a build that asks for another activity, so that this test can fail', async () => {
    const broken = code
      .replaceAll('.advanceCadence', '.advanceOtherwise')
      .replaceAll('.importRows', '.importOtherwise');
    expect(broken).not.toBe(code);
    const names = await refused(broken);
    expect(names).toEqual(
      histories.map(({ workflowId }) => workflowId).filter((name) => /^(cadence|import-(?!undo))/.test(name)),
    );
  }, 60_000);

  it('are refused by a build that no longer waits, so that the order of steps is held too', async () => {
    const broken = code.replace(
      /if \(plan\)\s+await \(0,\s*\S+\.wait\)\(plan/g,
      'if (false) await Promise.resolve(plan',
    );
    expect(broken).not.toBe(code);
    expect((await refused(broken)).filter((name) => name.startsWith('cadence')).length).toBeGreaterThan(0);
  }, 60_000);
});
