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

const ID_FIELDS = ['eventId', 'scheduledEventId', 'startedEventId', 'workflowTaskCompletedEventId'];
/** The events of each piece of a fire: its activity and the workflow task after it. */
const [PIECE_FROM, PIECE_EVENTS] = [4, 6];

/** The recorded fire of a schedule with `pieces` batches, after which it continues as new. */
function longFire(pieces: number) {
  const text = readFileSync(path.join(HISTORIES, 'function-fire-on-schedule.json'), 'utf8');
  const { events } = JSON.parse(text) as { events: Record<string, unknown>[] };
  const piece = JSON.stringify(events.slice(PIECE_FROM, PIECE_FROM + PIECE_EVENTS));
  const later = (n: number) => (key: string, value: unknown) => {
    if (ID_FIELDS.includes(key)) return String(Number(value) + n * PIECE_EVENTS);
    return key === 'activityId' ? String(n + 1) : value;
  };
  const all = Array.from({ length: pieces }, (_, n) => JSON.parse(piece, later(n)));
  const last = PIECE_FROM + pieces * PIECE_EVENTS;
  const goesOn = {
    eventId: String(last + 1),
    eventType: 'EVENT_TYPE_WORKFLOW_EXECUTION_CONTINUED_AS_NEW',
    workflowExecutionContinuedAsNewEventAttributes: {
      workflowType: { name: 'functionFireWorkflow' },
      workflowTaskCompletedEventId: String(last),
    },
  };
  const history = { events: [...events.slice(0, PIECE_FROM), ...all.flat(), goesOn] };
  return { workflowId: `long-fire-${pieces}`, history: proto.temporal.api.history.v1.History.fromObject(history) };
}

/** Ids of the histories that this build would not repeat as they were. */
async function refused(code: string, given = histories): Promise<string[]> {
  const names: string[] = [];
  for await (const { workflowId, error } of Worker.runReplayHistories({ workflowBundle: { code } }, given)) {
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

  it('replay on this build, so that runs which sleep through a release continue', async () => {
    expect(await refused(code)).toEqual([]);
  });

  it('of long fires end before they grow beyond what is kept in one', async () => {
    // The 334th batch would start with more than 2,000 events. Before that no continuation is needed.
    expect(await refused(code, [longFire(333), longFire(332)])).toEqual(['long-fire-332']);
  });

  it('replay where traces are exported from now on', async () => {
    expect(await refused(readFileSync(BUNDLE.replace('bundle.js', 'bundle-traced.js'), 'utf8'))).toEqual([]);
  });

  it('are refused by a build that asks for another activity, so that this test can fail', async () => {
    const broken = code
      .replaceAll('.advanceCadence', '.advanceOtherwise')
      .replaceAll('.importRows', '.importOtherwise');
    expect(broken).not.toBe(code);
    const names = await refused(broken);
    expect(names).toEqual(
      histories.map(({ workflowId }) => workflowId).filter((name) => /^(cadence|import-(?!undo))/.test(name)),
    );
  });

  it('are refused by a build that no longer waits, so that the order of steps is held too', async () => {
    const broken = code.replace(
      /if \(plan\)\s+await \(0,\s*\S+\.wait\)\(plan/g,
      'if (false) await Promise.resolve(plan',
    );
    expect(broken).not.toBe(code);
    expect((await refused(broken)).filter((name) => name.startsWith('cadence')).length).toBeGreaterThan(0);
  });
});
