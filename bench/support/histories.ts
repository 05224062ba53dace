import type { Client } from '@temporalio/client';
import { inParallel, pause } from './load.js';

export interface RunCost {
  events: number;
  /** State transitions, as the server counts them. */
  transitions: number;
  /** The time when the first timer was armed, by the server's clock; undefined while none is. */
  armedAt: number | undefined;
}

const millis = (time: { seconds?: unknown; nanos?: number | null } | null | undefined): number =>
  Number(time?.seconds ?? 0) * 1000 + (time?.nanos ?? 0) / 1e6;

/** Returns when a run's first timer was armed, from its history. */
async function armedAt(client: Client, workflowId: string): Promise<number | undefined> {
  const { events } = await client.workflow
    .getHandle(workflowId)
    .fetchHistory()
    .catch(() => ({ events: [] }));
  const armed = events?.find((event) => event.timerStartedEventAttributes);
  return armed && millis(armed.eventTime as Parameters<typeof millis>[0]);
}

/**
 * When the last of the runs had its timer armed. Looks at the last one until it is, then at all: reading histories
 * costs the server, so it isn't asked while it works.
 */
export async function allArmedAt(client: Client, workflowIds: readonly string[], timeoutMs = 120_000): Promise<number> {
  const deadline = performance.now() + timeoutMs;
  const left = new Set(workflowIds);
  let last = 0;
  while ((await armedAt(client, workflowIds.at(-1) ?? '')) === undefined) {
    if (performance.now() > deadline) throw new Error('The runs did not start in time.');
    await pause(100);
  }
  while (left.size > 0) {
    await inParallel([...left], 30, async (id) => {
      const at = await armedAt(client, id);
      if (at === undefined) return;
      last = Math.max(last, at);
      left.delete(id);
    });
    if (left.size > 0) await pause(100);
    if (performance.now() > deadline) throw new Error(`${left.size} runs did not start in time.`);
  }
  return last;
}

/** Counts what a run has cost so far. */
export async function costOf(client: Client, workflowId: string): Promise<RunCost> {
  const handle = client.workflow.getHandle(workflowId);
  const { raw } = await handle.describe();
  return {
    events: Number(raw.workflowExecutionInfo?.historyLength ?? 0),
    transitions: Number(raw.workflowExecutionInfo?.stateTransitionCount ?? 0),
    armedAt: await armedAt(client, workflowId),
  };
}
