import { useAsk } from '../api/ask.js';
import { useSession } from '../api/session.js';
import { dayKeyIn, shiftDay } from '../meetings/days.js';
import { figuresInWords } from './figures-in-words.js';

const DAYS = 30;

/** Asks what came of the steps of an agent in the last thirty days; nothing of one that was never published. */
export function useFigures(agentId: string, version: number): ReadonlyMap<string, string> {
  const { account } = useSession();
  const to = dayKeyIn(new Date(), account.timezone);
  const query = { from: shiftDay(to, 1 - DAYS), to };
  const { data } = useAsk('getWorkflowFunnel', { params: { id: agentId }, query }, { when: version > 0 });
  return new Map(data?.steps.map((step) => [step.step_key, figuresInWords(step)]));
}
