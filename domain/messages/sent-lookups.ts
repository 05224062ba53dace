const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** The pauses between looks at a mailbox, from the first one on. After the last one a person has to settle the message. */
const PAUSES_MS = [
  ...[15 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, 40 * MINUTE_MS],
  ...[HOUR_MS, 2 * HOUR_MS, 4 * HOUR_MS, 8 * HOUR_MS, 24 * HOUR_MS],
];

/**
 * A mail that isn't in its mailbox this long after its claim wasn't taken. Exchange sends later than it answers, but
 * shows what waits in the outbox; search indexes are behind by minutes.
 */
const ABSENT_AFTER_MS = 2 * HOUR_MS;
/** It must have been absent at two looks this far apart. */
const ABSENT_FOR_MS = 30 * MINUTE_MS;

/** The facts about a message with an unknown outcome after its mailbox was searched. */
export interface SentLook {
  now: Date;
  /** The time when the message was claimed: the provider was called within seconds of that. */
  claimedAt: Date;
  /** The number of earlier searches. */
  looks: number;
  /** The time when the mailbox first had no such mail, and has had none since then. */
  absentSince: Date | null;
  answer: 'found' | 'pending' | 'absent';
  /** True if the provider saves each mail of the sender in this mailbox, so that one that is absent never left. */
  isProof: boolean;
}

export type LookVerdict =
  | { kind: 'sent' }
  | { kind: 'not_sent' }
  | { kind: 'again'; at: Date }
  | { kind: 'stays_unknown' };

/** Judges a look: what is found has left; what is absent for long enough hasn't, where absence is a proof. */
export function judgeLook({ now, claimedAt, looks, absentSince, answer, isProof }: SentLook): LookVerdict {
  if (answer === 'found') return { kind: 'sent' };
  const [age, absentMs] = [claimedAt, absentSince ?? now].map((since) => now.getTime() - since.getTime());
  const isGone = answer === 'absent' && (age ?? 0) >= ABSENT_AFTER_MS && (absentMs ?? 0) >= ABSENT_FOR_MS;
  if (isGone && isProof) return { kind: 'not_sent' };
  const pause = PAUSES_MS[looks];
  return pause === undefined ? { kind: 'stays_unknown' } : { kind: 'again', at: new Date(now.getTime() + pause) };
}
