import { createServer, type Server, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import PostalMime from 'postal-mime';
import { composeEmail } from '../../providers/email/compose.js';
import type { EmailProvider, OutgoingEmail } from '../../providers/email/provider.js';
import { smtpEmail } from '../../providers/email/smtp.js';
import { openSession } from '../../providers/email/smtp-session.js';
import { bound, measureSlowness } from '../faults/support/random.js';
import { inTime } from '../support/in-time.js';
import { SmtpSink } from '../support/smtp-server.js';

let sink: SmtpSink;
let provider: EmailProvider;
let count = 0;

const to = (address: string, changes: Partial<OutgoingEmail> = {}): OutgoingEmail => {
  count += 1;
  return {
    messageId: `018f0000-0000-7000-8000-${String(count).padStart(12, '0')}`,
    accountId: '018f0000-0000-7000-8000-aaaaaaaaaaaa',
    from: { address: 'ana@sender.example', name: 'Ana' },
    to: { address },
    subject: 'Hello',
    text: 'Hi there',
    ...changes,
  };
};

beforeAll(async () => {
  sink = await SmtpSink.start();
});
afterAll(() => sink.stop());
beforeEach(() => {
  provider = smtpEmail({
    host: sink.host,
    port: sink.port,
    secure: false,
    privateHosts: ['127.0.0.1:*'],
  });
});
afterEach(() => provider.close());

describe('an accepted mail', () => {
  it('carries a Message-ID made from our message id, which is its provider id', async () => {
    const email = to('a1@x.test');
    expect(await provider.send(email, inTime(2_000))).toEqual({
      kind: 'accepted',
      providerMessageId: `<${email.messageId}@sender.example>`,
    });
    expect(sink.to('a1@x.test')[0]?.headers['message-id']).toBe(`<${email.messageId}@sender.example>`);
  });

  it('goes to an address with dots in any place, which is quoted', async () => {
    const { envelope, raw } = await composeEmail(to('ana..b@docomo.ne.jp'));
    expect(envelope.to).toBe('"ana..b"@docomo.ne.jp');
    expect(raw.toString()).toContain('To: <"ana..b"@docomo.ne.jp>');
    await provider.send(to('taro.@docomo.ne.jp'), inTime(2_000));
    expect(sink.to('"taro."@docomo.ne.jp').length + sink.to('taro.@docomo.ne.jp').length).toBe(1);
  });

  it('reads back as it was written: parts, names, thread, reply address, one-click unsubscribe', async () => {
    const url = `https://las.example/u/${'a'.repeat(150)}.${'b'.repeat(60)}`;
    const text = 'Line one\nLine two ñ 👍\n.\n..dots\nFrom here\n';
    await provider.send(
      to('a2@x.test', {
        to: { address: 'a2@x.test', name: 'Zoë, "Z" <Q>' },
        replyTo: { address: 'reply@sender.example' },
        subject: 'Grüße 👍 an Zoë',
        text,
        html: `<p>${'long '.repeat(400)}ñ</p>`,
        unsubscribe: { url, mailto: 'unsub+tok@sender.example' },
        inReplyTo: '<before@x.test>',
        references: ['<first@x.test>', '<before@x.test>'],
      }),
      inTime(2_000),
    );
    const mail = await PostalMime.parse(sink.to('a2@x.test')[0]?.raw ?? '');
    const header = (name: string) => mail.headers.find((entry) => entry.key === name)?.value;
    expect(mail.subject).toBe('Grüße 👍 an Zoë');
    expect(mail.to).toEqual([{ address: 'a2@x.test', name: 'Zoë, "Z" <Q>' }]);
    expect(mail.from).toEqual({ address: 'ana@sender.example', name: 'Ana' });
    expect(mail.text?.trimEnd()).toBe(text.trimEnd());
    expect(mail.html).toContain('ñ</p>');
    expect(header('list-unsubscribe')).toBe(`<${url}>, <mailto:unsub+tok@sender.example>`);
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(header('in-reply-to')).toBe('<before@x.test>');
    expect(header('references')).toBe(`<first@x.test> <before@x.test> ${header('message-id')}`);
    expect(header('reply-to')).toBe('reply@sender.example');
  });

  it.each([
    'a\r\nBcc: evil@x.test',
    'a\nBcc: evil@x.test',
    'a\rBcc: evil@x.test',
    'a\r\n\r\n<script>',
    'a\u0000\u0085\u2028Bcc: evil@x.test',
    '\ud800',
  ])('has no header that %j in a value could add', async (value) => {
    const address = `inject${count}@x.test`;
    const outcome = await provider.send(
      to(address, {
        subject: value,
        to: { address, name: value },
        from: { address: 'ana@sender.example', name: value },
        replyTo: { address: 'r@sender.example', name: value },
        inReplyTo: value,
        references: [value],
        unsubscribe: { url: `https://x.test/${value}`, mailto: `u@x.test?subject=${value}` },
      }),
      inTime(2_000),
    );
    expect(outcome.kind).toBe('accepted');
    const [mail] = sink.to(address);
    expect(Object.keys(mail?.headers ?? {})).not.toContain('bcc');
    expect((await PostalMime.parse(mail?.raw ?? '')).text?.trim()).toBe('Hi there');
  });

  it.each(['a@x.test>\r\nRCPT TO:<evil@x.test', 'a@x.test,evil@x.test', 'a b@x.test', '', 'a@x.test\n', '<a@x.test>'])(
    'is not tried for the address %j',
    async (address) => {
      const before = sink.mails.length;
      expect(await provider.send(to(address), inTime(2_000))).toMatchObject({
        kind: 'refused_final',
        code: 'invalid_address',
      });
      expect(sink.mails.length).toBe(before);
    },
  );
});

describe('a refusal', () => {
  it.each(['rcpt', 'data'] as const)('with 4xx at %s may be tried again', async (stage) => {
    const address = `r4-${stage}@x.test`;
    sink.for(address, { kind: 'reply', stage, code: 451, text: '4.7.1 greylisted' });
    expect(await provider.send(to(address), inTime(2_000))).toMatchObject({ kind: 'refused_retry', code: 'smtp_451' });
    expect(sink.to(address)).toEqual([]);
  });

  it.each(['rcpt', 'data'] as const)('with 5xx at %s is final', async (stage) => {
    const address = `r5-${stage}@x.test`;
    sink.for(address, { kind: 'reply', stage, code: 550, text: '5.1.1 no such user' });
    const outcome = await provider.send(to(address), inTime(2_000));
    expect(outcome).toMatchObject({ kind: 'refused_final', code: 'smtp_550' });
    expect(outcome).toHaveProperty('message', expect.stringContaining('no such user'));
  });

  it('of the sender at MAIL FROM waits with its sender', async () => {
    const undo = sink.rule((_to, from) =>
      from.startsWith('bad@') ? { kind: 'reply', stage: 'mail', code: 553 } : undefined,
    );
    expect(
      await provider.send(to('m5@x.test', { from: { address: 'bad@sender.example' } }), inTime(2_000)),
    ).toMatchObject({
      kind: 'refused_retry',
      code: 'smtp_553',
      retryAfterSeconds: 3_600,
      hold: 'sender_throttle',
      senderIsRefused: true,
    });
    undo();
  });

  it('does not spoil the next mail', async () => {
    sink.for('spoil@x.test', { kind: 'reply', stage: 'rcpt', code: 550 });
    await provider.send(to('spoil@x.test'), inTime(2_000));
    expect(await provider.send(to('fine@x.test'), inTime(2_000))).toMatchObject({ kind: 'accepted' });
  });
});

describe('a break', () => {
  it('before the message was handed over may be tried again', async () => {
    sink.for('cut-rcpt@x.test', { kind: 'cut', stage: 'rcpt' });
    expect(await provider.send(to('cut-rcpt@x.test'), inTime(2_000))).toMatchObject({
      kind: 'refused_retry',
      code: 'smtp_unreachable',
    });
  });

  it('after DATA is unknown, whether or not the server kept the message', async () => {
    sink.for('cut-data@x.test', { kind: 'cut', stage: 'data' });
    sink.for('kept@x.test', { kind: 'accept_then_cut' });
    expect(await provider.send(to('cut-data@x.test'), inTime(2_000))).toMatchObject({ kind: 'unknown' });
    expect(await provider.send(to('kept@x.test'), inTime(2_000))).toMatchObject({ kind: 'unknown' });
    expect(sink.to('cut-data@x.test')).toHaveLength(0);
    expect(sink.to('kept@x.test')).toHaveLength(1);
  });

  it('of a kept session is unknown too, and the mail is not tried a second time', async () => {
    await provider.send(to('warm@x.test'), inTime(2_000));
    sink.for('kept-warm@x.test', { kind: 'accept_then_cut' });
    expect(await provider.send(to('kept-warm@x.test'), inTime(2_000))).toMatchObject({ kind: 'unknown' });
    expect(sink.to('kept-warm@x.test')).toHaveLength(1);
  });

  it('that was only the end of a kept session is healed by a new one', async () => {
    await provider.send(to('first@x.test'), inTime(2_000));
    sink.cutAll();
    expect(await provider.send(to('second@x.test'), inTime(2_000))).toMatchObject({ kind: 'accepted' });
    expect(sink.to('second@x.test')).toHaveLength(1);
  });
});

describe('the deadline', () => {
  it('before DATA ends in a retry and no mail leaves later', async () => {
    sink.for('slow-rcpt@x.test', { kind: 'hang', stage: 'rcpt' });
    expect(await provider.send(to('slow-rcpt@x.test'), inTime(2_000))).toMatchObject({
      kind: 'refused_retry',
      code: 'smtp_timeout',
    });
  });

  it('keeps back a mail that a process read and, since it stood still, would hand over later', async () => {
    const session = await openSession({ host: sink.host, port: sink.port, secure: false }, 1_000);
    const progress = {
      reads: 0,
      get dataStarted() {
        return this.reads > 0;
      },
      // The message is read: from here on, nothing but the socket is in its way.
      set dataStarted(_read: boolean) {
        this.reads += 1;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400);
      },
    };
    const email = await composeEmail(to('late@x.test'), 'x.test');
    await expect(session.deliver(email, progress, inTime(300))).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    expect(progress.reads).toBe(1);
    expect(await provider.send(to('next@x.test'), inTime(2_000))).toMatchObject({ kind: 'accepted' });
    expect(sink.to('late@x.test')).toEqual([]);
  });

  it('that has passed lets nothing leave, over a new session and over a kept one', async () => {
    const late = { kind: 'refused_retry', code: 'smtp_timeout' };
    expect(await provider.send(to('past@x.test'), inTime(-1))).toMatchObject(late);
    await provider.send(to('kept-open@x.test'), inTime(2_000));
    expect(await provider.send(to('past@x.test'), inTime(-1))).toMatchObject(late);
    expect(await provider.send(to('after@x.test'), inTime(2_000))).toMatchObject({ kind: 'accepted' });
    expect(sink.to('past@x.test')).toEqual([]);
  });

  it('after DATA ends in unknown', async () => {
    sink.for('slow-data@x.test', { kind: 'hang', stage: 'data', accepted: true });
    expect(await provider.send(to('slow-data@x.test'), inTime(2_000))).toMatchObject({ kind: 'unknown' });
  });

  it('holds for all steps together, waiting for a free session included', async () => {
    const narrow = smtpEmail({
      host: sink.host,
      port: sink.port,
      secure: false,
      privateHosts: ['127.0.0.1:*'],
      maxSessions: 1,
    });
    sink.for('block@x.test', { kind: 'hang', stage: 'rcpt' });
    await measureSlowness();
    const started = Date.now();
    const outcomes = await Promise.all([
      narrow.send(to('block@x.test'), inTime(300)),
      narrow.send(to('behind@x.test'), inTime(300)),
    ]);
    expect(outcomes.map((outcome) => outcome.kind)).toEqual(['refused_retry', 'refused_retry']);
    expect(Date.now() - started).toBeLessThan(bound(900));
    await narrow.close();
  });
});

describe('a server', () => {
  const raw = (answer: (line: string, socket: Socket) => void, greeting: string | null) =>
    new Promise<Server>((resolve) => {
      const server = createServer((socket) => {
        socket.on('error', () => undefined);
        if (greeting) socket.write(greeting);
        socket.on('data', (chunk) => answer(String(chunk), socket));
      });
      server.listen(0, '127.0.0.1', () => resolve(server));
    });
  const at = (server: Server) => {
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    return smtpEmail({ host: '127.0.0.1', port, secure: false, privateHosts: ['127.0.0.1:*'] });
  };

  it('that is not there may be tried again', async () => {
    const server = await raw(() => undefined, null);
    const gone = at(server);
    await new Promise((resolve) => server.close(resolve));
    expect(await gone.send(to('n@x.test'), inTime(400))).toMatchObject({
      kind: 'refused_retry',
      code: 'smtp_unreachable',
    });
    expect(await gone.verify?.()).toMatchObject({ ok: false, code: 'smtp_unreachable' });
  });

  it.each([
    ['never greets', null, 'smtp_timeout'],
    ['greets with 554', '554 go away\r\n', 'smtp_554'],
    ['greets with 421', '421 too busy\r\n', 'smtp_421'],
    ['speaks another protocol', 'HTTP/1.1 400 Bad Request\r\n\r\n', 'smtp_unreachable'],
  ])('that %s may be tried again', async (_what, greeting, code) => {
    const server = await raw((_line, socket) => socket.end(), greeting);
    expect(await at(server).send(to('n@x.test'), inTime(400))).toMatchObject({ kind: 'refused_retry', code });
    server.close();
  });

  it('that answers nonsense to the message leaves it unknown', async () => {
    const server = await raw((line, socket) => {
      if (line.startsWith('EHLO')) socket.write('250 x\r\n');
      else if (line.startsWith('DATA')) socket.write('354 go\r\n');
      else if (line.includes('\r\n.\r\n')) socket.write('banana\r\n');
      else if (/^(MAIL|RCPT)/.test(line)) socket.write('250 ok\r\n');
    }, '220 hi\r\n');
    expect(await at(server).send(to('n@x.test'), inTime(400))).toMatchObject({ kind: 'unknown' });
    server.close();
  });

  it('on a private address waits for an operator where its host and port are not named', async () => {
    const open = sink.connections;
    for (const host of ['127.0.0.1', 'localhost', '::1', '10.0.0.1', '169.254.169.254']) {
      const guarded = smtpEmail({ host, port: sink.port, secure: false, privateHosts: [] });
      expect(await guarded.send(to('p@x.test'), inTime(2_000))).toMatchObject({
        kind: 'refused_retry',
        code: 'smtp_host_blocked',
      });
    }
    expect(sink.connections).toBe(open);
    const another = [`localhost:${sink.port + 1}`, `other=localhost:${sink.port}`];
    const elsewhere = smtpEmail({ host: 'localhost', port: sink.port, secure: false, privateHosts: another });
    expect(await elsewhere.send(to('p@x.test'), inTime(2_000))).toMatchObject({ code: 'smtp_host_blocked' });
    expect(sink.connections).toBe(open);
    const privateHosts = [`localhost:${sink.port}`];
    const named = smtpEmail({ host: 'LOCALHOST', port: sink.port, secure: false, privateHosts });
    expect(await named.send(to('p@x.test'), inTime(2_000))).toMatchObject({ kind: 'accepted' });
    await named.close();
  });
});

describe('a login', () => {
  it('is used, and a wrong one may be tried again once it is mended', async () => {
    const server = await SmtpSink.start({ login: { user: 'u', password: 'right' }, startTls: true });
    const settings = { host: server.host, port: server.port, secure: false, user: 'u', privateHosts: ['127.0.0.1:*'] };
    const right = smtpEmail({ ...settings, password: 'right' });
    const wrong = smtpEmail({ ...settings, password: 'wrong' });
    expect(await right.verify?.()).toEqual({ ok: true });
    expect(await right.send(to('l@x.test'), inTime(2_000))).toMatchObject({ kind: 'accepted' });
    const refused = await wrong.send(to('l@x.test'), inTime(2_000));
    expect(refused).toMatchObject({ kind: 'refused_retry', code: 'smtp_auth_failed' });
    expect(JSON.stringify(refused)).not.toContain('wrong');
    await Promise.all([right.close(), wrong.close()]);
    await server.stop();
  });
});

describe('sessions', () => {
  it('are kept between mails, bounded in number, and ended when idle', async () => {
    const server = await SmtpSink.start();
    const pooled = smtpEmail({
      host: server.host,
      port: server.port,
      secure: false,
      privateHosts: ['127.0.0.1:*'],
      maxSessions: 3,
      idleMs: 500,
    });
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_, index) => pooled.send(to(`s${index}@x.test`), inTime(2_000))),
    );
    expect(new Set(outcomes.map((outcome) => outcome.kind))).toEqual(new Set(['accepted']));
    expect(server.mails).toHaveLength(40);
    expect(server.connections).toBeLessThanOrEqual(3);
    await new Promise<void>((resolve) => {
      const look = setInterval(() => {
        if (server.open > 0) return;
        clearInterval(look);
        resolve();
      }, 10);
    });
    await pooled.close();
    await server.stop();
  });
});
