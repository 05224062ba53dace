import { findAccount } from '../../db/accounts/accounts.js';
import { findUser } from '../../db/accounts/users.js';
import { lockNoticeSettings } from '../../db/messages/notices.js';
import { insertSummary, listDueSummaries, moveSummary, setSummaryMail } from '../../db/messages/weekly-summaries.js';
import type { UserRow } from '../../db/tables.js';
import { inWork, type Work, type WorkDependencies } from '../../db/work.js';
import { nextSummary, type SummaryWeek, summaryWeek } from '../../domain/accounts/weekly-summary.js';
import { weeklySummaryMail } from '../../domain/accounts/weekly-summary-mail.js';
import { dayAfter, startOfDay } from '../../domain/time/local-day.js';
import type { PerformanceReport } from '../../schemas/operations/performance.js';
import { type MailAccess, outgoingSender } from '../messages/mail-access.js';
import { mailUser } from '../messages/user-mails.js';
import { readPerformance } from './performance.js';

const AT_ONCE = 50;
const DAY_MS = 86_400_000;
const NO_SENDER_MS = 600_000;
const DAYS = 7;
/** The number of leads below which a step is neither best nor worst. A week has fewer than the report. */
const LEAST_SENT = 10;

export interface SummaryAccess extends MailAccess {
  publicUrl: string;
}

/** Sends the weekly summaries that are due. Returns how many there were; a full batch means that there may be more. */
export async function sendDueSummaries(deps: WorkDependencies & SummaryAccess): Promise<number> {
  const due = await listDueSummaries(deps.db, deps.clock.now(), AT_ONCE);
  for (const userId of due) await inWork(deps, (work) => sendSummary(work, deps, userId));
  return due.length;
}

/**
 * Sends a user the summary of the last week, unless they have it, are deactivated, or the account had no activity, and
 * plans the next one. The row of the settings is its lock, and the row of the week its key.
 */
async function sendSummary(work: Work, access: SummaryAccess, userId: string): Promise<void> {
  const { tx, now } = work;
  const settings = await lockNoticeSettings(tx, userId);
  if (!settings?.weekly_due_at || settings.weekly_due_at > now) return;
  const next = () => moveSummary(tx, userId, nextSummary(settings, now));
  const week = summaryWeek(settings, now);
  const user = await findUser(tx, settings.account_id, userId);
  if (!week || !user || user.disabled_at) return next();
  const sender = await outgoingSender(tx, access, user.account_id);
  if (!sender) return moveSummary(tx, userId, new Date(now.getTime() + NO_SENDER_MS));
  const of = { user_id: userId, week: week.week };
  const isNew = await insertSummary(tx, { ...of, account_id: user.account_id, user_mail_id: null, created_at: now });
  const content = isNew ? await contentOf(work, access, user, week) : undefined;
  if (content) {
    const mail = await mailUser(work, access.box, {
      account_id: user.account_id,
      kind: 'weekly_summary',
      user_id: userId,
      lead_id: null,
      to_address: user.email,
      sender,
      content,
      expires_at: new Date(now.getTime() + DAY_MS),
    });
    await setSummaryMail(tx, of, mail.id);
  }
  return next();
}

const isIdle = ({ now, before, reply_time }: PerformanceReport): boolean =>
  now.sent + before.sent + reply_time.now.first_replies === 0;

/** Writes the summary of a week of the account's calendar; undefined for an account without activity. */
async function contentOf(
  { tx, now }: Work,
  { publicUrl }: SummaryAccess,
  { account_id, language }: UserRow,
  { from, to }: SummaryWeek,
): Promise<ReturnType<typeof weeklySummaryMail> | undefined> {
  const account = await findAccount(tx, account_id);
  const report = await readPerformance(tx, {
    account,
    days: {
      from,
      to,
      count: DAYS,
      since: startOfDay(from, account.timezone),
      until: startOfDay(dayAfter(to, 1), account.timezone),
    },
    filter: { values: {}, missing: [] },
    group: 'workflow',
    minSent: LEAST_SENT,
    now,
  });
  if (isIdle(report)) return undefined;
  return weeklySummaryMail(
    {
      account: account.name,
      from,
      to,
      report,
      reportUrl: `${publicUrl}/reports?tab=performance&from=${from}&to=${to}`,
      settingsUrl: `${publicUrl}/profile/notifications`,
    },
    language,
  );
}
