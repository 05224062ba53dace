import { allHandlersFinished, condition, continueAsNew, setCurrentDetails, workflowInfo } from '@temporalio/workflow';
import { shouldContinueAsNew } from '../domain/flow/cadence.js';
import { database } from './activity-profiles.js';
import type { ErasureInput } from './erasure.protocol.js';
import { listenForWakes, wait } from './wait.js';

/**
 * Searches the account of an erased lead for what names the person and belongs to no lead, in pieces. The erasure's row
 * says how far they have come, so a piece that is repeated continues behind the last commit. Ends when nothing is left
 * to search. Id: `erasure/<erasure_id>`.
 */
export async function erasureWorkflow(input: ErasureInput): Promise<void> {
  const wakes = listenForWakes();
  for (;;) {
    wakes.take();
    const { finished, step, sleepUntil, looked, erased } = await database.searchErased.executeWithOptions(
      { summary: 'search the next rows' },
      [input],
    );
    setCurrentDetails(`${step}: ${looked} rows searched, ${erased} erased`);
    if (finished) break;
    if (sleepUntil) await wait({ sleepUntil, summary: `wait before ${step} is searched` }, wakes.pending);
    if (shouldContinueAsNew(workflowInfo().historyLength)) {
      await condition(allHandlersFinished);
      await continueAsNew<typeof erasureWorkflow>(input);
    }
  }
  await condition(allHandlersFinished);
}
