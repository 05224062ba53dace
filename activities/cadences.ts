import { type Advance, type AdvanceDependencies, advanceRun } from '../services/advance.js';
import { failBrokenRun } from '../services/broken-run.js';
import { recordOutcome } from '../services/send-outcome.js';
import type { AdvanceResult } from '../workflows/cadence.protocol.js';
import { createPoisonWatch, kindOf } from './poison.js';
import { createSending, type SendingDependencies } from './sending.js';

export type CadenceDependencies = AdvanceDependencies & SendingDependencies;

/** The activities that walk enrolments through their cadences. */
export const createCadenceActivities = (deps: CadenceDependencies) => {
  const { commit, send, record } = createSending(deps);
  const advance = async (agentRunId: string): Promise<AdvanceResult> => {
    const first = await commit((tx, now) => advanceRun(tx, now, agentRunId, deps));
    if (first.kind !== 'send') return toResult(first);
    const { outgoing, turn } = first.send;
    const outcome = await send(outgoing, turn.now, { accountId: turn.run.account_id, agentRunId: turn.run.id });
    return toResult(await record((tx, now) => recordOutcome(tx, now, first.send, outcome)));
  };
  const poison = createPoisonWatch();

  return {
    /**
     * Does what is due for one enrolment and says how long it sleeps: one transaction decides and claims, the provider
     * is called outside of any, a second transaction records and plans. Safe to repeat at every point. An enrolment
     * whose own rows make it fail again and again ends as failed.
     */
    async advanceCadence({ agentRunId }: { agentRunId: string }): Promise<AdvanceResult> {
      try {
        const result = await advance(agentRunId);
        poison.succeeded(agentRunId);
        return result;
      } catch (error) {
        if (!poison.isPoison(agentRunId, error)) throw error;
        await commit((tx, now) => failBrokenRun(tx, now, agentRunId, kindOf(error)));
        return { closed: true, runStatus: 'failed', stopReason: 'error' };
      }
    },
  };
};

const toResult = (advance: Exclude<Advance, { kind: 'send' }>): AdvanceResult => {
  if (advance.kind === 'waiting') return { closed: false, plan: advance.plan };
  const { kind: _kind, ...outcome } = advance;
  return { closed: true, ...outcome };
};
