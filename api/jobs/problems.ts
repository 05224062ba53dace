import type { Problem } from '../../domain/problem.js';
import { ApiError } from '../http/errors.js';

const MAX_SHOWN = 20;

/** Makes the 400 for what is wrong with a job: the first problem by name, all of them in the details. */
export function problemsError(problems: readonly Problem[]): ApiError {
  const [first] = problems;
  if (!first) return new ApiError('VALIDATION_ERROR');
  return new ApiError(first.code, {
    message: `${first.field}: ${first.message}`,
    field: first.field,
    details: { errors: problems.slice(0, MAX_SHOWN).map(({ code, field, message }) => ({ code, field, message })) },
  });
}
