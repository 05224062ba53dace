import { hash, verify } from '@node-rs/argon2';
import { listActiveKeysMadeBy } from '../../db/accounts/api-keys.js';
import { revokeSessions } from '../../db/accounts/sessions.js';
import { endUserTokens, endUserTokensMadeBy, listUserTokens, revokeUserToken } from '../../db/accounts/user-tokens.js';
import {
  findUser,
  isEmailTaken,
  type ListedUser,
  listPeople,
  lockOwners,
  lockShown,
  updateUser,
} from '../../db/accounts/users.js';
import type { UserRow, UserTokenRow } from '../../db/tables.js';
import { losesAccess, mayManage, refusalOf } from '../../domain/accounts/people.js';
import { publicUrl, secretsOf } from '../../runtime/config.js';
import { createSecretBox } from '../../runtime/secret-box.js';
import * as people from '../../schemas/accounts/people.js';
import type { Language } from '../../schemas/dashboard.js';
import type { Role } from '../../schemas/roles.js';
import { issueLink } from '../../services/accounts/links.js';
import { systemMail } from '../../services/channels/system-sender.js';
import { mailLink } from '../../services/messages/user-mails.js';
import type { ApiDependencies } from '../dependencies.js';
import { callerName } from '../http/auth/caller-name.js';
import { languageCookies } from '../http/auth/language.js';
import { commit } from '../http/commit.js';
import { ApiError } from '../http/errors.js';
import { emailField } from '../http/request/fields.js';
import { found, pathId } from '../http/request/path-id.js';
import { route, type SignedIn } from '../http/route.js';
import { assertStrong } from './account-setup.js';
import { toKey } from './keys.js';
import { beginSession } from './open-session.js';
import { signedIn } from './session.js';
import { countTry, forgiveTry } from './sign-in-tries.js';

const toUser = (row: ListedUser): people.User => ({
  id: row.id,
  name: row.name,
  email: row.email,
  role: row.role as Role,
  language: row.language as Language | null,
  created_at: row.created_at.toISOString(),
  disabled_at: row.disabled_at?.toISOString() ?? null,
  last_seen_at: row.last_seen_at?.toISOString() ?? null,
});

export const listUsersRoute = (_deps: ApiDependencies) =>
  route(people.listUsersContract).handle(async ({ account, db }) => ({
    status: 200,
    body: { success: true, users: (await listPeople(db, account.id)).map(toUser) },
  }));

export const updateUserRoute = ({ config }: ApiDependencies) =>
  route(people.updateUserContract).handle(async (input) => {
    const { account, db, body, now } = input;
    const actor = signedIn(input);
    const id = pathId(input.params.id, 'USER_NOT_FOUND');
    const owners = await lockOwners(db, account.id);
    const user = found(await findUser(db, account.id, id), 'USER_NOT_FOUND');
    const target = { id, role: user.role as Role, disabled: user.disabled_at !== null };
    const refusal = refusalOf(actor, target, body, owners.filter((owner) => owner !== id).length);
    if (refusal === 'FORBIDDEN') throw mayNot(actor.role);
    if (refusal) throw new ApiError(refusal);
    const loses = losesAccess(target, body);
    await updateUser(db, id, {
      name: body.name ?? user.name,
      role: body.role ?? user.role,
      language: body.language === undefined ? user.language : body.language,
      disabled_at: body.disabled === undefined ? user.disabled_at : body.disabled ? (user.disabled_at ?? now) : null,
    });
    // After the user: using a link locks its maker before the link.
    if (loses) await endUserTokensMadeBy(db, now, user);
    if (body.disabled) await revokeSessions(db, now, id);
    const [row] = await listPeople(db, account.id, id);
    const changed = found(row, 'USER_NOT_FOUND');
    const cookies = actor.id === id ? languageCookies(changed.language, config, input.req) : [];
    const keys = loses ? await listActiveKeysMadeBy(db, account.id, `user:${id}`) : undefined;
    return {
      status: 200,
      ...(cookies.length > 0 ? { headers: { 'Set-Cookie': cookies } } : {}),
      body: {
        success: true,
        user: toUser(changed),
        ...(keys ? { active_keys: keys.map(toKey) } : {}),
      },
    };
  });

/** Returns the link for its maker: owners only, since anyone with the link can take over the account of its user. */
function shownLink({ role }: SignedIn, url: string, mailed: boolean): string | null {
  if (role === 'owner') return url;
  if (mailed) return null;
  throw new ApiError('FORBIDDEN', {
    message: 'The account has no email sender with an SMTP server. Add one, or ask an owner for the link.',
    details: { roles: ['owner'] },
  });
}

const mayNot = (role: Role) => new ApiError('FORBIDDEN', { message: `Your role, ${role}, can't manage this user.` });

export const createPasswordResetRoute = ({ config }: ApiDependencies) => {
  const access = { box: createSecretBox(secretsOf(config)), system: systemMail(config) };
  return route(people.createPasswordResetContract).handle(async (input) => {
    const { account, db, work, now } = input;
    const actor = signedIn(input);
    const id = pathId(input.params.id, 'USER_NOT_FOUND');
    const user = found(await findUser(db, account.id, id), 'USER_NOT_FOUND');
    if (!mayManage(actor, user.role as Role)) throw mayNot(actor.role);
    const by = callerName(input);
    const { row, path } = await issueLink(db, now, { accountId: account.id, kind: 'reset', userId: id, createdBy: by });
    const url = publicUrl(config) + path;
    const mailed = await mailLink(work, access, {
      accountId: account.id,
      account: account.name,
      kind: 'reset',
      userId: actor.id,
      by: actor.name,
      to: user.email,
      language: user.language,
      url,
      expiresAt: row.expires_at,
    });
    return {
      status: 201,
      body: { success: true, url: shownLink(actor, url, mailed), mailed, expires_at: row.expires_at.toISOString() },
    };
  });
};

export const changePasswordRoute = (deps: ApiDependencies) =>
  route(people.changePasswordContract).handle(async (input) => {
    const { account, db, body, now } = input;
    const { id, email } = signedIn(input);
    // A count of its own: strangers who try the address don't keep its user from a new password.
    const targets = [['signed_in', id] as const];
    await countTry(db, targets);
    const user = found<UserRow>(await findUser(db, account.id, id), 'USER_NOT_FOUND');
    if (!(await verify(user.password_hash, body.current_password))) throw new ApiError('WRONG_PASSWORD');
    await forgiveTry(db, targets);
    assertStrong(body.password, email);
    const password_hash = await hash(body.password);
    // The session continues under another ID, so that a stolen token of it stops working.
    const { ended, cookie } = await commit(deps, now, async ({ tx }) => {
      if (!(await lockShown(tx, user))) throw new ApiError('WRONG_PASSWORD');
      await updateUser(tx, id, { password_hash });
      const all = await revokeSessions(tx, now, id);
      await endUserTokens(tx, now, { account_id: account.id, kind: 'reset', user_id: id });
      return { ended: all - 1, ...(await beginSession(deps, tx, user, input)) };
    });
    return { status: 200, headers: { 'Set-Cookie': cookie }, body: { success: true, ended } };
  });

const toInvitation = (row: Omit<UserTokenRow, 'used_at'>) => ({
  id: row.id,
  email: row.email ?? '',
  role: row.role as Role,
  created_by: row.created_by,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
});

export const listInvitationsRoute = (_deps: ApiDependencies) =>
  route(people.listInvitationsContract).handle(async ({ account, db, now }) => ({
    status: 200,
    body: { success: true, invitations: (await listUserTokens(db, now, account.id, 'invitation')).map(toInvitation) },
  }));

export const createInvitationRoute = ({ config }: ApiDependencies) => {
  const access = { box: createSecretBox(secretsOf(config)), system: systemMail(config) };
  return route(people.createInvitationContract).handle(async (input) => {
    const { account, db, work, body, now } = input;
    const actor = signedIn(input);
    if (!mayManage(actor, body.role)) throw mayNot(actor.role);
    const email = emailField(body.email, '/email').toLowerCase();
    if (await isEmailTaken(db, account.id, email)) throw new ApiError('EMAIL_TAKEN');
    const by = callerName(input);
    const link = { accountId: account.id, kind: 'invitation', email, role: body.role, createdBy: by } as const;
    const { row, path } = await issueLink(db, now, link);
    const url = publicUrl(config) + path;
    const mailed = await mailLink(work, access, {
      accountId: account.id,
      account: account.name,
      kind: 'invitation',
      userId: actor.id,
      by: actor.name,
      to: email,
      language: actor.language,
      url,
      expiresAt: row.expires_at,
    });
    const shown = shownLink(actor, url, mailed);
    return { status: 201, body: { success: true, invitation: toInvitation(row), url: shown, mailed } };
  });
};

export const deleteInvitationRoute = (_deps: ApiDependencies) =>
  route(people.deleteInvitationContract).handle(async ({ account, db, params, now }) => {
    const id = pathId(params.id, 'INVITATION_NOT_FOUND');
    if (!(await revokeUserToken(db, now, account.id, 'invitation', id))) throw new ApiError('INVITATION_NOT_FOUND');
    return { status: 204, body: null };
  });
