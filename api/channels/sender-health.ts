import { findEmailSender, lockEmailSender } from '../../db/channels/email-senders.js';
import { findSenderHealth, scheduleSenderHealth } from '../../db/channels/sender-health.js';
import { type Db, fromJson } from '../../db/connection.js';
import { findLastTest } from '../../db/messages/user-mails.js';
import type { EmailSenderRow, UserMailRow } from '../../db/tables.js';
import type { TestAuthentication } from '../../domain/channels/authentication-results.js';
import { worstOf } from '../../domain/channels/sending-health.js';
import { emailDomain } from '../../domain/values/email.js';
import {
  checkSenderHealthContract,
  getSenderHealthContract,
  type HealthCheck,
} from '../../schemas/channels/sender-health.js';
import type { ApiDependencies } from '../dependencies.js';
import { found, pathId } from '../http/request/path-id.js';
import { route } from '../http/route.js';

function toTest(row: UserMailRow | undefined) {
  if (!row) return null;
  const { server, results } = fromJson<TestAuthentication>(row.authentication ?? '{"server":null,"results":[]}');
  const received_at = row.received_at?.toISOString() ?? null;
  return { sent_at: row.created_at.toISOString(), received_at, server, results };
}

async function healthOf(db: Db, sender: EmailSenderRow) {
  const row = await findSenderHealth(db, sender.id);
  const last_test = toTest(await findLastTest(db, sender.id));
  const checks = row ? fromJson<HealthCheck[]>(row.checks) : [];
  return {
    email_sender_id: sender.id,
    domain: emailDomain(sender.from_email) ?? '',
    status: worstOf(checks),
    checks,
    checked_at: row?.checked_at?.toISOString() ?? null,
    next_check_at: row?.next_at.toISOString() ?? null,
    broken_since: row?.broken_since?.toISOString() ?? null,
    last_test,
  };
}

export const getSenderHealthRoute = (_deps: ApiDependencies) =>
  route(getSenderHealthContract).handle(async ({ account, db, params }) => {
    const id = pathId(params.id, 'SENDER_NOT_FOUND');
    const sender = found(await findEmailSender(db, account.id, id), 'SENDER_NOT_FOUND');
    return { status: 200, body: { success: true, health: await healthOf(db, sender) } };
  });

export const checkSenderHealthRoute = (_deps: ApiDependencies) =>
  route(checkSenderHealthContract).handle(async ({ account, db, params, now }) => {
    const id = pathId(params.id, 'SENDER_NOT_FOUND');
    const sender = found(await lockEmailSender(db, account.id, id), 'SENDER_NOT_FOUND');
    await scheduleSenderHealth(db, sender, now);
    return { status: 202, body: { success: true, health: await healthOf(db, sender) } };
  });
