import { beforeEach, describe, expect, it } from '@jest/globals';
import type { SendOutcome } from '../../providers/outcome.js';
import { newId } from '../../runtime/ids.js';
import { createLogger } from '../../runtime/logger.js';
import { createMetrics } from '../../runtime/metrics.js';
import { createBreakers } from '../../services/channels/breakers.js';
import { listAttention } from '../../services/operations/attention.js';
import { addSender } from '../support/agents.js';
import { type TestAccount, useApi } from '../support/api.js';

const api = useApi();
const REFUSED: SendOutcome = { kind: 'refused_retry', code: 'smtp_421', message: 'Not now.' };
const ACCEPTED: SendOutcome = { kind: 'accepted', providerMessageId: '<x@example.com>' };
const NO_SUCH: SendOutcome = { kind: 'refused_final', code: 'smtp_550', message: 'No such address.' };
const BUSY: SendOutcome = { kind: 'refused_retry', code: 'smtp_busy', message: 'All sessions are lent.' };

let now = Date.parse('2026-03-02T10:00:00Z');
const clock = { now: () => new Date(now) };
let account: TestAccount;
let senderId: string;

beforeEach(async () => {
  account = await api.account();
  senderId = await addSender(api.db, account.accountId, 2525);
});

/** A worker's breakers, with an enrolment of its own that is at its provider. */
function worker() {
  const metrics = createMetrics();
  const breakers = createBreakers({ db: api.db, clock, logger: createLogger('silent', 'test'), metrics });
  const agentRunId = newId();
  return {
    metrics,
    agentRunId,
    ends: async (outcome: SendOutcome, times = 1) => {
      for (let n = 0; n < times; n += 1) breakers.note({ senderId, accountId: account.accountId, agentRunId }, outcome);
      await breakers.idle();
    },
    /** Returns the holds of a message, once this worker has read what others stored. */
    holds: async (runId = agentRunId, sender = senderId) => {
      now += 1_000;
      await breakers.holdOf(api.db, clock.now(), newId(), runId);
      await breakers.idle();
      return api.db.transaction((tx) => breakers.holdOf(tx, clock.now(), sender, runId));
    },
    open: async () => (await metrics.breakersOpen.get()).values[0]?.value,
  };
}

const row = () => api.db('sender_breakers').where({ sender_id: senderId }).first();

describe('a sender whose provider fails', () => {
  it('is held back in every worker, and no other sender is', async () => {
    const [one, two] = [worker(), worker()];
    await one.ends(REFUSED, 9);
    expect(await row()).toBeUndefined();
    await one.ends(REFUSED);
    expect(await row()).toMatchObject({ trips: 1, last_code: 'smtp_421', retry_at: new Date(now + 30_000) });
    for (const each of [one, two, worker()]) {
      expect(await each.holds()).toMatchObject({ reason: 'provider_backoff' });
      expect(await each.holds(newId(), newId())).toBeUndefined();
      expect(await each.open()).toBeGreaterThanOrEqual(1);
    }
    const [listed] = await listAttention(api.db, clock.now(), account.accountId);
    expect(listed).toMatchObject({ id: senderId, what: expect.stringContaining('on hold') });
  });

  it('is not one that refuses addresses, nor one whose sessions are merely all in use', async () => {
    const one = worker();
    await one.ends(NO_SUCH, 40);
    await one.ends(BUSY, 40);
    expect(await row()).toBeUndefined();
  });

  it('gets one trial after its pause among all processes, and a success releases it everywhere', async () => {
    const [one, two] = [worker(), worker()];
    await one.ends(REFUSED, 10);
    now += 30_000;
    expect(await one.holds()).toBeUndefined();
    expect(await two.holds()).toMatchObject({ reason: 'provider_backoff' });
    expect(await one.holds(newId())).toMatchObject({ reason: 'provider_backoff' });
    // An earlier start proves nothing. Only the attempt does.
    await two.ends(ACCEPTED);
    expect(await row()).toBeDefined();
    await one.ends(ACCEPTED);
    expect(await row()).toBeUndefined();
    for (const each of [one, two]) expect(await each.holds()).toBeUndefined();
    await one.ends(REFUSED, 9);
    expect(await row()).toBeUndefined();
  });

  it('waits longer after a try that failed, and as long as its provider asks', async () => {
    const one = worker();
    await one.ends(REFUSED, 10);
    now += 30_000;
    expect(await one.holds()).toBeUndefined();
    await one.ends(REFUSED);
    expect(await row()).toMatchObject({ trips: 2, retry_at: new Date(now + 60_000), probe_until: null });
    now += 60_000;
    expect(await one.holds()).toBeUndefined();
    await one.ends({ ...REFUSED, retryAfterSeconds: 900 });
    expect(await row()).toMatchObject({ trips: 3, retry_at: new Date(now + 900_000) });
  });

  it('is tried by another worker when the one that tried is gone', async () => {
    const [one, two] = [worker(), worker()];
    await one.ends(REFUSED, 10);
    now += 30_000;
    expect(await one.holds()).toBeUndefined();
    expect(await two.holds()).toBeDefined();
    now += 20_000;
    expect(await two.holds()).toBeUndefined();
    await two.ends(ACCEPTED);
    expect(await row()).toBeUndefined();
  });

  it('is tried at once when it is a WhatsApp number that gets another token, and forgotten when that is removed', async () => {
    const given = { provider: 'meta_cloud', provider_phone_number_id: '1065', access_token: 'old' };
    const made = await account.request('post', '/whatsapp-numbers').send({ phone_number: '+34600111999', ...given });
    senderId = made.body.whatsapp_number.id;
    const patch = (body: object) => account.request('patch', `/whatsapp-numbers/${senderId}`).send(body).expect(200);
    const one = worker();
    for (const mended of [{ access_token: 'new' }, { provider_phone_number_id: '1066' }, { waba_id: '77' }]) {
      await one.ends(REFUSED, 10);
      await patch({ display_name: 'Other', throughput_per_second: 20 });
      expect(await row()).toBeDefined();
      expect(await one.holds()).toBeDefined();
      await patch(mended);
      expect(await row()).toBeUndefined();
      expect(await one.holds()).toBeUndefined();
    }
    await one.ends(REFUSED, 10);
    expect(await row()).toBeDefined();
    await account.request('delete', `/whatsapp-numbers/${senderId}`).expect(204);
    expect(await row()).toBeUndefined();
  });

  it('is tried at once when its settings are changed, and forgotten when it is removed', async () => {
    const one = worker();
    await one.ends(REFUSED, 10);
    const patch = (body: object) => account.request('patch', `/email-senders/${senderId}`).send(body).expect(200);
    await patch({ name: 'Other' });
    expect(await row()).toBeDefined();
    await patch({ smtp: { host: 'mail.example.com' } });
    expect(await row()).toBeUndefined();
    expect(await one.holds()).toBeUndefined();
    await one.ends(REFUSED, 10);
    await account.request('delete', `/email-senders/${senderId}`).expect(204);
    expect(await row()).toBeUndefined();
  });
});
