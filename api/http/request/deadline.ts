import { ApiError } from '../errors.js';

/** The time limit of a response. */
export interface Deadline {
  /** Throws once the caller was told that nothing happened: from then on nothing may happen. */
  assertInTime(): void;
}

const givenUp = () => new ApiError('ENGINE_UNAVAILABLE', { headers: { 'Retry-After': '5' } });

/**
 * Returns what `work` does, or throws the 503 when it takes longer than `ms`; late work finds out before it commits.
 */
export async function withDeadline<T>(ms: number, work: (deadline: Deadline) => Promise<T>): Promise<T> {
  let passed = false;
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      passed = true;
      reject(givenUp());
    }, ms);
  });
  const working = work({
    assertInTime() {
      if (passed) throw givenUp();
    },
  });
  try {
    return await Promise.race([working, expired]);
  } finally {
    clearTimeout(timer);
    working.catch(() => undefined);
  }
}
