import { RECORD_KINDS, type RecordKind, type Retention } from '../../schemas/accounts/retention.js';

const DAY_MS = 86_400_000;

/** Returns the days for which records of a kind are kept; null: for ever. */
export const daysKept = (kind: RecordKind, retention: Retention | null): number | null =>
  retention?.[RECORD_KINDS[kind]] ?? null;

/** Returns the instant before which records of a kind were made that may go; null: none may. */
export function goneBefore(kind: RecordKind, retention: Retention | null, now: Date): Date | null {
  const days = daysKept(kind, retention);
  return days === null ? null : new Date(now.getTime() - days * DAY_MS);
}

/** Returns the kinds of records that don't stay for ever. */
export const kindsThatGo = (retention: Retention | null): RecordKind[] =>
  (Object.keys(RECORD_KINDS) as RecordKind[]).filter((kind) => daysKept(kind, retention) !== null);
