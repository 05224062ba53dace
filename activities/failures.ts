import { ApplicationFailure, TemporalFailure } from '@temporalio/common';
import { describeError } from '../runtime/logger.js';

type Work = (...args: never[]) => Promise<unknown>;

/**
 * Temporal's history and the worker's log store the error of a failed activity, and neither may contain personal data.
 * Errors are therefore redacted in the same way as in logs. Whether they are retried doesn't change.
 */
function described(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof TemporalFailure) return error;
  const { type, message, code, stack } = describeError(error);
  const failure = ApplicationFailure.create({
    type: String(type),
    message: String(message ?? `The database returned ${String(code ?? 'an error')}.`),
  });
  failure.stack = String(stack ?? '');
  return failure;
}

/** Wraps activities so that their failures carry no personal data and no secrets. */
export function describingFailures<A extends { [name in keyof A]: Work }>(activities: A): A {
  const wrapped = Object.entries<Work>(activities).map(([name, work]) => [
    name,
    async (...args: never[]) => {
      try {
        return await work(...args);
      } catch (error) {
        throw described(error);
      }
    },
  ]);
  return Object.fromEntries(wrapped) as A;
}
