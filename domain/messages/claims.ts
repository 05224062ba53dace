/** The time within which a claim must be used, because a process that stalled may have been replaced. */
export const ACTS_WITHIN_MS = 5_000;

/** The call of a provider that sends a message ends within this time. */
export const SENDS_WITHIN_MS = 8_000;

/** The rest is for clocks that differ. */
const LEAVES_WITHIN_MS = ACTS_WITHIN_MS + SENDS_WITHIN_MS + 1_000;

/**
 * Returns until when some of these messages can still be sent under earlier claims, because a process that claimed one
 * may only have stalled. Returns undefined if none can, so that a claim without a result is lost.
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
