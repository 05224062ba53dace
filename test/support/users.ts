import supertest from 'supertest';
import { signSession } from '../../api/http/auth/session.js';
import { insertSession } from '../../db/accounts/sessions.js';
import { newId } from '../../runtime/ids.js';
import type { Role } from '../../schemas/roles.js';
import { createUser } from '../../services/accounts/accounts.js';
import { TEST_SECRET, type TestApi } from './api.js';

export const PASSWORD = 'a long password of the tests';
/** The header that the dashboard sends with every change. */
export const OWN_HEADER = { 'x-requested-with': 'test' };

export interface TestUser {
  userId: string;
  email: string;
  cookie: string;
  /** Requests of the signed-in user: `user.request('post', '/leads').send({...})`, below /api/internal. */
  request(method: 'get' | 'post' | 'put' | 'patch' | 'delete', path: string): supertest.Test;
}

/** Adds a session of a user, and returns its cookie. */
export async function addSession(
  { db }: Pick<TestApi, 'db'>,
  user: { userId: string; accountId: string },
  made = new Date(),
  lastsMs = 12 * 3_600_000,
): Promise<string> {
  const jti = newId();
  await insertSession(db, {
    jti,
    user_id: user.userId,
    account_id: user.accountId,
    created_at: made,
    expires_at: new Date(made.getTime() + lastsMs),
  });
  return `las_session=${signSession(TEST_SECRET, jti, user.userId, made)}`;
}

/** Adds a user of an account who is signed in. */
export async function addUser(
  api: Pick<TestApi, 'db' | 'app'>,
  accountId: string,
  role: Role = 'owner',
): Promise<TestUser> {
  const email = `${newId()}@example.com`;
  const user = { accountId, email, name: 'User', role, password: PASSWORD };
  const { userId } = await createUser(api.db, new Date(), user);
  const cookie = await addSession(api, { userId, accountId });
  return {
    userId,
    email,
    cookie,
    request: (method, path) =>
      supertest(api.app)
        [method](`/api/internal${path}`)
        .set({ cookie, ...OWN_HEADER }),
  };
}
