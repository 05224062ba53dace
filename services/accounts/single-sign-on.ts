import { createHash, randomBytes } from 'node:crypto';
import { findOnlyAccount, lockAccount } from '../../db/accounts/accounts.js';
import {
  deleteIdentities,
  findIdentity,
  findSignOn,
  hasIdentity,
  insertIdentity,
  insertSignOn,
  issuerHash,
  issuerSessionHash,
  personHash,
  takeSignOn,
} from '../../db/accounts/identities.js';
import { revokeSessions, revokeSignOns } from '../../db/accounts/sessions.js';
import { endUserTokensMadeBy } from '../../db/accounts/user-tokens.js';
import { findAnyUserByEmail, findUser, lockOwners, updateUser } from '../../db/accounts/users.js';
import type { Db } from '../../db/connection.js';
import type { UserRow } from '../../db/tables.js';
import { losesAccess } from '../../domain/accounts/people.js';
import { accountOf, allowsAddress, roleOf, type SignOnRules } from '../../domain/accounts/sign-on.js';
import type { SignOnLogout, SignOnPerson, SingleSignOn } from '../../providers/oauth/single-sign-on.js';
import type { Clock } from '../../runtime/clock.js';
import { newId } from '../../runtime/ids.js';
import type { SecretBox } from '../../runtime/secret-box.js';
import type { Role } from '../../schemas/roles.js';
import { createUser } from './accounts.js';
import { auditUser } from './audit-user.js';

export interface SignOnDependencies {
  db: Db;
  clock: Clock;
  box: SecretBox;
  singleSignOn: Pick<SingleSignOn, 'authorizationUrl' | 'finish'>;
}

/** How long a person may take on the issuer's pages. */
const SIGN_ON_MS = 15 * 60_000;
const LONGEST_NAME = 200;
const LONGEST_EMAIL = 254;

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();
const secret = (): string => randomBytes(32).toString('base64url');
const verifierContext = (id: string) => `sign_ons/${id}/verifier`;

/** Starts a single sign-on, which only `browser` can finish. Returns the issuer's page; undefined while it is away. */
export async function beginSignOn(
  { db, clock, box, singleSignOn }: SignOnDependencies,
  { browser, target }: { browser: string; target: string },
): Promise<{ kind: 'url'; url: string } | { kind: 'away'; message: string }> {
  const attempt = { state: secret(), nonce: secret(), verifier: secret() };
  const leading = await singleSignOn.authorizationUrl(attempt);
  if (leading.kind !== 'url') return { kind: 'away', message: leading.message };
  const id = newId();
  await insertSignOn(db, {
    id,
    state_hash: hashOf(attempt.state),
    browser_hash: hashOf(browser),
    verifier: box.seal(attempt.verifier, verifierContext(id)),
    nonce: attempt.nonce,
    target,
    expires_at: new Date(clock.now().getTime() + SIGN_ON_MS),
  });
  return leading;
}

/** The reason why no user was signed in. */
export type SignOnRefusal =
  | 'expired'
  | 'denied'
  | 'away'
  | 'failed'
  | 'no_account'
  | 'no_role'
  | 'unverified'
  | 'domain'
  | 'linked'
  | 'deactivated';

/** What the issuer sent a browser back with. */
export interface SignOnCallback {
  state: string;
  browser: string | undefined;
  query: URLSearchParams;
}

/** Finds out who a browser came back as. A state works once, in the browser that started with it. */
export async function finishSignOn(
  { db, clock, box, singleSignOn }: SignOnDependencies,
  { state, browser, query }: SignOnCallback,
): Promise<
  { kind: 'person'; person: SignOnPerson; target: string } | { kind: 'refused'; why: SignOnRefusal; message?: string }
> {
  const row = await findSignOn(db, clock.now(), hashOf(state));
  const isSameBrowser = browser !== undefined && row?.browser_hash.equals(hashOf(browser));
  // Asked before the state is used up: no one else can use up the sign-in of this browser.
  if (!row || !isSameBrowser || !(await takeSignOn(db, row.id))) return { kind: 'refused', why: 'expired' };
  const verifier = box.open(row.verifier, verifierContext(row.id));
  const result = await singleSignOn.finish({ state, nonce: row.nonce, verifier }, query);
  if (result.kind === 'signed_in') return { kind: 'person', person: result.person, target: row.target };
  if (result.kind === 'unavailable') return { kind: 'refused', why: 'away', message: result.message };
  return { kind: 'refused', why: result.code === 'access_denied' ? 'denied' : 'failed', message: result.message };
}

/** Who signed in, and what the session remembers of it. */
export interface AdmittedUser {
  kind: 'user';
  user: UserRow;
  signOn: { identity_id: string; issuer_session: Buffer | null; issued_at: Date };
}

export type Admission = AdmittedUser | { kind: 'refused'; why: SignOnRefusal; user?: UserRow };

/**
 * Finds the user of a person in the caller's transaction. Who is known by the issuer's ID of the person stays the same
 * user, whatever becomes of addresses. Others become the user with their address, or a new one, if the issuer says that
 * it verified the address. A user who is linked to a person is never linked to a second one of the same issuer: an
 * address that was given to someone else doesn't open the account of who had it before.
 */
export async function admit(tx: Db, now: Date, rules: SignOnRules, person: SignOnPerson): Promise<Admission> {
  const accountId = accountOf(rules, person.claims) ?? (await findOnlyAccount(tx));
  // Sign-ins of an account are serialized, so that a person who comes twice at once is created once.
  if (accountId === undefined || !(await lockAccount(tx, accountId))) return { kind: 'refused', why: 'no_account' };
  if (!allowsAddress(rules, person.email)) return { kind: 'refused', why: 'domain' };
  const role = roleOf(rules, person.claims);
  const hash = personHash(person.issuer, person.subject);
  const known = await findIdentity(tx, accountId, hash);
  const found = known
    ? await findUser(tx, accountId, known.user_id)
    : await userToLink(tx, now, { accountId, role, person });
  if (typeof found === 'string') return { kind: 'refused', why: found };
  if (!found) return { kind: 'refused', why: 'no_account' };
  if (found.disabled_at) return { kind: 'refused', why: 'deactivated', user: found };
  if (rules.roleClaim !== '' && role === undefined) return { kind: 'refused', why: 'no_role', user: found };
  const identityId = known?.id ?? newId();
  if (!known) {
    const issuer_hash = issuerHash(person.issuer);
    const link = { account_id: accountId, user_id: found.id, issuer_hash, person_hash: hash, created_at: now };
    await insertIdentity(tx, { id: identityId, ...link });
    await auditUser(tx, now, 'single_sign_on.linked', found);
  }
  const user = rules.roleClaim === '' || role === undefined ? found : await withRole(tx, now, found, role);
  const issuer_session = person.sessionId === null ? null : issuerSessionHash(person.issuer, person.sessionId);
  return { kind: 'user', user, signOn: { identity_id: identityId, issuer_session, issued_at: person.issuedAt } };
}

/** Finds or creates the user whom a person becomes at their first single sign-on. */
async function userToLink(
  tx: Db,
  now: Date,
  { accountId, role, person }: { accountId: string; role: Role | undefined; person: SignOnPerson },
): Promise<UserRow | SignOnRefusal> {
  if (person.email === null || !person.emailVerified || person.email.length > LONGEST_EMAIL) return 'unverified';
  const email = person.email.trim().toLowerCase();
  const existing = await findAnyUserByEmail(tx, accountId, email);
  if (existing) {
    // The database finds addresses that differ by accents too: they are other people's.
    const isOther = existing.email !== email || (await hasIdentity(tx, existing.id, issuerHash(person.issuer)));
    return isOther ? 'linked' : existing;
  }
  if (role === undefined) return 'no_role';
  const name = (person.name ?? email).slice(0, LONGEST_NAME);
  // No one knows the password: the user can set one with a reset link.
  const { userId } = await createUser(tx, now, { accountId, email, name, role, password: secret() });
  const user = (await findUser(tx, accountId, userId)) as UserRow;
  await auditUser(tx, now, 'single_sign_on.created', user);
  return user;
}

/** Gives a user the role of their claims, unless no owner would be left. */
async function withRole(tx: Db, now: Date, user: UserRow, role: Role): Promise<UserRow> {
  if (user.role === role) return user;
  const owners = await lockOwners(tx, user.account_id);
  if (user.role === 'owner' && owners.every((id) => id === user.id)) return user;
  await updateUser(tx, user.id, { role });
  if (losesAccess({ role: user.role as Role, disabled: false }, { role })) await endUserTokensMadeBy(tx, now, user);
  await auditUser(tx, now, 'single_sign_on.role_changed', user);
  return { ...user, role };
}

/** Ends the sessions that a logout at the issuer names. Returns how many stood. */
export async function endSignOns(tx: Db, now: Date, logout: SignOnLogout): Promise<number> {
  const { issuer, subject, sessionId, issuedAt } = logout;
  const ended = await revokeSignOns(tx, now, {
    personHash: subject === null ? null : personHash(issuer, subject),
    issuerSession: sessionId === null ? null : issuerSessionHash(issuer, sessionId),
    upTo: issuedAt,
  });
  const users = new Map(ended.map(({ user_id, account_id }) => [user_id, { id: user_id, account_id }]));
  for (const user of users.values()) await auditUser(tx, now, 'single_sign_on.signed_out', user);
  return ended.length;
}

/** Permits a user to sign in with their password until a time, although single sign-on is required. */
export async function allowPassword(tx: Db, now: Date, user: UserRow, until: Date): Promise<void> {
  await updateUser(tx, user.id, { password_until: until });
  await auditUser(tx, now, 'single_sign_on.password_allowed', user);
}

/** Unlinks a user from their person at the issuer. The sessions of that person end. Returns how many links there were. */
export async function unlinkUser(tx: Db, now: Date, user: UserRow): Promise<number> {
  const links = await deleteIdentities(tx, user.id);
  await revokeSessions(tx, now, user.id);
  await auditUser(tx, now, 'single_sign_on.unlinked', user);
  return links;
}
