import { findEmailSender, lockEmailSender } from '../../db/channels/email-senders.js';
import { deleteMailbox, findMailbox, saveMailbox } from '../../db/channels/mailboxes.js';
import { scheduleLookups } from '../../db/channels/sent-mails.js';
import type { Db } from '../../db/connection.js';
import { findConnectionById } from '../../db/connections/connections.js';
import type { MailboxRow } from '../../db/tables.js';
import { type Config, secretsOf } from '../../runtime/config.js';
import { createSecretBox, type SecretBox } from '../../runtime/secret-box.js';
import {
  deleteMailboxContract,
  getMailboxContract,
  type SenderMailbox,
  setMailboxContract,
} from '../../schemas/channels/mailboxes.js';
import type { Static } from '../../schemas/common.js';
import { mailboxSettingsOf, type StoredImap, type StoredSync } from '../../services/channels/mailbox-settings.js';
import { mailServerOf } from '../../services/connections/own-clients.js';
import { sealImapPassword } from '../../services/inbound/mailboxes.js';
import { pushStateOf } from '../../services/inbound/push-state.js';
import type { ApiDependencies } from '../dependencies.js';
import { emailField } from '../http/request/fields.js';
import { found, pathId } from '../http/request/path-id.js';
import { route } from '../http/route.js';
import { invalidConnection, usableConnection } from './usable-connection.js';

const IMAPS = 993;
const HTTPS = 443;

type Input = Static<(typeof setMailboxContract)['body']>;
type Settings = Pick<MailboxRow, 'settings' | 'password' | 'connection_id'>;

type ApiUrls = Pick<Config, 'MICROSOFT_GRAPH_URL' | 'GMAIL_URL'>;

async function toMailbox(db: Db, urls: ApiUrls, row: MailboxRow, now: Date): Promise<Static<typeof SenderMailbox>> {
  const { sent_copies, last_error: error } = row;
  const push = await pushStateOf(db, now, row.sender_id);
  const state = { sent_copies, checked_at: row.checked_at?.toISOString() ?? null, error, push };
  const { connection_id } = row;
  const settings = mailboxSettingsOf(row);
  if (settings.by === 'imap') {
    const { host, port, secure, user } = settings;
    return { host, port, secure, user, connection_id, shared_mailbox: null, ...state };
  }
  const { shared_mailbox } = settings;
  const connection = connection_id === null ? undefined : await findConnectionById(db, connection_id);
  const user = shared_mailbox ?? connection?.email ?? '-';
  const url = connection?.provider === 'google' ? urls.GMAIL_URL : urls.MICROSOFT_GRAPH_URL;
  const server = { host: new URL(url).hostname, port: HTTPS, secure: true };
  return { ...server, user, connection_id, shared_mailbox, ...state };
}

export const getMailboxRoute = ({ config }: ApiDependencies) =>
  route(getMailboxContract).handle(async ({ account, db, params, now }) => {
    const id = pathId(params.id, 'SENDER_NOT_FOUND');
    found(await findEmailSender(db, account.id, id), 'SENDER_NOT_FOUND');
    const row = await findMailbox(db, account.id, id);
    const mailbox = row ? await toMailbox(db, config, row, now) : null;
    return { status: 200, body: { success: true, mailbox } };
  });

export const setMailboxRoute = ({ config }: ApiDependencies) => {
  const box = createSecretBox(secretsOf(config));
  return route(setMailboxContract).handle(async ({ account, db, params, body, now }) => {
    const id = pathId(params.id, 'SENDER_NOT_FOUND');
    found(await lockEmailSender(db, account.id, id), 'SENDER_NOT_FOUND');
    const before = await findMailbox(db, account.id, id);
    const settings = body.connection_id ? await connectedMailbox(db, account.id, body) : imapMailbox(box, id, body);
    const row: MailboxRow = {
      sender_id: id,
      account_id: account.id,
      ...settings,
      sync_token: null,
      uid_validity: null,
      last_uid: 0,
      read_since: now,
      lease_owner: null,
      lease_until: null,
      next_at: now,
      failures: 0,
      last_error: null,
      checked_at: null,
      updated_at: now,
      sent_since: now,
      sent_uid_validity: null,
      sent_last_uid: 0,
      sent_token: null,
      sent_copies: body.sent_copies ?? before?.sent_copies ?? 'auto',
    };
    await saveMailbox(db, row);
    await scheduleLookups(db, now, id);
    const mailbox = await toMailbox(db, config, row, now);
    return { status: 200, body: { success: true, mailbox } };
  });
};

async function connectedMailbox(db: Db, accountId: string, body: Input): Promise<Settings> {
  if (body.host ?? body.user ?? body.password) {
    throw invalidConnection('connection_id excludes host, user and password.', '/connection_id');
  }
  const shared = body.shared_mailbox ? emailField(body.shared_mailbox, '/shared_mailbox') : null;
  const id = String(body.connection_id).toLowerCase();
  const connection = await usableConnection(db, accountId, id, { purpose: 'read_mail', shared });
  const settings: StoredSync | StoredImap = mailServerOf(connection, 'imap') ?? { shared_mailbox: shared };
  return { settings: JSON.stringify(settings), password: null, connection_id: id };
}

function imapMailbox(box: SecretBox, senderId: string, body: Input): Settings {
  const { host, user, password } = body;
  if (body.shared_mailbox) throw invalidConnection('shared_mailbox needs a connection_id.', '/shared_mailbox');
  if (!host) throw invalidConnection('host is required without a connection_id.', '/host');
  if (!user) throw invalidConnection('user is required without a connection_id.', '/user');
  if (!password) throw invalidConnection('password is required without a connection_id.', '/password');
  const port = body.port ?? IMAPS;
  const settings: StoredImap = { host: host.toLowerCase(), port, secure: body.secure ?? port === IMAPS, user };
  return {
    settings: JSON.stringify(settings),
    password: sealImapPassword(box, senderId, password),
    connection_id: null,
  };
}

export const deleteMailboxRoute = (_deps: ApiDependencies) =>
  route(deleteMailboxContract).handle(async ({ account, db, params }) => {
    const id = pathId(params.id, 'SENDER_NOT_FOUND');
    found(await lockEmailSender(db, account.id, id), 'SENDER_NOT_FOUND');
    await deleteMailbox(db, account.id, id);
    return { status: 204, body: null };
  });
