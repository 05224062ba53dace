import { type Client, isGrpcServiceError } from '@temporalio/client';

const PAUSE_MS = 1_000;
const DEADLINE_MS = 1_000;

/** Remembers whether Temporal answers. */
export interface TemporalHealth {
  /** Notes how a call ended. */
  note(answered: boolean): void;
  /** Returns whether the last call got an answer. */
  healthy(): boolean;
  /** Returns whether a call failed within the last second, so that another one would too. */
  justFailed(): boolean;
  /**
   * Returns whether Temporal answers now; asks at most once a second while it does not, and never while calls succeed.
   */
  probe(): Promise<boolean>;
}

/** Begins with the assumption that Temporal answers. */
export function createTemporalHealth(client: Client): TemporalHealth {
  let up = true;
  let lastNote = 0;
  let asking: Promise<boolean> | undefined;
  const note = (answered: boolean) => {
    up = answered;
    lastNote = Date.now();
  };
  const isRecent = () => Date.now() - lastNote < PAUSE_MS;
  const ask = async (): Promise<boolean> => {
    const question = () => client.workflowService.describeNamespace({ namespace: client.options.namespace });
    await client.withDeadline(Date.now() + DEADLINE_MS, question).then(
      () => note(true),
      () => note(false),
    );
    return up;
  };
  return {
    note,
    healthy: () => up,
    justFailed: () => !up && isRecent(),
    async probe() {
      if (isRecent()) return up;
      asking ??= ask().finally(() => {
        asking = undefined;
      });
      return asking;
    },
  };
}

/** CANCELLED, DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED, UNAVAILABLE. */
const OUTAGE = new Set([1, 4, 8, 14]);

/** Returns whether Temporal is away or busy, and what failed is not the call's own fault. */
export function isOutage(error: unknown): boolean {
  const cause = (error as { cause?: unknown })?.cause ?? error;
  if (isGrpcServiceError(cause)) return OUTAGE.has(cause.code);
  return /deadline|unavailable|connect/i.test(String((cause as Error)?.message ?? ''));
}
