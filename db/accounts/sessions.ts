import type { Role } from '../../schemas/roles.js';
import type { Db } from '../connection.js';
import type { SessionRow } from './tables.js';

export async function insertSession(
  db: Db,
  session: Pick<SessionRow, 'jti' | 'user_id' | 'account_id' | 'created_at' | 'expires_at'> &
    Partial<Pick<SessionRow, 'user_agent' | 'address' | 'identity_id' | 'issuer_session' | 'issued_at'>>,
): Promise<void> {
  await db('sessions').insert({ ...session, last_seen_at: session.created_at });
}

/** An active session with the data of its user and account that requests need. */
export interface FoundSession {
  jti: string;
  createdAt: Date;
  expiresAt: Date;
  lastSeenAt: Date | null;
  user: { id: string; name: string; email: string; role: Role; language: string | null; needsSecondFactor: boolean };
  account: { id: string; name: string; timezone: string; country: string | null };
}

/** Finds a session that is neither revoked nor over, and whose user may still sign in. */
export async function findSession(db: Db, now: Date, jti: string): Promise<FoundSession | undefined> {
  const row = await db('sessions')
    .join('users', 'users.id', 'sessions.user_id')
    .join('accounts', 'accounts.id', 'sessions.account_id')
    .where('sessions.jti', jti)
    .whereNull('sessions.revoked_at')
    .whereNull('users.disabled_at')
    .where('sessions.expires_at', '>', now)
    .first(
      'sessions.created_at',
      'sessions.expires_at',
      'sessions.last_seen_at',
      'users.id as user_id',
      'users.name as user_name',
      'users.email',
      'users.role',
      'users.language',
      'accounts.id',
      'accounts.name',
      'accounts.timezone',
      'accounts.country',
      {
        // The issuer of a single sign-on asks for its own second factor.
        needs_second_factor: db.raw(
          `accounts.second_factor_required AND sessions.identity_id IS NULL AND NOT EXISTS (
             SELECT 1 FROM authenticator_apps
             WHERE authenticator_apps.user_id = users.id AND authenticator_apps.confirmed_at IS NOT NULL)
           AND NOT EXISTS (SELECT 1 FROM passkeys WHERE passkeys.user_id = users.id)`,
        ),
      },
    );
  return (
    row && {
      jti,
      createdAt: row.created_at,
      expiresAt: row.expires_at,
      lastSeenAt: row.last_seen_at,
      user: {
        id: row.user_id,
        name: row.user_name,
        email: row.email,
        role: row.role as Role,
        language: row.language,
        needsSecondFactor: Boolean(row.needs_second_factor),
      },
      account: { id: row.id, name: row.name, timezone: row.timezone, country: row.country },
    }
  );
}

/** Finds which sessions are still good, with their users' roles as they are now. */
export async function listActiveSessions(db: Db, now: Date, jtis: readonly string[]): Promise<Map<string, Role>> {
  const rows = await db('sessions')
    .join('users', 'users.id', 'sessions.user_id')
    .whereIn('sessions.jti', jtis)
    .whereNull('sessions.revoked_at')
    .whereNull('users.disabled_at')
    .where('sessions.expires_at', '>', now)
    .select('sessions.jti', 'users.role');
  return new Map(rows.map(({ jti, role }) => [jti, role as Role]));
}

/** Notes that a session was used, and until when it lasts. */
export async function touchSession(db: Db, jti: string, now: Date, expiresAt: Date): Promise<void> {
  await db('sessions').where({ jti }).update({ last_seen_at: now, expires_at: expiresAt });
}

/** Lists the sessions of a user that stand, the newest first. */
export const listSessions = (db: Db, now: Date, userId: string): Promise<SessionRow[]> =>
  db('sessions')
    .where({ user_id: userId })
    .whereNull('revoked_at')
    .where('expires_at', '>', now)
    .orderBy('jti', 'desc');

/** Ends a session of a user. Returns whether it stood. */
export const revokeSession = async (db: Db, now: Date, userId: string, jti: string): Promise<boolean> =>
  (await db('sessions')
    .where({ jti, user_id: userId })
    .whereNull('revoked_at')
    .where('expires_at', '>', now)
    .update({ revoked_at: now })) === 1;

/** Ends all sessions of a user but one, where one is to stay. Returns how many stood. */
export async function revokeSessions(db: Db, now: Date, userId: string, butJti?: string): Promise<number> {
  const standing = db('sessions').where({ user_id: userId }).whereNull('revoked_at').where('expires_at', '>', now);
  if (butJti !== undefined) standing.whereNot({ jti: butJti });
  return standing.update({ revoked_at: now });
}

/** The sessions that a logout at an issuer ends: one of its sessions, or all of a person up to an instant. */
export interface EndedSignOn {
  personHash: Buffer | null;
  issuerSession: Buffer | null;
  /** By the issuer's clock, as the sessions' `issued_at` is: no difference of clocks keeps a session alive. */
  upTo: Date;
}

/** Ends the sessions of a logout at an issuer. Returns whose sessions stood. */
export async function revokeSignOns(
  tx: Db,
  now: Date,
  { personHash, issuerSession, upTo }: EndedSignOn,
): Promise<Pick<SessionRow, 'user_id' | 'account_id'>[]> {
  const standing = tx('sessions').whereNull('revoked_at').where('expires_at', '>', now).where('issued_at', '<=', upTo);
  if (issuerSession) standing.where({ issuer_session: issuerSession });
  if (personHash) {
    standing.whereIn('identity_id', await tx('user_identities').where({ person_hash: personHash }).pluck('id'));
  }
  const rows = await standing.forUpdate().select('jti', 'user_id', 'account_id');
  await tx('sessions')
    .whereIn(
      'jti',
      rows.map(({ jti }) => jti),
    )
    .update({ revoked_at: now });
  return rows;
}
