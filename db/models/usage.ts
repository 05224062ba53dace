import { type Db, isOutOfRange } from '../connection.js';
import { insertIfNew } from '../insert-rows.js';
import type { AiUsageRow } from './tables.js';

/** The subject and period of a usage count: a day in UTC, or `all`. */
export interface UsageSubject {
  subjectId: string;
  day: string;
  accountId: string;
}

/** The usage of a call. */
export interface Spending {
  tokens: number;
  micros: number;
}

/** A limit of usage; null if unlimited. */
export interface UsageLimit {
  tokens: number | null;
  micros: number | null;
}

/** Something that may use up only so much. */
export interface Limited extends UsageSubject {
  limit: UsageLimit;
}

/** More than the column holds. */
const TOO_MANY = '9223372036854775808';
/** More than is ever used up. */
const NO_LIMIT = Number.MAX_SAFE_INTEGER;

/** Everybody locks rows in the order of their key, so that none waits for another who waits for it. */
const byKey = (a: UsageSubject, b: UsageSubject): number =>
  `${a.subjectId}/${a.day}` < `${b.subjectId}/${b.day}` ? -1 : 1;

const NOTHING: Spending = { tokens: 0, micros: 0 };

/** Returns whether a call would go beyond a limit of which so much is in use. */
const goesBeyond = ({ tokens, micros }: Spending, { limit }: Limited, inUse: Spending): boolean =>
  inUse.tokens + tokens > (limit.tokens ?? Number.POSITIVE_INFINITY) ||
  inUse.micros + micros > (limit.micros ?? Number.POSITIVE_INFINITY);

/**
 * Reserves what a call may use up with all of its limits, or with none where one has no room; answers that one. One
 * statement judges and reserves, so that of any number of calls at once only so many get through as there is room for.
 */
export async function reserveUsage(tx: Db, limits: readonly Limited[], call: Spending): Promise<Limited | undefined> {
  if (limits.length === 0) return undefined;
  const tooSmall = limits.find((limited) => goesBeyond(call, limited, NOTHING));
  if (tooSmall || (await reserveWithAll(tx, [...limits].sort(byKey), call))) return tooSmall;
  const rows: AiUsageRow[] = await ofSubjects(tx, limits);
  const inUse = ({ subjectId }: Limited): Spending => {
    const row = rows.find(({ subject_id }) => subject_id === subjectId);
    return row ? { tokens: row.tokens + row.reserved_tokens, micros: row.cost_micros + row.reserved_micros } : NOTHING;
  };
  // The one that was refused is locked since, so it is still full.
  return limits.find((limited) => goesBeyond(call, limited, inUse(limited))) ?? limits.at(-1);
}

/** Reserves with all limits, or with none: false. */
async function reserveWithAll(tx: Db, limits: readonly Limited[], { tokens, micros }: Spending): Promise<boolean> {
  const most = (of: keyof UsageLimit) =>
    tx.raw(
      `CASE subject_id ${limits.map(() => 'WHEN ? THEN ?').join(' ')} END`,
      limits.flatMap(({ subjectId, limit }) => [subjectId, limit[of] ?? NO_LIMIT]),
    );
  try {
    // A number that the column can't hold takes the whole statement back.
    await tx.raw(
      `INSERT INTO ai_usage
         (subject_id, day, account_id, calls, tokens, reserved_tokens, cost_micros, reserved_micros, announced)
       VALUES ${limits.map(() => '(?, ?, ?, 0, 0, ?, 0, ?, 0)').join(', ')}
       ON DUPLICATE KEY UPDATE
         reserved_tokens = CASE
           WHEN tokens + reserved_tokens + VALUES(reserved_tokens) > ? THEN ${TOO_MANY}
           WHEN cost_micros + reserved_micros + VALUES(reserved_micros) > ? THEN ${TOO_MANY}
           ELSE reserved_tokens + VALUES(reserved_tokens)
         END,
         reserved_micros = reserved_micros + VALUES(reserved_micros)`,
      [
        ...limits.flatMap(({ subjectId, day, accountId }) => [subjectId, day, accountId, tokens, micros]),
        ...[most('tokens'), most('micros')],
      ],
    );
    return true;
  } catch (error) {
    if (isOutOfRange(error)) return false;
    throw error;
  }
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
  const row: AiUsageRow = {
    subject_id: subjectId,
    day,
    account_id: accountId,
    calls: 0,
    tokens: 0,
    reserved_tokens: 0,
    cost_micros: 0,
    reserved_micros: 0,
    announced: true,
  };
  if (await insertIfNew(tx, 'ai_usage', row)) return true;
  const untold = tx('ai_usage').where({ subject_id: subjectId, day, announced: false });
  return (await untold.update({ announced: true })) === 1;
}

/** Reads what an account, its agents and its widgets used on a day (UTC), by subject ID. */
export async function usageOfDay(db: Db, subjectIds: readonly string[], day: string): Promise<Map<string, Spending>> {
  const rows: AiUsageRow[] = await db('ai_usage')
    .whereIn('subject_id', [...subjectIds])
    .where({ day });
  return new Map(rows.map((row) => [row.subject_id, { tokens: row.tokens, micros: row.cost_micros }]));
}

/** Deletes the usage of a subject that no longer exists. */
export async function dropUsage(db: Db, subjectId: string): Promise<void> {
  await db('ai_usage').where({ subject_id: subjectId }).delete();
}
