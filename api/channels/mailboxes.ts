import { findEmailSender, lockEmailSender } from '../../db/channels/email-senders.js';
import { deleteMailbox, findMailbox, saveMailbox } from '../../db/channels/mailboxes.js';
import { fromJson } from '../../db/connection.js';
import type { MailboxRow } from '../../db/tables.js';
import { secretsOf } from '../../runtime/config.js';
import { createSecretBox } from '../../runtime/secret-box.js';
import {
  deleteMailboxContract,
  getMailboxContract,
  type SenderMailbox,
  setMailboxContract,
} from '../../schemas/channels/mailboxes.js';
import type { Static } from '../../schemas/common.js';
import { type StoredImap, sealImapPassword } from '../../services/inbound/mailboxes.js';
import type { ApiDependencies } from '../dependencies.js';
import { found, pathId } from '../http/path-id.js';
import { route } from '../http/route.js';

const IMAPS = 993;

const toMailbox = (row: MailboxRow): Static<typeof SenderMailbox> => ({
  ...fromJson<StoredImap>(row.settings),
  checked_at: row.checked_at?.toISOString() ?? null,
  error: row.last_error,
});

export const getMailboxRoute = (_deps: ApiDependencies) =>
  route(getMailboxContract).handle(async ({ account, db, params }) => {
    const id = pathId(params.id, 'SENDER_NOT_FOUND');
    found(await findEmailSender(db, account.id, id), 'SENDER_NOT_FOUND');
    const row = await findMailbox(db, account.id, id);
    return { status: 200, body: { success: true, mailbox: row ? toMailbox(row) : null } };
  });

export const setMailboxRoute = ({ config }: ApiDependencies) => {
  const box = createSecretBox(secretsOf(config));
  return route(setMailboxContract).handle(async ({ account, db, params, body, now }) => {
    const id = pathId(params.id, 'SENDER_NOT_FOUND');
    found(await lockEmailSender(db, account.id, id), 'SENDER_NOT_FOUND');
    const port = body.port ?? IMAPS;
    const settings: StoredImap = {
      host: body.host.toLowerCase(),
      port,
      secure: body.secure ?? port === IMAPS,
      user: body.user,
    };
    const row: MailboxRow = {
      sender_id: id,
      account_id: account.id,
      settings: JSON.stringify(settings),
      password: sealImapPassword(box, id, body.password),
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
    };
    await saveMailbox(db, row);
    return { status: 200, body: { success: true, mailbox: toMailbox(row) } };
  });
};

export const deleteMailboxRoute = (_deps: ApiDependencies) =>
  route(deleteMailboxContract).handle(async ({ account, db, params }) => {
    const id = pathId(params.id, 'SENDER_NOT_FOUND');
    found(await lockEmailSender(db, account.id, id), 'SENDER_NOT_FOUND');
    await deleteMailbox(db, account.id, id);
    return { status: 204, body: null };
  });
