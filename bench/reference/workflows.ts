import { defineSignal, proxyActivities, setHandler, sleep } from '@temporalio/workflow';
import type * as activities from './activities.js';

const { askModel, writeRow } = proxyActivities<typeof activities>({ startToCloseTimeout: '15 seconds' });

/** Sleeps, and does nothing else. */
export async function rawSleeper(ms: number): Promise<void> {
  setHandler(defineSignal('poke'), () => undefined);
  await sleep(ms);
}

/** Walks steps at the least cost: a timer and one activity each. */
export async function rawCadence(runId: string, steps: number, ms: number): Promise<void> {
  for (let step = 0; step < steps; step += 1) {
    await sleep(ms);
    await writeRow(runId, step);
  }
}

/** Sleeps until an instant, then calls one activity. */
export async function rawDue(runId: string, atMs: number): Promise<void> {
  const ms = atMs - Date.now();
  if (ms > 0) await sleep(ms);
  await writeRow(runId, 0);
}

/** Calls a model by one activity. */
export async function rawAsk(runId: string, url: string): Promise<void> {
  await askModel(runId, url);
}
