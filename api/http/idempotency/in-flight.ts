import type { Contract } from '../../../schemas/contract.js';
import type { Answer } from '../route.js';

/** Returns whether an answer of this status has a place for messages that may still leave. */
export const namesInFlight = ({ success }: Contract, status: number): boolean =>
  (success[status]?.properties as Record<string, unknown> | undefined)?.in_flight !== undefined;

/** Names in an answer the messages that may still leave, where it has a place for them and there are any. */
export function naming(contract: Contract, answer: Answer, inFlight: readonly string[]): Answer {
  if (!namesInFlight(contract, answer.status)) return answer;
  const { in_flight: _, ...body } = answer.body as Record<string, unknown>;
  return { ...answer, body: inFlight.length === 0 ? body : { ...body, in_flight: inFlight } };
}
