import { describe, expect, it } from '@jest/globals';
import { sessionCookie } from '../../api/http/auth/session.js';
import { warnOfProxy } from '../../api/http/request/warn-of-proxy.js';
import { loadConfig, trustedProxies } from '../../runtime/config.js';
import type { Logger } from '../../runtime/logger.js';

const configWith = (env: NodeJS.ProcessEnv) =>
  loadConfig({ DATABASE_URL: 'mysql://x', LAS_SECRET: 'a secret of more than 32 bytes, for tests', ...env });

describe('TRUST_PROXY', () => {
  it.each([
    ['', undefined],
    ['0', undefined],
    ['1', 1],
    ['2', 2],
    ['loopback', ['loopback']],
    ['10.0.0.1, 10.1.0.0/16,uniquelocal', ['10.0.0.1', '10.1.0.0/16', 'uniquelocal']],
    ['::1,fc00::/7', ['::1', 'fc00::/7']],
  ])('%p trusts %p', (TRUST_PROXY, proxies) => {
    expect(trustedProxies(configWith({ TRUST_PROXY }))).toEqual(proxies);
  });

  it.each(['true', 'TRUE', 'yes', 'false', '-1', '10.0.0.0/99', 'nginx', '1,nginx'])(
    '%p is refused at start, and the message names the remedy',
    (TRUST_PROXY) => {
      expect(() => configWith({ TRUST_PROXY })).toThrow(/TRUST_PROXY.*Set the number.*such as 1/);
    },
  );
});

describe('a session cookie', () => {
  it.each([
    ['https://las.example.com', false, '__Host-las_session=', true],
    ['https://las.example.com', true, '__Host-las_session=', true],
    ['http://las.example.com', false, 'las_session=', false],
    ['http://las.example.com', true, 'las_session=', true],
    ['', false, 'las_session=', false],
  ])('follows the public address %p, with TLS %p of the request', (PUBLIC_URL, secure, start, isSecure) => {
    const cookie = sessionCookie('token', configWith({ PUBLIC_URL }), { secure });
    expect(cookie.startsWith(`${start}token; Path=/; HttpOnly; SameSite=Strict`)).toBe(true);
    expect(cookie.includes('; Secure')).toBe(isSecure);
    expect(cookie).not.toContain('Domain');
  });
});

describe('a proxy that no setting names', () => {
  it('is warned of once', () => {
    const warnings: unknown[] = [];
    const warn = warnOfProxy({
      onProxyIgnored: () => warnings.push('listed'),
      logger: { warn: (text: unknown) => warnings.push(text) } as unknown as Logger,
    });
    let passed = 0;
    for (const headers of [{}, { 'x-forwarded-for': '192.0.2.1' }, { 'x-forwarded-for': '192.0.2.2' }])
      warn({ headers } as never, {} as never, () => {
        passed += 1;
      });
    expect([passed, warnings]).toEqual([3, ['listed', expect.stringContaining('TRUST_PROXY')]]);
  });
});
