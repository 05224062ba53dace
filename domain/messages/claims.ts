/** What was claimed is acted on within this time or not at all: a process that stood still may have been replaced. */
export const ACTS_WITHIN_MS = 5_000;

/** The call of a provider that sends a message ends within this time. */
export const SENDS_WITHIN_MS = 8_000;

/** The rest is for clocks that differ. */
const LEAVES_WITHIN_MS = ACTS_WITHIN_MS + SENDS_WITHIN_MS + 1_000;

/**
 * Returns until when some of these messages may leave under claims that were taken earlier: whoever claimed them may
 * only have stood still for a while. Undefined where none may, so that a claim without a result is a lost one.
 */
export function claimedUntil(
  messages: readonly { status: string; claimed_at: Date | null }[],
  now: Date,
): Date | undefined {
  const last = Math.max(
    ...messages
      .filter(({ status }) => status === 'sending')
      .map(({ claimed_at }) => (claimed_at?.getTime() ?? Number.NEGATIVE_INFINITY) + LEAVES_WITHIN_MS),
  );
  return last > now.getTime() ? new Date(last) : undefined;
}
