import type { Db } from '../connection.js';
import { insertIfNew } from '../insert-rows.js';
import type { WeeklySummaryRow } from './tables.js';

/** Lists the IDs of users whose weekly summary is due. */
export const listDueSummaries = (db: Db, now: Date, limit: number): Promise<string[]> =>
  db('notice_settings').where('weekly_due_at', '<=', now).orderBy('weekly_due_at').limit(limit).pluck('user_id');

export async function moveSummary(tx: Db, userId: string, dueAt: Date | null): Promise<void> {
  await tx('notice_settings').where({ user_id: userId }).update({ weekly_due_at: dueAt });
}

/** Adds the summary of a week. Returns false if the user has one of that week. */
export const insertSummary = (tx: Db, row: WeeklySummaryRow): Promise<boolean> =>
  insertIfNew(tx, 'weekly_summaries', row);

export async function setSummaryMail(
  tx: Db,
  { user_id, week }: Pick<WeeklySummaryRow, 'user_id' | 'week'>,
  mailId: string,
): Promise<void> {
  await tx('weekly_summaries').where({ user_id, week }).update({ user_mail_id: mailId });
}

const KEPT_MS = 30 * 86_400_000;

/** Removes summaries of a month ago. They are too old to be sent again. */
export async function forgetSummaries(db: Db, now: Date): Promise<void> {
  await db('weekly_summaries')
    .where('created_at', '<', new Date(now.getTime() - KEPT_MS))
    .limit(1_000)
    .delete();
}
