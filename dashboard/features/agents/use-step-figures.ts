import { useSession } from '../../api/session.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { dayKeyIn, shiftDay } from '../../components/time/days.js';
import { stepFiguresInWords } from './step-figures-in-words.js';

const DAYS = 30;

/** Queries what came of the steps of an agent in the last thirty days; nothing of one that was never published. */
export function useStepFigures(agentId: string, version: number): ReadonlyMap<string, string> {
  const { account } = useSession();
  const to = dayKeyIn(new Date(), account.timezone);
  const query = { from: shiftDay(to, 1 - DAYS), to };
  const { data } = useApiQuery('getWorkflowFunnel', { params: { id: agentId }, query }, { enabled: version > 0 });
  return new Map(data?.steps.map((step) => [step.step_key, stepFiguresInWords(step)]));
}
