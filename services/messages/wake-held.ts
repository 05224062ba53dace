import { listHeldRuns } from '../../db/agent-runs/lists.js';
import { claimHeldMessages } from '../../db/messages/held-messages.js';
import type { Work } from '../../db/work.js';
import type { HoldReason } from '../../schemas/agents/agents.js';
import { wakeRuns } from '../instructions/agent-runs.js';
import { wakeMessage } from '../instructions/messages.js';

/** The filter of held work: everything with one reason, or the runs with one of these details. */
export interface HeldFor {
  accountId: string;
  reason: HoldReason;
  details?: readonly string[];
}

const PAGE = 500;

/** Wakes the runs and messages of an account that are held for a reason. `why` is shown with the signal. */
export async function wakeHeld(work: Work, held: HeldFor, why: string): Promise<void> {
  const { tx, now } = work;
  for (let after = ''; ; ) {
    const runs = await listHeldRuns(tx, held, after, PAGE);
    await wakeRuns(work, runs, why);
    after = runs.at(-1)?.id ?? '';
    if (runs.length < PAGE) break;
  }
  for (let after = ''; ; ) {
    const messages = await claimHeldMessages(tx, now, held, after, PAGE);
    for (const message of messages) await wakeMessage(work, message, why);
    after = messages.at(-1)?.id ?? '';
    if (messages.length < PAGE) return;
  }
}
