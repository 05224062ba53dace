import { findActiveUser } from '../../db/accounts/owners.js';
import { findUser } from '../../db/accounts/users.js';
import type { Db } from '../../db/connection.js';
import {
  areDue,
  assignToMail,
  deleteWaitingNotices,
  disableNoticeWebhook,
  findNoticeWebhook,
  insertNotice,
  listDueNotices,
  listDueTasks,
  listNoticeContents,
  lockNoticeSettings,
  moveNotices,
  type NoticeContent,
  postponeNotices,
} from '../../db/messages/notices.js';
import { findUserMail, type UserMail } from '../../db/messages/user-mails.js';
import type { NoticeMailKind, NoticeRow, UserMailRow } from '../../db/tables.js';
import { inWork, type Work, type WorkDependencies } from '../../db/work.js';
import { chatPayload } from '../../domain/accounts/chat-payload.js';
import { layOutMail } from '../../domain/accounts/mail-layout.js';
import { type NoticeItem, type NoticeText, noticeText } from '../../domain/accounts/notice-text.js';
import { quietUntil } from '../../domain/accounts/notices.js';
import { newId } from '../../runtime/ids.js';
import type { SecretBox } from '../../runtime/secret-box.js';
import type { NotificationChannel, WebhookChannel } from '../../schemas/accounts/notification-settings.js';
import { addNotices } from '../agent-runs/add-notices.js';
import { SYSTEM_SENDER_ID } from '../channels/system-sender.js';
import { NO_SENDER, type PreparedMessage } from './compose.js';
import { type MailAccess, type MailText, outgoingSender } from './mail-access.js';
import { queueUserMail } from './queue-user-mail.js';

const DAY_MS = 86_400_000;
const NO_SENDER_MS = 600_000;
const AT_ONCE = 200;

const CHANNELS: Record<NoticeMailKind, NotificationChannel> = {
  notice_email: 'email',
  notice_slack: 'slack',
  notice_teams: 'teams',
};

/** Returns the channel of a mail with notices; undefined for other mails to users. */
export const noticeChannelOf = (kind: UserMailRow['kind']): NotificationChannel | undefined =>
  (CHANNELS as Partial<Record<UserMailRow['kind'], NotificationChannel>>)[kind];

/** Returns what the URL of a webhook is sealed for. */
export const webhookContext = (userId: string, channel: WebhookChannel): string =>
  `notice_webhooks/${userId}/${channel}/url`;

type OnChannel = Pick<NoticeRow, 'account_id' | 'user_id' | 'channel'>;

/**
 * Puts due notices together, one mail or chat message for each user and channel, and adds tasks that are due. Returns
 * how many there were at most; a full batch means that there may be more.
 */
export async function sendDueNotices(deps: WorkDependencies & Pick<MailAccess, 'system'>): Promise<number> {
  const now = deps.clock.now();
  const tasks = await listDueTasks(deps.db, now, new Date(now.getTime() - DAY_MS), AT_ONCE);
  for (const { id, account_id, lead_id, due_at, assignee_id } of tasks) {
    await inWork(deps, (work) =>
      addNotices(work, {
        accountId: account_id,
        kind: 'task_due',
        eventKey: `task/${id}/${due_at.getTime()}`,
        leadId: lead_id,
        subjectId: id,
        userIds: [assignee_id],
      }),
    );
  }
  const due = await listDueNotices(deps.db, now, AT_ONCE);
  for (const of of due) await inWork(deps, (work) => composeNotice(work, deps, of));
  return Math.max(due.length, tasks.length);
}

/** Makes the mail of the notices that wait for a user on a channel. The row of the settings is its lock. */
async function composeNotice(work: Work, access: Pick<MailAccess, 'system'>, of: OnChannel): Promise<void> {
  const { tx, now } = work;
  const settings = await lockNoticeSettings(tx, of.user_id);
  const user = await findUser(tx, of.account_id, of.user_id);
  if (!settings || !user || user.disabled_at) return deleteWaitingNotices(tx, of);
  if (!(await areDue(tx, of, now))) return;
  const quiet = quietUntil(settings, now);
  if (quiet) return postponeNotices(tx, of, quiet);
  const senderId = await senderIdFor(tx, access, of);
  if (senderId === 'none') return deleteWaitingNotices(tx, of);
  if (senderId === undefined) return postponeNotices(tx, of, new Date(now.getTime() + NO_SENDER_MS));
  const mail = await queueNotices(work, of, { to: user.email, senderId });
  await assignToMail(tx, of, mail.id);
}

/** Finds what sends a user's notices: undefined while there is no email sender, `none` without a working webhook. */
async function senderIdFor(tx: Db, access: Pick<MailAccess, 'system'>, of: OnChannel): Promise<string | undefined> {
  if (of.channel === 'email') return (await outgoingSender(tx, access, of.account_id))?.id;
  const webhook = await findNoticeWebhook(tx, of.user_id, of.channel);
  return webhook && !webhook.disabled_at ? SYSTEM_SENDER_ID : 'none';
}

const queueNotices = (
  work: Work,
  { account_id, user_id, channel }: OnChannel,
  { to, senderId }: { to: string; senderId: string },
): Promise<UserMailRow> =>
  queueUserMail(work, {
    id: newId(),
    account_id,
    kind: `notice_${channel}`,
    user_id,
    lead_id: null,
    to_address: channel === 'email' ? to : channel,
    sender_id: senderId,
    content: null,
    expires_at: new Date(work.now.getTime() + DAY_MS),
  });

/** Sends a user a test at once. Returns undefined if the channel has no sender or webhook. */
export async function sendTestNotice(
  work: Work,
  access: Pick<MailAccess, 'system'>,
  { to, ...of }: OnChannel & { to: string },
): Promise<UserMailRow | undefined> {
  const senderId = await senderIdFor(work.tx, access, of);
  if (senderId === undefined || senderId === 'none') return undefined;
  const mail = await queueNotices(work, of, { to, senderId });
  await insertNotice(work.tx, noticeRow(work, of, { kind: 'test', key: `test/${mail.id}`, userMailId: mail.id }));
  return mail;
}

const noticeRow = (
  { now }: Work,
  { account_id, user_id, channel }: OnChannel,
  {
    kind,
    key,
    userMailId,
    subjectId = null,
  }: { kind: NoticeRow['kind']; key: string; userMailId: string | null; subjectId?: string | null },
): NoticeRow => ({
  id: newId(),
  account_id,
  user_id,
  channel,
  kind,
  event_key: key,
  lead_id: null,
  subject_id: subjectId,
  due_at: now,
  user_mail_id: userMailId,
  created_at: now,
});

/** Returns why a mail with notices isn't sent any more. */
export async function noticeStop(tx: Db, mail: UserMail): Promise<{ fails: string } | undefined> {
  if (!(await findActiveUser(tx, mail.account_id, mail.user_id))) return { fails: 'The user is disabled.' };
  const channel = noticeChannelOf(mail.kind);
  if (channel !== 'email' && channel && !(await usableWebhook(tx, mail.user_id, channel))) {
    return { fails: 'The webhook was deleted or turned off.' };
  }
  const [first] = await listNoticeContents(tx, mail.id);
  return first ? undefined : { fails: 'The leads were erased.' };
}

async function usableWebhook(tx: Db, userId: string, channel: WebhookChannel) {
  const webhook = await findNoticeWebhook(tx, userId, channel);
  return webhook && !webhook.disabled_at ? webhook : undefined;
}

const nameOf = ({ first_name, last_name }: NoticeContent): string | null =>
  [first_name, last_name].filter(Boolean).join(' ') || null;

const detailOf = (row: NoticeContent): string | null =>
  row.said ?? row.said_in_chat ?? row.task ?? row.mailbox ?? row.provider ?? row.failure;

const itemOf = (row: NoticeContent): NoticeItem => ({
  kind: row.kind,
  leadId: row.lead_id,
  lead: nameOf(row),
  detail: detailOf(row),
});

async function textOf(
  tx: Db,
  mail: UserMail,
  publicUrl: string,
): Promise<{ notice: NoticeText; language: string | null }> {
  const language = (await findUser(tx, mail.account_id, mail.user_id))?.language ?? null;
  const items = (await listNoticeContents(tx, mail.id)).map(itemOf);
  return { notice: noticeText(items, { language, publicUrl }), language };
}

/** Composes an email with notices. Texts of leads are read only now, so what was erased isn't in it. */
export async function noticeMail(tx: Db, mail: UserMail, publicUrl: string): Promise<MailText> {
  const { notice, language } = await textOf(tx, mail, publicUrl);
  return layOutMail({
    subject: notice.subject,
    blocks: [
      ...notice.entries.flatMap(({ title, detail, url, label }) => [
        { text: title, strong: true as const },
        ...(detail === null ? [] : [{ text: detail }]),
        { link: url, label },
      ]),
      ...(notice.more === null ? [] : [{ text: notice.more }]),
    ],
    footer: notice.footer,
    language,
  });
}

/** Composes a chat message with notices. */
export async function noticeChat(
  tx: Db,
  box: SecretBox,
  mail: UserMail,
  { channel, publicUrl }: { channel: WebhookChannel; publicUrl: string },
): Promise<PreparedMessage> {
  const webhook = await usableWebhook(tx, mail.user_id, channel);
  const url = box.open(webhook?.url ?? '', webhookContext(mail.user_id, channel));
  const { notice } = await textOf(tx, mail, publicUrl);
  const body = chatPayload(channel, notice);
  return { channel: 'chat', sender: NO_SENDER, chat: { messageId: mail.id, accountId: mail.account_id, url, body } };
}

/** Turns off a webhook that no longer exists. Its notices, and the reason, are emailed to the user instead. */
export async function giveUpWebhook(work: Work, userMailId: string, failure: string): Promise<void> {
  const { tx, now } = work;
  const mail = await findUserMail(tx, userMailId);
  const channel = mail && noticeChannelOf(mail.kind);
  if (!mail || !channel || channel === 'email') return;
  const { account_id, user_id } = mail;
  const webhook = await findNoticeWebhook(tx, user_id, channel);
  if (!webhook || webhook.disabled_at) return;
  await disableNoticeWebhook(tx, now, webhook, failure);
  const moved = await moveNotices(tx, now, userMailId);
  if (moved === 0) return;
  const of = { account_id, user_id, channel: 'email' as const };
  const key = `disabled/${userMailId}`;
  await insertNotice(tx, noticeRow(work, of, { kind: 'webhook_disabled', key, userMailId: null, subjectId: mail.id }));
}
