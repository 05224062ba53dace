import { describe, expect, it } from '@jest/globals';
import { allowsOrigin, frameAncestors, parseAllowedDomain } from '../../domain/widget/allowed-domains.js';

describe('an entry of the allowed domains', () => {
  it.each([
    ['www.example.com', 'www.example.com'],
    [' WWW.Example.COM ', 'www.example.com'],
    ['example.com.', 'example.com'],
    ['*.example.com', '*.example.com'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['*.Bücher.example', '*.xn--bcher-kva.example'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['localhost', 'localhost'],
    ['intranet', 'intranet'],
    ['192.0.2.7', '192.0.2.7'],
  ])('%s is kept as %s', (text, value) => {
    expect(parseAllowedDomain(text)).toEqual({ ok: true, value });
  });

  it.each([
    ...['', '*', '*.', '*.com', '*.*.example.com', 'a.*.example.com', '*example.com', 'https://example.com'],
    ...['example.com/', 'example.com:443', 'user@example.com', 'example.com?x', 'exa mple.com', '.example.com'],
    ...['example..com', '[::1]', '*.192.0.2.7', '*.localhost', `${'a'.repeat(64)}.example.com`, 'a%2eexample.com'],
  ])('%j is refused', (text) => {
    expect(parseAllowedDomain(text)).toMatchObject({ ok: false });
  });
});

describe('a list of allowed domains', () => {
  const LIST = ['www.example.com', '*.example.org', 'xn--bcher-kva.example', 'localhost'];

  it.each([
    ...['https://www.example.com', 'HTTPS://WWW.EXAMPLE.COM', 'https://www.example.com.', 'https://a.example.org'],
    ...['https://a.b.c.example.org', 'https://xn--bcher-kva.example', 'http://localhost', 'http://localhost:8080'],
    ...['http://127.0.0.1:3000', 'http://[::1]:5173'],
  ])('allows %s', (origin) => {
    expect(allowsOrigin(LIST, origin)).toBe(true);
  });

  it.each([
    ...['null', '', '*', 'file://', 'https://', 'about:blank', 'data:text/html,x', 'www.example.com'],
    ...['http://www.example.com', 'https://www.example.com:8443', 'https://example.com', 'https://x.www.example.com'],
    ...['https://example.org', 'https://evilexample.org', 'https://a.example.org.evil.net', 'https://evil.net'],
    ...['https://www.example.com@evil.net', 'https://evil.net#www.example.com', 'https://www.example.com/'],
    ...['https://www.example.com.evil.net', 'https://wwwxexample.com', 'https://www.example.com%00.evil.net'],
    ...['https://localhost', 'http://localhost.evil.net', 'http://127.0.0.1.evil.net', 'http://127.0.0.2'],
    ...['https://bücher.example', 'https://xn--bucher-kva.example', 'https://*.example.org', 'http://a.example.org'],
    ...['ftp://www.example.com', 'https://www.example.com, https://evil.net', 'https://www.example.com:443'],
    ...['http://0x7f.1', 'http://2130706433', 'http://localhost:8080/path', 'https://www.example.com\\.evil.net'],
  ])('refuses %j', (origin) => {
    expect(allowsOrigin(LIST, origin)).toBe(false);
  });

  it('that is empty allows nothing', () => {
    for (const origin of ['https://www.example.com', 'http://localhost', 'null'])
      expect(allowsOrigin([], origin)).toBe(false);
    expect(frameAncestors([])).toBe("'none'");
  });

  it('reads in a frame-ancestors directive as it does for origins', () => {
    expect(frameAncestors(LIST)).toBe(
      'https://www.example.com https://*.example.org https://xn--bcher-kva.example http://localhost:* http://127.0.0.1:*',
    );
  });
});
