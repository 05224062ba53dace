import { useRef } from 'react';
import type { Agent } from '../../../schemas/agents/agents.js';
import type { CadenceStep } from '../../../schemas/cadence/cadence.js';
import { type History, NO_HISTORY, redo, remember, undo } from './edit-history.js';
import type { AgentDraft } from './use-agent.js';

export type Steps = readonly CadenceStep[];

/** Changes steps, takes changes back and does them again. */
export function useSteps(agent: Agent, draft: AgentDraft) {
  const history = useRef<History<Steps>>(NO_HISTORY);
  const { steps } = agent.cadence;
  const put = (changed: Steps) => draft.change({ cadence: { ...agent.cadence, steps: [...changed] } });
  const change = (changed: Steps, about = '') => {
    history.current = remember(history.current, steps, about, Date.now());
    put(changed);
  };
  const go = (way: typeof undo<Steps>) => {
    const next = way(history.current, steps);
    if (!next) return;
    history.current = next.history;
    put(next.value);
  };
  return {
    steps,
    change,
    undo: () => go(undo),
    redo: () => go(redo),
    canUndo: history.current.past.length > 0,
    canRedo: history.current.future.length > 0,
  };
}
