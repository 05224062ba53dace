import { ApplicationFailure, TemporalFailure } from '@temporalio/common';
import { describeError } from '../runtime/logger.js';

type Work = (...args: never[]) => Promise<unknown>;

/**
 * A failed activity's error ends in the history and in the worker's log, where nobody's name, address or text belongs.
 * So errors go there as logs hold them; whether they are worth a retry doesn't change.
 */
function described(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof TemporalFailure) return error;
  const { type, message, code, stack } = describeError(error);
  const failure = ApplicationFailure.create({
    type: String(type),
    message: String(message ?? `The database answered ${String(code ?? 'an error')}.`),
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
