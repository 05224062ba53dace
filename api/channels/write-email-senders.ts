import { lockAccount } from '../../db/accounts/accounts.js';
import * as senders from '../../db/channels/email-senders.js';
import { closeSenderBreaker } from '../../db/channels/sender-breakers.js';
import { forgetSenderHealth } from '../../db/channels/sender-health.js';
import { type Db, fromJson } from '../../db/connection.js';
import { findConnectionById } from '../../db/connections/connections.js';
import type { ConnectionRow, EmailSenderRow } from '../../db/tables.js';
import { secretsOf } from '../../runtime/config.js';
import { newId } from '../../runtime/ids.js';
import { createSecretBox, type SecretBox } from '../../runtime/secret-box.js';
import {
  createEmailSenderContract,
  deleteEmailSenderContract,
  updateEmailSenderContract,
} from '../../schemas/channels/email-senders.js';
import type { Static } from '../../schemas/common.js';
import { type RampStep, type StoredSmtp, sealPassword } from '../../services/channels/email-senders.js';
import { useOfSender } from '../../services/channels/sender-use.js';
import { mailServerOf } from '../../services/connections/own-clients.js';
import { purposesOf } from '../../services/connections/settings.js';
import { mailWaitingDigests } from '../../services/messages/digests.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../http/errors.js';
import { emailField } from '../http/request/fields.js';
import { found, pathId } from '../http/request/path-id.js';
import { route } from '../http/route.js';
import { toEmailSender } from './to-email-sender.js';
import { invalidConnection, usableConnection } from './usable-connection.js';

type Input = Static<(typeof updateEmailSenderContract)['body']>;
type SmtpInput = NonNullable<Input['smtp']>;
type Stored = Pick<EmailSenderRow, 'id' | 'smtp' | 'smtp_password' | 'tracking_domain'>;

export const createEmailSenderRoute = ({ config }: ApiDependencies) => {
  const box = createSecretBox(secretsOf(config));
  return route(createEmailSenderContract).handle(async ({ work, account, db, body, now }) => {
    const row: EmailSenderRow = {
      id: newId(),
      account_id: account.id,
      name: body.name,
      from_email: emailField(body.from_email, '/from_email'),
      from_name: null,
      reply_to: null,
      provider: 'sandbox',
      smtp: null,
      smtp_password: null,
      connection_id: null,
      shared_mailbox: null,
      per_minute: null,
      per_day: null,
      ramp: null,
      track_opens: false,
      track_clicks: false,
      refused_at: null,
      refused_reason: null,
      dkim_selector: null,
      tracking_domain: null,
      tracking_verified_at: null,
      created_at: now,
      updated_at: now,
    };
    Object.assign(row, changesOf(box, body, row), await connectionChanges(db, account.id, body, row));
    await checkFrom(db, row);
    const isFirst = (await senders.findDefaultEmailSender(db, account.id)) === undefined;
    await senders.insertEmailSender(db, row);
    if (isFirst) await mailWaitingDigests(work, account.id);
    return { status: 201, body: { success: true, email_sender: toEmailSender(row) } };
  });
};

export const updateEmailSenderRoute = ({ config }: ApiDependencies) => {
  const box = createSecretBox(secretsOf(config));
  return route(updateEmailSenderContract).handle(async ({ account, db, params, body, now }) => {
    const id = pathId(params.id, 'SENDER_NOT_FOUND');
    const row = found(await senders.lockEmailSender(db, account.id, id), 'SENDER_NOT_FOUND');
    const changes = {
      ...changesOf(box, body, row),
      ...(await connectionChanges(db, account.id, body, row)),
      updated_at: now,
    };
    if (body.from_email !== undefined || body.connection_id) await checkFrom(db, { ...row, ...changes });
    await senders.updateEmailSender(db, id, changes);
    // The results are about the domain and the server that it had before.
    const checked = [body.from_email, body.smtp, body.connection_id, body.dkim_selector, body.tracking_domain];
    if (checked.some((each) => each !== undefined)) await forgetSenderHealth(db, id);
    // Corrected settings are tried immediately.
    if (body.smtp !== undefined || body.connection_id !== undefined) await closeSenderBreaker(db, id);
    return { status: 200, body: { success: true, email_sender: toEmailSender({ ...row, ...changes }) } };
  });
};

export const deleteEmailSenderRoute = (_deps: ApiDependencies) =>
  route(deleteEmailSenderContract).handle(async ({ account, db, params }) => {
    const id = pathId(params.id, 'SENDER_NOT_FOUND');
    // The lock prevents the publication of an agent that references it.
    await lockAccount(db, account.id);
    const row = found(await senders.lockEmailSender(db, account.id, id), 'SENDER_NOT_FOUND');
    const use = await useOfSender(db, { channel: 'email', row });
    if (use) throw new ApiError('IN_USE', { ...use });
    await senders.deleteEmailSender(db, id);
    return { status: 204, body: null };
  });

/** The columns that a body changes: what it leaves out isn't among them. */
function changesOf(box: SecretBox, body: Input, stored: Stored): Partial<EmailSenderRow> {
  const changes: Partial<EmailSenderRow> = {};
  if (body.name !== undefined) changes.name = body.name;
  if (body.from_email !== undefined) changes.from_email = emailField(body.from_email, '/from_email');
  if (body.from_name !== undefined) changes.from_name = body.from_name || null;
  if (body.reply_to !== undefined) {
    changes.reply_to = body.reply_to === null ? null : emailField(body.reply_to, '/reply_to');
  }
  if (body.per_minute !== undefined) changes.per_minute = body.per_minute;
  if (body.per_day !== undefined) changes.per_day = body.per_day;
  if (body.ramp !== undefined) changes.ramp = rampOf(body.ramp);
  if (body.track_opens !== undefined) changes.track_opens = body.track_opens;
  if (body.track_clicks !== undefined) changes.track_clicks = body.track_clicks;
  if (body.dkim_selector !== undefined) changes.dkim_selector = body.dkim_selector;
  if (body.tracking_domain !== undefined) {
    const domain = body.tracking_domain?.toLowerCase() ?? null;
    // Another domain has to be verified before links use it.
    if (domain !== stored.tracking_domain)
      Object.assign(changes, { tracking_domain: domain, tracking_verified_at: null });
  }
  if (body.smtp !== undefined) Object.assign(changes, smtpChanges(box, body.smtp, stored));
  return changes;
}

/** The columns of the connection that a sender uses; nothing where a body names none. */
async function connectionChanges(
  db: Db,
  accountId: string,
  { connection_id, shared_mailbox, smtp }: Input,
  stored: Pick<EmailSenderRow, 'connection_id' | 'shared_mailbox'>,
): Promise<Partial<EmailSenderRow>> {
  // With an SMTP server, a sender leaves its connection.
  if (connection_id === undefined && smtp) return { connection_id: null, shared_mailbox: null };
  if (connection_id === null && !smtp && stored.connection_id === null) return {};
  if (connection_id === null) {
    const unless = smtp ? {} : { provider: 'sandbox' as const, smtp: null };
    return { ...unless, connection_id: null, shared_mailbox: null };
  }
  const leavesAll = connection_id === undefined && (shared_mailbox ?? null) === null;
  if (leavesAll && (shared_mailbox === undefined || stored.connection_id === null)) return {};
  if (smtp) throw invalidConnection('smtp and connection_id exclude each other.', '/connection_id');
  const id = connection_id?.toLowerCase() ?? stored.connection_id;
  if (id === null) throw invalidConnection('shared_mailbox needs a connection_id.', '/shared_mailbox');
  const shared = shared_mailbox === undefined ? stored.shared_mailbox : shared_mailbox;
  const connection = await usableConnection(db, accountId, id, { purpose: 'send_mail', shared });
  return {
    ...deliveryOf(connection),
    smtp_password: null,
    connection_id: id,
    shared_mailbox: shared === null ? null : emailField(shared, '/shared_mailbox'),
  };
}

/** The delivery of a connection: the API of its provider, or a mail server that accepts its tokens. */
function deliveryOf(connection: ConnectionRow): Pick<EmailSenderRow, 'provider' | 'smtp'> {
  const { provider } = connection;
  if (provider !== 'oauth') return { provider, smtp: null };
  return { provider: 'smtp', smtp: JSON.stringify(mailServerOf(connection, 'smtp')) };
}

/**
 * Refuses a From address that Gmail would replace with the mailbox's own. Whether it is an alias can only be seen with
 * the permission to read, and is checked at each send.
 */
async function checkFrom(db: Db, { provider, connection_id, from_email }: EmailSenderRow): Promise<void> {
  const connection = provider === 'google' && connection_id !== null && (await findConnectionById(db, connection_id));
  if (!connection || connection.email === null || purposesOf(connection).includes('read_mail')) return;
  if (from_email.toLowerCase() === connection.email.toLowerCase()) return;
  const message =
    `Gmail would send from ${connection.email} instead. Use this address, or an alias and a connection that also ` +
    'has the purpose read_mail.';
  throw invalidConnection(message, '/from_email');
}

function rampOf(ramp: RampStep[] | null): string | null {
  if (ramp === null) return null;
  const days = new Set(ramp.map(({ day }) => day));
  if (days.size < ramp.length) {
    throw new ApiError('VALIDATION_ERROR', {
      message: 'Each day can appear only once in the warm-up schedule.',
      field: '/ramp',
    });
  }
  return JSON.stringify(ramp.toSorted((a, b) => a.day - b.day));
}

function smtpChanges(box: SecretBox, input: SmtpInput | null, stored: Stored): Partial<EmailSenderRow> {
  if (input === null) return { provider: 'sandbox', smtp: null, smtp_password: null };
  const smtp: StoredSmtp = {
    host: input.host.toLowerCase(),
    port: input.port ?? 587,
    secure: input.secure ?? input.port === 465,
    user: input.user || null,
  };
  const changes = { provider: 'smtp' as const, smtp: JSON.stringify(smtp) };
  if (input.password === null || input.password === '') return { ...changes, smtp_password: null };
  if (input.password !== undefined) {
    return { ...changes, smtp_password: sealPassword(box, stored.id, input.password) };
  }
  const before = fromJson<StoredSmtp | null>(stored.smtp);
  const sameServer = before?.host === smtp.host && before.port === smtp.port && before.user === smtp.user;
  // Otherwise a user who can edit a sender could send its password to another server.
  if (stored.smtp_password !== null && !sameServer) {
    throw new ApiError('VALIDATION_ERROR', {
      message: 'The server, port or user has changed. Send the password again, or null to remove it.',
      field: '/smtp/password',
    });
  }
  return changes;
}
