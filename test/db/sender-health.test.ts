import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { SafeFetchError, type SafeResponse } from '../../runtime/safe-fetch.js';
import { createTrackingLinks } from '../../services/messages/mail-links.js';
import { createDomainCheck } from '../../services/messages/tracking-domain.js';
import { TEST_SECRET, type TestAccount, useApi } from '../support/api.js';
import { checkSenders } from '../support/check-senders.js';
import { startDns, type Zone } from '../support/dns-server.js';

const api = useApi();
const zone: Zone = {};
let server: Awaited<ReturnType<typeof startDns>>;
beforeAll(async () => {
  server = await startDns(zone);
  // Senders that earlier files left would be checked as well.
  await api.db('email_senders').update({ provider: 'sandbox' });
  await api.db('sender_health').delete();
});
afterAll(() => server.stop());

const DAY_MS = 24 * 3_600_000;
const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const KEY = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');

let domains = 0;
async function createFixture(records: (domain: string) => Zone, smtp = 'mail.example.net') {
  const account: TestAccount = await api.account();
  domains += 1;
  const domain = `health-${domains}.example.com`;
  Object.assign(zone, records(domain), { 'A mail.example.net': ['203.0.113.9'] });
  const made = await account
    .request('post', '/email-senders')
    .send({ name: 'Sales', from_email: `sales@${domain}`, smtp: { host: smtp }, dkim_selector: 'one' });
  const { id } = made.body.email_sender;
  const health = async () => (await account.request('get', `/email-senders/${id}/health`)).body.health;
  return {
    account,
    domain,
    id,
    health,
    async check(laterMs = 0) {
      await checkSenders(api.db, server.address, { laterMs });
      return health();
    },
    results: async () =>
      Object.fromEntries(
        ((await health()).checks as { check: string; result: string }[]).map(({ check, result }) => [check, result]),
      ),
    attention: async () => {
      const answer = await account.request('get', '/attention').query({ kinds: 'sender_unhealthy' });
      return answer.body.attention as { detail: string }[];
    },
  };
}

const sound = (domain: string): Zone => ({
  [`TXT ${domain}`]: ['google-site-verification=1', 'v=spf1 a:mail.example.net ~all'],
  [`TXT one._domainkey.${domain}`]: [`v=DKIM1; k=rsa; p=${KEY}`],
  [`TXT _dmarc.${domain}`]: ['v=DMARC1; p=quarantine'],
  [`MX ${domain}`]: ['mx.example.net'],
});

describe('the health of a sender', () => {
  it('passes with sound records, and is checked again a day later', async () => {
    const { check, results, health } = await createFixture(sound);
    expect(await health()).toMatchObject({ status: 'unknown', checks: [], checked_at: null });
    const checked = await check();
    expect([checked.status, await results()]).toEqual([
      'pass',
      { spf: 'pass', dkim: 'pass', dmarc: 'pass', mx: 'pass', return_path: 'pass', list_unsubscribe: 'pass' },
    ]);
    expect(new Date(checked.next_check_at).getTime() - new Date(checked.checked_at).getTime()).toBe(DAY_MS);
  });

  it('fails without records, and suggests those to create', async () => {
    const { check, domain, attention } = await createFixture(() => ({}));
    const { checks } = await check();
    const suggested = (checks as { check: string; suggested: object | null }[]).flatMap((each) => each.suggested ?? []);
    expect(suggested).toEqual([
      { name: domain, type: 'TXT', value: 'v=spf1 a:mail.example.net ~all' },
      { name: `_dmarc.${domain}`, type: 'TXT', value: 'v=DMARC1; p=none' },
    ]);
    // Nothing broke: it has never been sound.
    expect(await attention()).toEqual([]);
  });

  it('lists a check once that breaks, not for silent name servers, and until it passes again', async () => {
    const { check, domain, attention, results } = await createFixture(sound);
    await check();
    const name = `TXT _dmarc.${domain}`;
    zone[name] = 'silent';
    await check(DAY_MS + 1);
    expect([(await results()).dmarc, await attention()]).toEqual(['unknown', []]);
    zone[name] = [];
    const broken = await check(2 * DAY_MS + 2);
    expect(await attention()).toHaveLength(1);
    const still = await check(3 * DAY_MS + 3);
    expect([still.broken_since, (await attention()).length]).toEqual([broken.broken_since, 1]);
    zone[name] = ['v=DMARC1; p=reject'];
    expect((await check(4 * DAY_MS + 4)).broken_since).toBeNull();
    expect(await attention()).toEqual([]);
  }, 60_000);

  it('counts the lookups of an SPF record, and reads hostile records in their length', async () => {
    const { check, results } = await createFixture((domain) => ({
      [`TXT ${domain}`]: [`v=spf1 ${Array.from({ length: 11 }, (_, n) => `include:spf${n}.${domain}`).join(' ')} ~all`],
      ...Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`TXT spf${n}.${domain}`, ['v=spf1 ~all']])),
      [`TXT one._domainkey.${domain}`]: [`v=DKIM1; p=${'A'.repeat(1_000)}`],
      [`TXT _dmarc.${domain}`]: [`v=DMARC1; ${'p=;'.repeat(300)}`],
      [`MX ${domain}`]: ['.'],
    }));
    await check();
    expect(await results()).toMatchObject({ spf: 'fail', dkim: 'fail', dmarc: 'fail', mx: 'fail' });
  });

  it('starts over when the sender changes, and is checked again on request', async () => {
    const { check, health, account, id } = await createFixture(sound);
    await check();
    const request = await account.request('post', `/email-senders/${id}/health/check`).send({});
    expect([request.status, new Date(request.body.health.next_check_at) <= new Date()]).toEqual([202, true]);
    await account.request('patch', `/email-senders/${id}`).send({ dkim_selector: 'two' }).expect(200);
    expect(await health()).toMatchObject({ checks: [], checked_at: null });
  });

  it('verifies a tracking domain that reaches the service until it no longer does', async () => {
    const { check, results, account, id, attention } = await createFixture(sound);
    await account.request('patch', `/email-senders/${id}`).send({ tracking_domain: 'links.example.com' }).expect(200);
    const { request } = account;
    const verifiedAt = async () =>
      (await request('get', `/email-senders/${id}`)).body.email_sender.tracking_domain_verified_at;
    const links = createTrackingLinks([TEST_SECRET], 'http://las.test');
    /** Reaches the service as a proxy for the domain does, or what `respond` returns instead. */
    const checkWith = async (laterMs: number, respond?: () => Promise<SafeResponse>) => {
      const fetch = async (url: string): Promise<SafeResponse> => {
        const { host, pathname } = new URL(url);
        const { status, headers } = await supertest(api.app).get(pathname).set({ Host: host });
        return respond ? respond() : { status, headers, body: Buffer.alloc(0), url };
      };
      const domainReach = createDomainCheck(Object.assign(fetch, { close: async () => undefined }), links);
      await checkSenders(api.db, server.address, { laterMs, domainReach });
      return (await results()).tracking_domain;
    };
    const answer = (status: number): SafeResponse => ({ status, headers: {}, body: Buffer.alloc(0), url: '' });
    expect([await verifiedAt(), await checkWith(0)]).toEqual([null, 'pass']);
    expect(await verifiedAt()).not.toBeNull();
    // Another server on the domain, one that is down for a moment, and one that is gone.
    expect(await checkWith(DAY_MS + 1, async () => answer(502))).toBe('unknown');
    expect([(await verifiedAt()) === null, await attention()]).toEqual([false, []]);
    expect(await checkWith(2 * DAY_MS + 2, async () => answer(200))).toBe('fail');
    expect([await verifiedAt(), (await attention()).length]).toEqual([null, 1]);
    const gone = async () => Promise.reject(new SafeFetchError('NETWORK', 'The name was not found.'));
    expect(await checkWith(3 * DAY_MS + 3, gone)).toBe('fail');
    expect(await checkWith(4 * DAY_MS + 4)).toBe('pass');
    await request('patch', `/email-senders/${id}`).send({ tracking_domain: 'other.example.com' }).expect(200);
    expect(await verifiedAt()).toBeNull();
    await request('patch', `/email-senders/${id}`).send({ tracking_domain: null }).expect(200);
    await check(5 * DAY_MS);
    expect(await results()).not.toHaveProperty('tracking_domain');
  }, 60_000);

  it('is checked by one process at a time, also when a check is requested during another', async () => {
    const { domain, account, id, health } = await createFixture(sound);
    const asked: string[] = [];
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let started = () => {};
    const first = new Promise<void>((resolve) => {
      started = resolve;
    });
    const check = () =>
      checkSenders(api.db, server.address, {
        wrap: (dns) => ({
          ...dns,
          mx: async (name) => {
            if (name !== domain) return dns.mx(name);
            asked.push(name);
            started();
            await held;
            return dns.mx(name);
          },
        }),
      });
    const processes = [check(), check(), check()];
    await first;
    await account.request('post', `/email-senders/${id}/health/check`).send({}).expect(202);
    await check();
    release();
    await Promise.all(processes);
    expect(asked).toHaveLength(1);
    const { checked_at, next_check_at } = await health();
    expect(checked_at).not.toBeNull();
    // The request is answered by a check that starts after it.
    expect(new Date(next_check_at) <= new Date()).toBe(true);
    await check();
    expect(asked).toHaveLength(2);
    const again = await health();
    expect(new Date(again.next_check_at).getTime() - new Date(again.checked_at).getTime()).toBe(DAY_MS);
  });

  it('is checked by another process if its process died', async () => {
    const { check } = await createFixture(sound);
    await new Promise<void>((resolve) => {
      const mx = () => {
        resolve();
        return new Promise<never>(() => {});
      };
      void checkSenders(api.db, server.address, { wrap: (dns) => ({ ...dns, mx }) });
    });
    expect((await check(9 * 60_000)).checked_at).toBeNull();
    expect((await check(11 * 60_000)).status).toBe('pass');
  });
});
