import { statusOf } from '../../schemas/error-codes.js';
import type { AgentOutcome } from '../../services/agents/agents.js';
import { ApiError } from '../http/errors.js';

const MAX_SHOWN = 20;

/**
 * Returns the agent that was saved or published; throws what kept it from that, the first problem by name and all in
 * details.
 */
export function doneOrThrow(result: AgentOutcome): Extract<AgentOutcome, { outcome: 'done' | 'unchanged' }> {
  if (result.outcome === 'missing') throw new ApiError('WORKFLOW_NOT_FOUND');
  if (result.outcome !== 'refused') return result;
  // Invalid values come before missing ones.
  const problems = result.problems.toSorted((a, b) => statusOf(a.code) - statusOf(b.code));
  const [first] = problems;
  if (!first) throw new ApiError('VALIDATION_ERROR');
  throw new ApiError(first.code, {
    message: `${first.field || 'The workflow'}: ${first.message}`,
    field: first.field,
    details: { errors: problems.slice(0, MAX_SHOWN).map(({ code, field, message }) => ({ code, field, message })) },
  });
}
