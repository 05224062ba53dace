import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import {
  confirmApp,
  deleteApps,
  deleteSecondFactor,
  insertApp,
  listApps,
  lockNewApp,
  recoveryHash,
  replaceRecoveryCodes,
  takeRecoveryCode,
  takeStep,
} from '../../db/accounts/second-factors.js';
import { revokeSessions } from '../../db/accounts/sessions.js';
import type { Db } from '../../db/connection.js';
import type { AuthenticatorAppRow, UserRow } from '../../db/tables.js';
import { newId } from '../../runtime/ids.js';
import type { SecretBox } from '../../runtime/secret-box.js';
import { auditUser } from './audit-user.js';

const PERIOD_S = 30;
const DIGITS = 6;
const SECRET_BYTES = 20;
const RECOVERY_CODES = 10;
const RECOVERY_BYTES = 10;
const TOTP_CODE = /^\d{6}$/;

type Who = Pick<UserRow, 'id' | 'account_id' | 'email'>;

const contextOf = ({ id }: Pick<AuthenticatorAppRow, 'id'>) => `authenticator_apps/${id}/secret`;

/** Creates an authenticator app for a user, which works once its first code is confirmed. Returns what the app needs. */
export async function startTotp(
  tx: Db,
  now: Date,
  { user, box, issuer }: { user: Who; box: SecretBox; issuer: string },
): Promise<{ secret: string; uri: string }> {
  const secret = new Secret({ size: SECRET_BYTES });
  await deleteApps(tx, user.id, 'new');
  const id = newId();
  await insertApp(tx, {
    id,
    account_id: user.account_id,
    user_id: user.id,
    secret: box.seal(secret.base32, contextOf({ id })),
    last_step: null,
    created_at: now,
    confirmed_at: null,
    last_used_at: null,
  });
  const app = new TOTP({ issuer, label: user.email, algorithm: 'SHA1', digits: DIGITS, period: PERIOD_S, secret });
  return { secret: secret.base32, uri: app.toString() };
}

/** Uses up a code of an authenticator app. Codes of the step before and after count too, for clocks that differ. */
async function takeTotpCode(
  tx: Db,
  now: Date,
  box: SecretBox,
  row: AuthenticatorAppRow,
  code: string,
): Promise<boolean> {
  if (!TOTP_CODE.test(code)) return false;
  const secret = Secret.fromBase32(box.open(row.secret, contextOf(row)));
  const timestamp = now.getTime();
  const delta = new TOTP({ algorithm: 'SHA1', digits: DIGITS, period: PERIOD_S, secret }).validate({
    token: code,
    timestamp,
    window: 1,
  });
  if (delta === null) return false;
  return takeStep(tx, now, row.id, Math.floor(timestamp / 1000 / PERIOD_S) + delta);
}

/** Confirms a new authenticator app by its first code; it replaces an earlier one. Returns whether the code is right. */
export async function confirmTotp(tx: Db, now: Date, box: SecretBox, userId: string, code: string): Promise<boolean> {
  const row = await lockNewApp(tx, userId);
  if (!row || !(await takeTotpCode(tx, now, box, row, spelt(code)))) return false;
  await deleteApps(tx, userId, 'confirmed');
  await confirmApp(tx, now, row.id);
  return true;
}

/** Replaces a user's recovery codes, and returns them in the only answer that shows them. */
export async function makeRecoveryCodes(tx: Db, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => {
    const text = new Secret({ buffer: Uint8Array.from(randomBytes(RECOVERY_BYTES)).buffer }).base32.toLowerCase();
    return (text.match(/.{4}/g) ?? []).join('-');
  });
  await replaceRecoveryCodes(
    tx,
    userId,
    codes.map((code) => recoveryHash(spelt(code))),
  );
  return codes;
}

/** Returns a code as it is compared: people type spaces, dashes and capitals. */
const spelt = (code: string): string => code.toLowerCase().replace(/[\s-]/g, '');

/** Uses up a code of a user: of the authenticator app, or a recovery code. Each works once. */
export async function takeCode(tx: Db, now: Date, box: SecretBox, userId: string, given: string): Promise<boolean> {
  const code = spelt(given);
  for (const row of await listApps(tx, userId)) {
    if (await takeTotpCode(tx, now, box, row, code)) return true;
  }
  return takeRecoveryCode(tx, now, userId, recoveryHash(code));
}

/** Removes the second factor of a user who lost it. Their sessions end: someone else may have had it. */
export async function resetSecondFactor(tx: Db, now: Date, userId: string): Promise<void> {
  await deleteSecondFactor(tx, userId);
  await revokeSessions(tx, now, userId);
}

/** Does the same for an operator of the service, and writes it to the audit log. */
export async function resetByOperator(tx: Db, now: Date, user: Who): Promise<void> {
  await resetSecondFactor(tx, now, user.id);
  await auditUser(tx, now, 'resetSecondFactor', user);
}
