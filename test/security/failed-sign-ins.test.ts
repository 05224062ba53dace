import { beforeAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { deleteExpiredFailedSignIns } from '../../db/accounts/failed-sign-ins.js';
import { newId } from '../../runtime/ids.js';
import { createUser } from '../../services/accounts/accounts.js';
import { useApi } from '../support/api.js';

// Two processes on one database, behind a proxy that names the caller's address.
const one = useApi({ TRUST_PROXY: '1' });
const two = useApi({ TRUST_PROXY: '1' });
const PASSWORD = 'a long password of the tests';

let accountId: string;
beforeAll(async () => {
  ({ accountId } = await one.account());
});

async function addUser(): Promise<string> {
  const email = `${newId()}@example.com`;
  await createUser(one.db, new Date(), { accountId, email, name: 'User', role: 'owner', password: PASSWORD });
  return email;
}

const newAddress = () => `2001:db8:${newId().slice(-4)}:${newId().slice(-4)}::1`;
const signIn = (email: string, password: string, address = newAddress(), api = one) =>
  supertest(api.app).post('/api/internal/session').set('X-Forwarded-For', address).send({ email, password });

describe('guessing passwords', () => {
  it('ends after ten wrong ones for a user, whichever process and address they come by, then also for the right one', async () => {
    const email = await addUser();
    for (let at = 0; at < 10; at += 1) {
      expect((await signIn(email, 'wrong', undefined, at % 2 ? one : two)).status).toBe(401);
    }
    for (const [api, spelt] of [
      [one, email],
      [two, ` ${email.toUpperCase()} `],
    ] as const) {
      const refused = await signIn(spelt, PASSWORD, undefined, api);
      expect([refused.status, refused.body.code]).toEqual([429, 'RATE_LIMITED']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(900);
      expect(refused.headers['set-cookie']).toBeUndefined();
    }
    expect((await signIn(await addUser(), PASSWORD)).status).toBe(201);
  });

  it('is answered the same for an address that has no user', async () => {
    const known = await addUser();
    const unknown = `${newId()}@example.com`;
    const answers = async (email: string) => {
      const found = [];
      for (let at = 0; at < 11; at += 1) {
        const { status, body } = await signIn(email, 'wrong');
        found.push({ status, ...body, request_id: '' });
      }
      return found;
    };
    expect(await answers(unknown)).toEqual(await answers(known));
  });

  it('can’t be done at once either: of thirty in parallel ten are judged', async () => {
    const email = await addUser();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_each, at) => signIn(email, 'wrong', undefined, at % 2 ? one : two)),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
  });

  it('ends after a hundred wrong ones from an IPv6 network of one sender, for any user; others can still sign in', async () => {
    const [email, address] = [await addUser(), newAddress()];
    const guesses = Array.from({ length: 100 }, (_each, at) =>
      signIn(`${newId()}@example.com`, 'wrong', address.replace(/::1$/, `::${at + 2}`)),
    );
    expect((await Promise.all(guesses)).filter(({ status }) => status !== 401)).toEqual([]);
    expect((await signIn(email, PASSWORD, address)).status).toBe(429);
    expect((await signIn(email, PASSWORD)).status).toBe(201);
  });

  it('does not include frequent successful sign-ins', async () => {
    const [email, address] = [await addUser(), newAddress()];
    for (let at = 0; at < 25; at += 1) expect((await signIn(email, PASSWORD, address)).status).toBe(201);
  });

  describe('in a browser in which the user has signed in before', () => {
    const cookiesOf = ({ headers }: { headers: Record<string, unknown> }) =>
      ((headers['set-cookie'] ?? []) as string[]).map((cookie) => cookie.split(';')[0] ?? '');
    const browserOf = async (email: string) =>
      cookiesOf(await signIn(email, PASSWORD)).find((cookie) => cookie.startsWith('las_browser=')) ?? '';
    const within = (cookie: string, email: string, password: string) => signIn(email, password).set('Cookie', cookie);

    it('does not keep the user out when strangers give wrong passwords', async () => {
      const email = await addUser();
      const cookie = await browserOf(email);
      for (let at = 0; at < 15; at += 1) await signIn(email, 'wrong');
      expect((await signIn(email, PASSWORD)).status).toBe(429);
      expect((await within(cookie, email, 'wrong')).status).toBe(401);
      const answer = await within(cookie, email, PASSWORD);
      expect(answer.status).toBe(201);
      // It stays the same browser: each sign-in would else be worth another ten tries.
      const again = cookiesOf(answer)[1] ?? '';
      for (let at = 0; at < 9; at += 1) expect((await within(again, email, 'wrong')).status).toBe(401);
      expect((await within(cookie, email, PASSWORD)).status).toBe(429);
    });

    it('ends too: its cookie is worth ten tries more, and no further ones', async () => {
      const email = await addUser();
      const cookie = await browserOf(email);
      const answers = [];
      for (let at = 0; at < 25; at += 1) answers.push((await within(cookie, email, 'wrong')).status);
      expect(answers).toEqual([...Array(20).fill(401), ...Array(5).fill(429)]);
      expect((await within(cookie, email, PASSWORD)).status).toBe(429);
    });

    it('counts for that user and that cookie alone', async () => {
      const [email, other] = [await addUser(), await addUser()];
      const cookie = await browserOf(email);
      for (let at = 0; at < 10; at += 1) await signIn(other, 'wrong');
      expect((await within(cookie, other, PASSWORD)).status).toBe(429);
      for (let at = 0; at < 10; at += 1) await signIn(email, 'wrong');
      for (const forged of [`${cookie}x`, 'las_browser=x.y', cookie.replace('=', '=A')])
        expect((await within(forged, email, PASSWORD)).status).toBe(429);
    });
  });

  it('is forgotten with the next quarter of an hour', async () => {
    const email = await addUser();
    for (let at = 0; at < 11; at += 1) await signIn(email, 'wrong');
    await one.db('sign_in_guesses').decrement('period', 1);
    expect((await signIn(email, PASSWORD)).status).toBe(201);
    await one.db('sign_in_guesses').decrement('period', 5);
    await deleteExpiredFailedSignIns(one.db, new Date());
    expect(await one.db('sign_in_guesses').where('period', '<', Date.now() / 900_000 - 2)).toEqual([]);
  });
});
