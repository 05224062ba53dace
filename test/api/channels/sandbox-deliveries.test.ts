import { describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { sandboxEmail } from '../../../providers/email/sandbox.js';
import { newId } from '../../../runtime/ids.js';
import { createUser } from '../../../services/accounts/accounts.js';
import { useApi } from '../../support/api.js';
import { inTime } from '../../support/in-time.js';

const api = useApi();

async function signedIn() {
  const { accountId } = await api.account();
  const email = `${newId()}@example.com`;
  await createUser(api.db, new Date(), {
    accountId,
    email,
    name: 'O',
    role: 'viewer',
    password: 'long enough, really',
  });
  const session = await supertest(api.app)
    .post('/api/internal/session')
    .send({ email, password: 'long enough, really' });
  return { accountId, cookie: String(session.headers['set-cookie']).split(';')[0] as string };
}

const list = (cookie: string, query = '') =>
  supertest(api.app).get(`/api/internal/sandbox/deliveries${query}`).set('Cookie', cookie);

describe('GET /api/internal/sandbox/deliveries', () => {
  it('shows what the sandbox delivered for the account, newest first, page by page', async () => {
    const { accountId, cookie } = await signedIn();
    const stranger = await signedIn();
    const provider = sandboxEmail(api.db);
    for (const subject of ['one', 'two', 'three']) {
      await provider.send(
        {
          messageId: newId(),
          accountId,
          from: { address: 'sales@example.com', name: 'Sales' },
          to: { address: `${subject}@example.com` },
          subject,
          text: 'Hi',
        },
        inTime(),
      );
    }
    const first = await list(cookie, '?limit=2');
    expect(first.status).toBe(200);
    expect(first.body.deliveries.map(({ subject }: { subject: string }) => subject)).toEqual(['three', 'two']);
    expect(first.body.deliveries[0]).toMatchObject({ to: 'three@example.com', text: 'Hi', html: null });
    const second = await list(cookie, `?limit=2&cursor=${first.body.pagination.next_cursor}`);
    expect(second.body.deliveries).toMatchObject([{ subject: 'one' }]);
    expect((await list(cookie, '?to=two@example.com')).body.deliveries).toHaveLength(1);
    expect((await list(stranger.cookie)).body.deliveries).toEqual([]);
  });

  it('needs a signed-in user; API keys do not open it', async () => {
    const { apiKey } = await api.account();
    const answer = await supertest(api.app).get('/api/internal/sandbox/deliveries').set('X-API-Key', apiKey);
    expect([answer.status, answer.body.code]).toEqual([401, 'NOT_SIGNED_IN']);
  });
});
