import { describe, expect, it } from '@jest/globals';
import {
  judgeTest,
  parseAuthenticationResults,
  type ReceivingServer,
} from '../../domain/channels/authentication-results.js';
import { readMail } from '../../providers/email/read-mail.js';

const GOOGLE: ReceivingServer = { provider: 'google', host: null, received: null };
const MICROSOFT: ReceivingServer = { provider: 'microsoft', host: null, received: null };
const judged = (headers: string[], receiver: ReceivingServer) =>
  judgeTest(headers, receiver, 'example.com').results.map(({ result, reported }) => `${result} ${reported}`);

const GMAIL = `mx.google.com;
       dkim=pass header.i=@example.com header.s=one header.b="a;b(c";
       spf=softfail (google.com: domain of transitioning x; \\) "y" does not (nested) designate) smtp.mailfrom=x@example.com;
       dmarc=pass (p=NONE sp=NONE dis=NONE) header.from=example.com`;
const EXCHANGE =
  'spf=pass (sender IP is 203.0.113.9) smtp.mailfrom=example.com; dkim=none (message not signed) ' +
  'header.d=none;dmarc=bestguesspass action=none header.from=example.com;compauth=pass reason=109';

describe('the results of an Authentication-Results header', () => {
  it('are parsed with comments, quotes, versions and blanks', () => {
    expect(parseAuthenticationResults(GMAIL)).toEqual({
      server: 'mx.google.com',
      results: [
        {
          method: 'dkim',
          result: 'pass',
          properties: { 'header.i': '@example.com', 'header.s': 'one', 'header.b': 'a;b(c' },
        },
        { method: 'spf', result: 'softfail', properties: { 'smtp.mailfrom': 'x@example.com' } },
        { method: 'dmarc', result: 'pass', properties: { 'header.from': 'example.com' } },
      ],
    });
    expect(parseAuthenticationResults('Mx.Example 1; SPF/1 = Pass(x)smtp.mailfrom = a@b; none').results).toEqual([
      { method: 'spf', result: 'pass', properties: { 'smtp.mailfrom': 'a@b' } },
    ]);
    expect(parseAuthenticationResults('mx.example; none')).toEqual({ server: 'mx.example', results: [] });
  });

  it('are judged as Google and Microsoft write them', () => {
    expect(judged([GMAIL], GOOGLE)).toEqual(['fail softfail', 'pass pass', 'pass pass']);
    expect(judged([EXCHANGE], MICROSOFT)).toEqual(['pass pass', 'fail none', 'fail bestguesspass']);
  });

  it("don't count a DKIM signature of another domain, and name what isn't reported", () => {
    const header = 'mx.google.com; dkim=pass header.d=esp.example; dkim=fail header.d=example.com; dmarc=temperror';
    expect(judged([header], GOOGLE)).toEqual(['unknown null', 'warning pass', 'unknown temperror']);
  });

  it('count from the receiving server alone', () => {
    const other = 'mx.attacker.example; spf=pass; dkim=pass header.d=example.com; dmarc=pass';
    for (const receiver of [GOOGLE, MICROSOFT, { ...GOOGLE, provider: 'imap', host: 'imap.example.net' } as const]) {
      expect(judged([other, GMAIL], receiver)).toEqual([]);
    }
    const own = 'mx1.example.net; spf=pass';
    const imap = { provider: 'imap', host: 'imap.example.net', received: null } as const;
    expect(judged([own, 'mx1.example.net; dmarc=fail', other], imap)).toEqual([
      'pass pass',
      'unknown null',
      'fail fail',
    ]);
    const by = { provider: 'imap', host: '127.0.0.1', received: 'from a by mx1.example.net with ESMTPS' } as const;
    expect([judged([own], by)[0], judged([own], { ...by, received: null })]).toEqual(['pass pass', []]);
    // Only Microsoft's servers write no name.
    expect(judged([EXCHANGE], imap)).toEqual([]);
  });

  it('are aligned within the domain of one organization, not of its public suffix', () => {
    const dkimOf = (signer: string, domain: string) =>
      judgeTest([`mx.google.com; dkim=pass header.d=${signer}`], GOOGLE, domain).results[1]?.result;
    expect([
      dkimOf('mail.firm.co.uk', 'news.firm.co.uk'),
      dkimOf('other.com.br', 'firm.com.br'),
      dkimOf('a.github.io', 'b.github.io'),
      dkimOf('ab.de', 'mail.ab.de'),
    ]).toEqual(['pass', 'warning', 'warning', 'pass']);
  });

  it('are those above the Received header of an earlier server', async () => {
    const lines = ['Received: by c', 'Authentication-Results: a; spf=pass', 'Authentication-Results: a; dkim=pass'];
    const raw = [...lines, 'Received: by b', 'Authentication-Results: b; dmarc=pass', 'From: a@b.example', '', 'x'];
    const { authentication } = await readMail(Buffer.from(raw.join('\r\n')));
    expect(authentication).toEqual(['a; spf=pass', 'a; dkim=pass']);
  });

  it('take time in proportion to the header, whatever is in it', () => {
    for (const part of ['(', ')', '"', '\\', ';', '=', ' ', '();=" ']) {
      expect(parseAuthenticationResults(`mx.example;${part.repeat(200_000)}`).results.length).toBeLessThan(51);
    }
  });
});
