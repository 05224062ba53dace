import { findOutgoingSenderById } from '../../db/channels/email-senders.js';
import { findSenderBreaker } from '../../db/channels/sender-breakers.js';
import type { Db } from '../../db/connection.js';
import { findConnectionById } from '../../db/connections/connections.js';
import type { EmailSenderRow } from '../../db/tables.js';
import { type Config, secretsOf } from '../../runtime/config.js';
import { createSecretBox } from '../../runtime/secret-box.js';
import type { SystemMailStatus } from '../../schemas/operations/system-mail.js';
import { type StoredSmtp, sealPassword } from './email-senders.js';

/** The mail server of the instance as a sender. Its settings are in the environment, so no row and no account has this ID. */
export const SYSTEM_SENDER_ID = '00000000-0000-4000-8000-000000000000';

const SUBMISSION = { 'smtp:': 587, 'smtps:': 465 } as const;

type Settings = Pick<
  Config,
  'SYSTEM_MAIL_SENDER_ID' | 'SYSTEM_MAIL_URL' | 'SYSTEM_MAIL_FROM' | 'LAS_SECRET' | 'LAS_PREVIOUS_SECRETS'
>;

/** What sends the emails of the instance, such as invitations and password resets. */
export interface SystemMail {
  /** The email sender of an account that the operator has chosen. */
  senderId: string | undefined;
  /** The mail server of the instance. */
  server: EmailSenderRow | undefined;
}

/** Reads from the settings what sends the emails of the instance. */
export const systemMail = (config: Settings): SystemMail => ({
  senderId: config.SYSTEM_MAIL_SENDER_ID.toLowerCase() || undefined,
  server: serverSender(config),
});

/**
 * Finds what sends the emails of the instance: the chosen sender, else its mail server. A sender of the sandbox doesn't
 * count, because its readers could take over the accounts of others. Undefined if each account sends them itself.
 */
export const findSystemSender = async (db: Db, { senderId, server }: SystemMail): Promise<EmailSenderRow | undefined> =>
  (senderId === undefined ? undefined : await findOutgoingSenderById(db, senderId)) ?? server;

/** Returns what sends the emails of the instance now, and what is wrong with it. */
export async function systemMailStatus(
  db: Db,
  system: SystemMail,
): Promise<{ status: SystemMailStatus; sender: EmailSenderRow | undefined }> {
  const sender = await findSystemSender(db, system);
  if (system.senderId !== undefined && sender?.id !== system.senderId) return { status: 'missing', sender };
  if (!sender) return { status: 'per_account', sender };
  if (await isHeldBack(db, sender)) return { status: 'held_back', sender };
  return { status: sender === system.server ? 'server' : 'sender', sender };
}

async function isHeldBack(db: Db, { id, connection_id }: EmailSenderRow): Promise<boolean> {
  if (await findSenderBreaker(db, id)) return true;
  return connection_id !== null && (await findConnectionById(db, connection_id))?.status !== 'connected';
}

function serverOf(setting: string): { smtp: StoredSmtp; password: string } {
  const url = new URL(setting);
  const isSecure = url.protocol === 'smtps:';
  return {
    smtp: {
      host: url.hostname.replace(/^\[|\]$/g, '').toLowerCase(),
      port: Number(url.port) || SUBMISSION[isSecure ? 'smtps:' : 'smtp:'],
      secure: isSecure,
      user: decodeURIComponent(url.username) || null,
    },
    password: decodeURIComponent(url.password),
  };
}

/** Reads an address with or without a name, such as `Sales <sales@example.com>`. */
function fromOf(setting: string): Pick<EmailSenderRow, 'from_email' | 'from_name'> {
  const open = setting.indexOf('<');
  const name = setting.slice(0, Math.max(open, 0)).replaceAll('"', '').trim();
  return {
    from_email: setting
      .slice(open + 1)
      .replace('>', '')
      .trim(),
    from_name: name || null,
  };
}

/**
 * Returns the instance's own mail server in the shape of an account's sender, so that emails are sent in the same way;
 * undefined if it has none.
 */
function serverSender(config: Settings): EmailSenderRow | undefined {
  if (config.SYSTEM_MAIL_URL === '') return undefined;
  const { smtp, password } = serverOf(config.SYSTEM_MAIL_URL);
  const from = fromOf(config.SYSTEM_MAIL_FROM);
  const epoch = new Date(0);
  return {
    id: SYSTEM_SENDER_ID,
    account_id: SYSTEM_SENDER_ID,
    name: 'System',
    ...from,
    reply_to: null,
    provider: 'smtp',
    smtp: JSON.stringify(smtp),
    smtp_password:
      password === '' ? null : sealPassword(createSecretBox(secretsOf(config)), SYSTEM_SENDER_ID, password),
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
    created_at: epoch,
    updated_at: epoch,
  };
}

/** Returns the entry of private hosts that opens the instance's mail server to the instance, and to no account. */
export function systemMailHosts({ SYSTEM_MAIL_URL: url }: Pick<Config, 'SYSTEM_MAIL_URL'>): string[] {
  if (url === '') return [];
  const { host, port } = serverOf(url).smtp;
  return [`${SYSTEM_SENDER_ID}=${host}:${port}`];
}
