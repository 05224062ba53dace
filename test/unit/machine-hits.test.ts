import { describe, expect, it } from '@jest/globals';
import { type Hit, isNeeded, judgeHit, reasonOfRequest } from '../../domain/messages/machine-hits.js';
import { machineCorpus, SENT_AT } from '../support/machine-corpus.js';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const request = (more: Partial<Parameters<typeof reasonOfRequest>[0]> = {}) =>
  reasonOfRequest({ kind: 'click', method: 'GET', userAgent: BROWSER, purposes: [], ...more });

const at = (seconds: number, url: string | null = 'https://a.example/', reason: Hit['reason'] = null): Hit => ({
  url,
  at: new Date(SENT_AT.getTime() + seconds * 1_000),
  reason,
});

describe('the opens and clicks of machines', () => {
  it('are recognized: at least 99 % of machines are flagged, and at most 1 % of people', () => {
    const wrong: Record<string, number> = {};
    const count = { machines: 0, flagged: 0, people: 0, mistaken: 0 };
    for (const { name, isMachine, hits } of machineCorpus()) {
      for (const hit of hits) {
        const flagged = judgeHit(hit, hits, SENT_AT) !== null;
        if (isMachine) count.machines += 1;
        else count.people += 1;
        if (isMachine && flagged) count.flagged += 1;
        if (!isMachine && flagged) count.mistaken += 1;
        if (isMachine !== flagged) wrong[name] = (wrong[name] ?? 0) + 1;
      }
    }
    expect(count.machines + count.people).toBeGreaterThanOrEqual(2_000);
    expect(wrong).toEqual({ 'scan of the only link': 8, 'two links at once': 6, 'at once after delivery': 2 });
    expect(count).toEqual({ machines: 1_278, flagged: 1_270, people: 1_448, mistaken: 8 });
    expect(count.flagged / count.machines).toBeGreaterThanOrEqual(0.99);
    expect(count.mistaken / count.people).toBeLessThanOrEqual(0.01);
  });

  it('have the reason that the request itself gives', () => {
    expect([
      request(),
      request({ method: 'HEAD' }),
      request({ purposes: ['prefetch;prerender'] }),
      request({ userAgent: '' }),
      request({ userAgent: 'Mozilla/5.0' }),
      request({ userAgent: 'Mozilla/5.0', kind: 'open' }),
      request({ userAgent: 'curl/8.5.0' }),
      request({ userAgent: `${BROWSER} Barracuda Sentinel (EE)` }),
      request({ userAgent: 'GoogleImageProxy', kind: 'open' }),
    ]).toEqual([
      null,
      'head_request',
      'prefetch',
      'user_agent',
      'user_agent',
      'privacy_proxy',
      'user_agent',
      'user_agent',
      null,
    ]);
  });

  it('are also flagged by what comes within a second after them', () => {
    const [first, second, much, other] = [at(60), at(60.9, 'https://b.example/'), at(62.5), at(60.5, null)];
    const all = [first, second, much, other];
    expect(all.map((hit) => judgeHit(hit, all, SENT_AT))).toEqual([
      'several_links',
      'several_links',
      null,
      'several_links',
    ]);
    expect(judgeHit(first, [first, at(60.2)], SENT_AT)).toBeNull();
    const head = at(59, 'https://a.example/', 'head_request');
    expect(judgeHit(first, [head, first], SENT_AT)).toBe('head_request');
    expect([judgeHit(at(1.9), [], SENT_AT), judgeHit(at(-5), [], SENT_AT), judgeHit(at(9), [], null)]).toEqual(
      Array(3).fill('at_delivery'),
    );
  });

  it('are needed as long as another one close to them is not judged', () => {
    expect([isNeeded(at(60), [at(61.5)]), isNeeded(at(60), [at(63)]), isNeeded(at(60), [])]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
