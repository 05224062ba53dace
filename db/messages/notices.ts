import type { NotificationChannelsOf } from '../../schemas/accounts/notification-settings.js';
import { type Db, fromJson } from '../connection.js';
import { insertIfNew } from '../insert-rows.js';
import type { NoticeRow, NoticeSettingsRow, NoticeWebhookRow, UserMailRow } from './tables.js';

export const findNoticeSettings = (db: Db, userId: string): Promise<NoticeSettingsRow | undefined> =>
  db('notice_settings').where({ user_id: userId }).first();

export async function saveNoticeSettings(tx: Db, row: NoticeSettingsRow): Promise<void> {
  await tx('notice_settings').insert(row).onConflict('user_id').merge();
}

/** Locks what notices of a user are sent by, so that they are put together by one process at a time. */
export const lockNoticeSettings = (tx: Db, userId: string): Promise<NoticeSettingsRow | undefined> =>
  tx('notice_settings').where({ user_id: userId }).forUpdate().first();

/** Lists the active users of an account who have changed their settings. */
export async function listNotified(
  db: Db,
  accountId: string,
): Promise<
  (Pick<NoticeSettingsRow, 'user_id' | 'leads' | 'wait_minutes'> & { role: string; channels: NotificationChannelsOf })[]
> {
  const rows: (NoticeSettingsRow & { role: string })[] = await db('notice_settings as s')
    .join('users as u', 'u.id', 's.user_id')
    .where('s.account_id', accountId)
    .whereNull('u.disabled_at')
    .select('s.user_id', 's.leads', 's.wait_minutes', 's.channels', 'u.role');
  return rows.map(({ channels, ...row }) => ({ ...row, channels: fromJson<NotificationChannelsOf>(channels) }));
}

/** Adds a notice unless the user has one of the event on its channel. */
export const insertNotice = (tx: Db, row: NoticeRow): Promise<boolean> => insertIfNew(tx, 'notices', row);

/** Finds the user who owns a lead. */
export const findLeadOwner = async (db: Db, accountId: string, leadId: string): Promise<string | null> =>
  (await db('leads').where({ account_id: accountId, id: leadId }).first('owner_id'))?.owner_id ?? null;

/** The users with notices that are due and in no mail yet. */
export const listDueNotices = (
  db: Db,
  now: Date,
  limit: number,
): Promise<Pick<NoticeRow, 'account_id' | 'user_id' | 'channel'>[]> =>
  db('notices')
    .whereNull('user_mail_id')
    .where('due_at', '<=', now)
    .groupBy('account_id', 'user_id', 'channel')
    .limit(limit)
    .select('account_id', 'user_id', 'channel');

type OnChannel = Pick<NoticeRow, 'user_id' | 'channel'>;

const waiting = (tx: Db, { user_id, channel }: OnChannel) =>
  tx('notices').where({ user_id, channel }).whereNull('user_mail_id');

/** Returns whether notices of a user on a channel are due. Another process may have put them together. */
export const areDue = async (tx: Db, of: OnChannel, now: Date): Promise<boolean> =>
  (await waiting(tx, of).where('due_at', '<=', now).first('id')) !== undefined;

/** Puts all waiting notices of a user on a channel into a mail. */
export async function assignToMail(tx: Db, of: OnChannel, userMailId: string): Promise<void> {
  await waiting(tx, of).update({ user_mail_id: userMailId });
}

export async function postponeNotices(tx: Db, of: OnChannel, until: Date): Promise<void> {
  await waiting(tx, of).where('due_at', '<', until).update({ due_at: until });
}

export async function deleteWaitingNotices(tx: Db, of: OnChannel): Promise<void> {
  await waiting(tx, of).delete();
}

/**
 * Moves what a chat message has to email, unless the user is notified of it there already. Returns how many were moved.
 * Tests aren't.
 */
export async function moveNotices(tx: Db, now: Date, userMailId: string): Promise<number> {
  const [result] = await tx.raw(
    "UPDATE IGNORE notices SET channel = 'email', user_mail_id = NULL, due_at = ? WHERE user_mail_id = ? AND kind <> 'test'",
    [now, userMailId],
  );
  return (result as { affectedRows: number }).affectedRows;
}

/** The subject of a notice, with its current texts. */
export interface NoticeContent extends Pick<NoticeRow, 'kind' | 'lead_id'> {
  first_name: string | null;
  last_name: string | null;
  said: string | null;
  said_in_chat: string | null;
  task: string | null;
  mailbox: string | null;
  provider: string | null;
  failure: string | null;
}

/** Reads what a mail is composed of, oldest first. */
export const listNoticeContents = (db: Db, userMailId: string): Promise<NoticeContent[]> =>
  db('notices as n')
    .leftJoin('leads as l', 'l.id', 'n.lead_id')
    .leftJoin('messages as m', (join) => join.on('m.id', 'n.subject_id').onIn('n.kind', ['reply', 'handoff']))
    .leftJoin('conversation_messages as c', (join) =>
      join.on('c.id', 'n.subject_id').onIn('n.kind', ['reply', 'handoff']),
    )
    .leftJoin('tasks as t', (join) => join.on('t.id', 'n.subject_id').onVal('n.kind', 'task_due'))
    .leftJoin('connections as k', (join) => join.on('k.id', 'n.subject_id').onVal('n.kind', 'connection_lost'))
    .leftJoin('user_mails as u', (join) => join.on('u.id', 'n.subject_id').onVal('n.kind', 'webhook_disabled'))
    .where('n.user_mail_id', userMailId)
    .orderBy('n.id')
    .select('n.kind', 'n.lead_id', 'l.first_name', 'l.last_name', 'u.failure', 'k.provider', {
      said: 'm.content',
      said_in_chat: 'c.text',
      task: 't.title',
      mailbox: 'k.email',
    });

/** A task that is due, and the user it is assigned to. */
export interface DueTask {
  id: string;
  account_id: string;
  lead_id: string | null;
  due_at: Date;
  assignee_id: string;
}

/** Lists tasks that became due after `since` and whose assignees, still active, aren't notified yet. */
export const listDueTasks = (db: Db, now: Date, since: Date, limit: number): Promise<DueTask[]> =>
  db('notice_settings as s')
    .join('tasks as t', (join) =>
      join.on('t.account_id', 's.account_id').on('t.assignee_id', 's.user_id').onVal('t.status', 'open'),
    )
    .join('users as u', 'u.id', 's.user_id')
    .whereNull('u.disabled_at')
    .where('s.channels', 'not like', '%"task_due":[]%')
    .where('t.due_at', '<=', now)
    .where('t.due_at', '>', since)
    // A task that was due again later is another event.
    .whereNotExists((query) =>
      query
        .select('n.id')
        .from('notices as n')
        .whereRaw('n.subject_id = t.id AND n.user_id = t.assignee_id AND n.created_at >= t.due_at'),
    )
    .limit(limit)
    .select('t.id', 't.account_id', 't.lead_id', 't.due_at', 't.assignee_id');

export const listNoticeWebhooks = (db: Db, userId: string): Promise<NoticeWebhookRow[]> =>
  db('notice_webhooks').where({ user_id: userId });

export const findNoticeWebhook = (
  db: Db,
  userId: string,
  channel: NoticeWebhookRow['channel'],
): Promise<NoticeWebhookRow | undefined> => db('notice_webhooks').where({ user_id: userId, channel }).first();

export async function saveNoticeWebhook(tx: Db, row: NoticeWebhookRow): Promise<void> {
  await tx('notice_webhooks').insert(row).onConflict(['user_id', 'channel']).merge();
}

export async function deleteNoticeWebhook(tx: Db, of: Pick<NoticeWebhookRow, 'user_id' | 'channel'>): Promise<void> {
  await tx('notice_webhooks').where({ user_id: of.user_id, channel: of.channel }).delete();
}

/** Turns a webhook off, unless the user has set another URL since it was used. */
export const disableNoticeWebhook = async (
  tx: Db,
  now: Date,
  { user_id, channel, url }: Pick<NoticeWebhookRow, 'user_id' | 'channel' | 'url'>,
  failure: string,
): Promise<void> => {
  await tx('notice_webhooks')
    .where({ user_id, channel })
    .whereRaw('BINARY url = ?', [url])
    .update({ disabled_at: now, failure: failure.slice(0, 500) });
};

/** Finds the last mail or chat message with notices for a user. */
export const findLastNoticeMail = (
  db: Db,
  of: Pick<UserMailRow, 'account_id' | 'user_id'>,
): Promise<UserMailRow | undefined> =>
  db('user_mails')
    .where({ account_id: of.account_id, user_id: of.user_id })
    .whereIn('kind', ['notice_email', 'notice_slack', 'notice_teams'])
    .orderBy('id', 'desc')
    .first();

const KEPT_MS = 30 * 86_400_000;
const BATCH = 1_000;

/** Removes notices of a month ago. Their events can't be notified again: they are too old. */
export async function forgetNotices(db: Db, now: Date): Promise<void> {
  await db('notices')
    .where('created_at', '<', new Date(now.getTime() - KEPT_MS))
    .limit(BATCH)
    .delete();
}
