import { verify } from '@node-rs/argon2';
import { findAccount } from '../../db/accounts/accounts.js';
import { countRecoveryCodes, deleteSecondFactor, listApps } from '../../db/accounts/second-factors.js';
import { revokeSessions } from '../../db/accounts/sessions.js';
import { findUser, lockShown } from '../../db/accounts/users.js';
import type { UserRow } from '../../db/tables.js';
import { addressPrefix } from '../../runtime/address-prefix.js';
import { secretsOf } from '../../runtime/config.js';
import { createSecretBox } from '../../runtime/secret-box.js';
import * as contracts from '../../schemas/accounts/second-factor.js';
import type { Contract } from '../../schemas/contract.js';
import {
  confirmTotp,
  makeRecoveryCodes,
  resetSecondFactor,
  startTotp,
  takeCode,
} from '../../services/accounts/second-factor.js';
import type { ApiDependencies } from '../dependencies.js';
import { refuseCrossSite } from '../http/auth/session.js';
import { commit } from '../http/commit.js';
import { ApiError } from '../http/errors.js';
import { found, pathId } from '../http/request/path-id.js';
import { type RouteInput, route } from '../http/route.js';
import { openSession } from './open-session.js';
import { readChallenge } from './second-factor-token.js';
import { signedIn } from './session.js';
import { countTry, forgiveTry } from './sign-in-tries.js';

/** The name of the service in authenticator apps. */
const ISSUER = 'Lead Automation Service';

export const completeSignInRoute = (deps: ApiDependencies) => {
  const { config } = deps;
  const box = createSecretBox(secretsOf(config));
  return route(contracts.completeSignInContract).handle(async (input) => {
    const { body, db, req, now } = input;
    refuseCrossSite(req, config);
    const address = [['address', addressPrefix(req.ip ?? '')] as const];
    await countTry(db, address);
    const shown = readChallenge(config, body.token, now);
    const user = shown && (await findUser(db, shown.accountId, shown.userId));
    if (!user || !shown.fits(user))
      throw new ApiError('INVALID_CREDENTIALS', { message: 'The sign-in has expired. Start again.' });
    // Only those who know the password get here, so no stranger locks the user out.
    const guess = [['second_factor', user.id] as const];
    await countTry(db, guess);
    const answer = await commit(deps, now, async ({ tx }) => {
      if (!(await lockShown(tx, user))) throw new ApiError('INVALID_CREDENTIALS');
      if (!(await takeCode(tx, now, box, user.id, body.code))) throw new ApiError('WRONG_CODE', { field: '/code' });
      return openSession(deps, tx, contracts.completeSignInContract, user, input);
    });
    await forgiveTry(db, [...address, ...guess]);
    return answer;
  });
};

export const getSecondFactorRoute = (_deps: ApiDependencies) =>
  route(contracts.getSecondFactorContract).handle(async (input) => {
    const { id } = signedIn(input);
    const [app] = await listApps(input.db, id);
    return {
      status: 200,
      body: {
        success: true,
        authenticator_app: app
          ? {
              id: app.id,
              created_at: app.created_at.toISOString(),
              last_used_at: app.last_used_at?.toISOString() ?? null,
            }
          : null,
        recovery_codes: await countRecoveryCodes(input.db, id),
        required: (await findAccount(input.db, input.account.id)).second_factor_required,
      },
    };
  });

type Input = Pick<RouteInput<Contract>, 'db' | 'account' | 'user'>;

/** Returns the user of a request if the password is theirs. A wrong one counts as a guess of the signed-in user. */
export async function withPassword(input: Input, password: string): Promise<UserRow> {
  const { id } = signedIn(input);
  const targets = [['signed_in', id] as const];
  await countTry(input.db, targets);
  const user = found<UserRow>(await findUser(input.db, input.account.id, id), 'USER_NOT_FOUND');
  if (!(await verify(user.password_hash, password))) throw new ApiError('WRONG_PASSWORD');
  await forgiveTry(input.db, targets);
  return user;
}

/** Runs `work` in one transaction once a code is used up. A wrong one counts as a guess of the user. */
async function withCode<T>(
  deps: ApiDependencies,
  { db, now, user }: Pick<RouteInput<Contract>, 'db' | 'now' | 'user'>,
  { take, work }: { take: TakeCode; work: (tx: Parameters<TakeCode>[0]) => Promise<T> },
): Promise<T> {
  const targets = [['second_factor', signedIn({ ...(user ? { user } : {}) }).id] as const];
  await countTry(db, targets);
  const done = await commit(deps, now, async ({ tx }) => {
    if (!(await take(tx))) throw new ApiError('WRONG_CODE', { field: '/code' });
    return work(tx);
  });
  await forgiveTry(db, targets);
  return done;
}

type TakeCode = (tx: Parameters<typeof takeCode>[0]) => Promise<boolean>;

export const startAuthenticatorAppRoute = (deps: ApiDependencies) => {
  const box = createSecretBox(secretsOf(deps.config));
  return route(contracts.startAuthenticatorAppContract).handle(async (input) => {
    const { body, now } = input;
    const user = await withPassword(input, body.current_password);
    const app = await commit(deps, now, ({ tx }) => startTotp(tx, now, { user, box, issuer: ISSUER }));
    return { status: 200, body: { success: true, ...app } };
  });
};

export const confirmAuthenticatorAppRoute = (deps: ApiDependencies) => {
  const box = createSecretBox(secretsOf(deps.config));
  return route(contracts.confirmAuthenticatorAppContract).handle(async (input) => {
    const { body, now } = input;
    const { id, sessionId } = signedIn(input);
    const recovery_codes = await withCode(deps, input, {
      take: (tx) => confirmTotp(tx, now, box, id, body.code),
      async work(tx) {
        await revokeSessions(tx, now, id, sessionId);
        return makeRecoveryCodes(tx, id);
      },
    });
    return { status: 200, body: { success: true, recovery_codes } };
  });
};

export const createRecoveryCodesRoute = (deps: ApiDependencies) => {
  const box = createSecretBox(secretsOf(deps.config));
  return route(contracts.createRecoveryCodesContract).handle(async (input) => {
    const { body, now } = input;
    const { id } = await withPassword(input, body.current_password);
    const recovery_codes = await withCode(deps, input, {
      take: (tx) => takeCode(tx, now, box, id, body.code),
      work: (tx) => makeRecoveryCodes(tx, id),
    });
    return { status: 200, body: { success: true, recovery_codes } };
  });
};

export const removeSecondFactorRoute = (deps: ApiDependencies) => {
  const box = createSecretBox(secretsOf(deps.config));
  return route(contracts.removeSecondFactorContract).handle(async (input) => {
    const { body, now } = input;
    const { id } = await withPassword(input, body.current_password);
    await withCode(deps, input, {
      take: (tx) => takeCode(tx, now, box, id, body.code),
      work: (tx) => deleteSecondFactor(tx, id),
    });
    return { status: 204, body: null };
  });
};

export const resetSecondFactorRoute = (_deps: ApiDependencies) =>
  route(contracts.resetSecondFactorContract).handle(async ({ account, db, params, now }) => {
    const id = pathId(params.id, 'USER_NOT_FOUND');
    found(await findUser(db, account.id, id), 'USER_NOT_FOUND');
    await resetSecondFactor(db, now, id);
    return { status: 204, body: null };
  });
