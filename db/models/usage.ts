import { type Db, isOutOfRange } from '../connection.js';
import type { AiUsageRow } from '../tables.js';

/** Whose use is counted, and in which time: a day in UTC, or `all`. */
export interface UsageSubject {
  subjectId: string;
  day: string;
  accountId: string;
}

/** How much a call uses up. */
export interface Spending {
  tokens: number;
  micros: number;
}

/** How much may be used up; null where that is not limited. */
export interface UsageLimit {
  tokens: number | null;
  micros: number | null;
}

/** Something that may use up only so much. */
export interface Limited extends UsageSubject {
  limit: UsageLimit;
}

/** More than the column holds, and the most that it does. */
const TOO_MANY = '9223372036854775808';
const NO_LIMIT = '9223372036854775807';

/** Everybody locks rows in the order of their key, so that none waits for another who waits for it. */
const byKey = (a: UsageSubject, b: UsageSubject): number =>
  `${a.subjectId}/${a.day}` < `${b.subjectId}/${b.day}` ? -1 : 1;

/**
 * Reserves what a call may use up with all of its limits, or with none where one has no room; answers that one. One
 * statement judges and reserves, so that of any number of calls at once only so many get through as there is room for.
 */
export async function reserveUsage(
  tx: Db,
  limits: readonly Limited[],
  spending: Spending,
): Promise<Limited | undefined> {
  if (limits.length === 0) return undefined;
  const isBeyond = ({ limit }: Limited, used: Spending = { tokens: 0, micros: 0 }): boolean =>
    used.tokens + spending.tokens > (limit.tokens ?? Number.POSITIVE_INFINITY) ||
    used.micros + spending.micros > (limit.micros ?? Number.POSITIVE_INFINITY);
  const hopeless = limits.find((limited) => isBeyond(limited));
  if (hopeless) return hopeless;
  const sorted = [...limits].sort(byKey);
  const most = (of: keyof UsageLimit) =>
    `CASE subject_id ${sorted.map(({ limit }) => `WHEN ? THEN ${limit[of] === null ? NO_LIMIT : '?'}`).join(' ')} END`;
  const mostValues = (of: keyof UsageLimit) =>
    sorted.flatMap(({ subjectId, limit }) => [subjectId, ...(limit[of] === null ? [] : [limit[of]])]);
  try {
    // A number that the column can't hold takes the whole statement back.
    await tx.raw(
      `INSERT INTO ai_usage
         (subject_id, day, account_id, calls, tokens, reserved_tokens, cost_micros, reserved_micros, announced)
       VALUES ${sorted.map(() => '(?, ?, ?, 0, 0, ?, 0, ?, 0)').join(', ')}
       ON DUPLICATE KEY UPDATE
         reserved_tokens = CASE
           WHEN tokens + reserved_tokens + VALUES(reserved_tokens) > ${most('tokens')} THEN ${TOO_MANY}
           WHEN cost_micros + reserved_micros + VALUES(reserved_micros) > ${most('micros')} THEN ${TOO_MANY}
           ELSE reserved_tokens + VALUES(reserved_tokens)
         END,
         reserved_micros = reserved_micros + VALUES(reserved_micros)`,
      [
        ...sorted.flatMap(({ subjectId, day, accountId }) => [
          ...[subjectId, day, accountId],
          ...[spending.tokens, spending.micros],
        ]),
        ...[...mostValues('tokens'), ...mostValues('micros')],
      ],
    );
    return undefined;
  } catch (error) {
    if (!isOutOfRange(error)) throw error;
  }
  const rows: AiUsageRow[] = await ofSubjects(tx, limits);
  const used = new Map(rows.map((row) => [row.subject_id, row]));
  const isFull = (limited: Limited) => {
    const row = used.get(limited.subjectId);
    const inUse = row && { tokens: row.tokens + row.reserved_tokens, micros: row.cost_micros + row.reserved_micros };
    return isBeyond(limited, inUse);
  };
  // The one that was refused is locked since, so it is still full.
  return limits.find(isFull) ?? limits.at(-1);
}

const ofSubjects = (tx: Db, subjects: readonly UsageSubject[]) =>
  tx('ai_usage').where((any) => {
    for (const { subjectId, day } of subjects) any.orWhere({ subject_id: subjectId, day });
  });

/** Puts what a call has used up in the place of what was reserved for it. */
export async function settleUsage(
  tx: Db,
  subjects: readonly UsageSubject[],
  { reserved, used }: { reserved: Spending; used: Spending },
): Promise<void> {
  if (subjects.length === 0) return;
  await ofSubjects(tx, subjects).update({
    calls: tx.raw('calls + 1'),
    tokens: tx.raw('tokens + ?', [used.tokens]),
    cost_micros: tx.raw('cost_micros + ?', [used.micros]),
    reserved_tokens: tx.raw('GREATEST(0, reserved_tokens - ?)', [reserved.tokens]),
    reserved_micros: tx.raw('GREATEST(0, reserved_micros - ?)', [reserved.micros]),
  });
}

/** Notes that it was told that this is spent; false where that was noted before. */
export async function announceSpent(tx: Db, subject: UsageSubject): Promise<boolean> {
  const { subjectId, day, accountId } = subject;
  await tx.raw(
    `INSERT INTO ai_usage
       (subject_id, day, account_id, calls, tokens, reserved_tokens, cost_micros, reserved_micros, announced)
     VALUES (?, ?, ?, 0, 0, 0, 0, 0, 0) ON DUPLICATE KEY UPDATE calls = calls`,
    [subjectId, day, accountId],
  );
  return (
    (await tx('ai_usage').where({ subject_id: subjectId, day, announced: false }).update({ announced: true })) === 1
  );
}

/** Forgets what was counted for somebody who is no more. */
export async function dropUsage(db: Db, subjectId: string): Promise<void> {
  await db('ai_usage').where({ subject_id: subjectId }).delete();
}
