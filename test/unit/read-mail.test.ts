import { describe, expect, it } from '@jest/globals';
import { mailToEvent } from '../../domain/inbound/mail-to-event.js';
import { readMail } from '../../providers/email/read-mail.js';

const OURS = '018f0000-0000-7000-8000-00000000000a';
const event = async (lines: string[]) => mailToEvent(await readMail(Buffer.from(lines.join('\r\n'))), 'e1');

/** A report as RFC 3464 describes it, with what mail servers write into it. */
const report = (from: string, fields: string[], type = 'delivery-status') => [
  `From: ${from}`,
  'To: sales@example.com',
  'Subject: Delivery Status Notification',
  'Date: Mon, 02 Mar 2026 10:00:00 +0000',
  'MIME-Version: 1.0',
  `Content-Type: multipart/report; report-type=${type}; boundary="b1"`,
  '',
  '--b1',
  'Content-Type: text/plain; charset=utf-8',
  '',
  'Your message could not be delivered.',
  '--b1',
  `Content-Type: message/${type}`,
  '',
  ...fields,
  '',
  '--b1',
  'Content-Type: message/rfc822',
  '',
  'From: sales@example.com',
  `Message-ID: <${OURS}@example.com>`,
  'Subject: Hello',
  '',
  'Hello Ada',
  '--b1--',
  '',
];
const recipient = (status: string, diagnostic: string, action = 'failed') => [
  'Reporting-MTA: dns; mx.example.net',
  '',
  'Final-Recipient: rfc822; ada@example.net',
  `Action: ${action}`,
  `Status: ${status}`,
  `Diagnostic-Code: smtp; ${diagnostic}`,
];

describe('a mail with more than a mail has', () => {
  const HEAD = 'From: ada@example.net\r\nSubject: Hello\r\n';
  const MIB = 1024 * 1024;
  const read = (mail: string) => readMail(Buffer.from(mail));

  it.each([
    ['lines', `${HEAD}\r\nHello Ada${'\n'.repeat(2 * MIB)}`],
    ['lines that begin with two dashes', `${HEAD}\r\nHello Ada\n${'--\n'.repeat(MIB)}`],
    ['parts', `${HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nHello Ada\r\n${'--b\n'.repeat(MIB)}`],
    [
      'padding within base64',
      `${HEAD}Content-Transfer-Encoding: (really)\n base64\r\n\r\nSGVsbG8gQWRh\r\n${'a='.repeat(2 * MIB)}`,
    ],
  ])('keeps what is before the limit: %s', async (_name, mail) => {
    const { from, subject, text, isCut } = await read(mail);
    expect({ from, subject, isCut }).toEqual({ from: 'ada@example.net', subject: 'Hello', isCut: true });
    expect(text).toContain('Hello Ada');
  });

  it.each([
    [
      'an attachment of 4 MiB',
      `Content-Type: application/pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n${`${'A'.repeat(76)}\r\n`.repeat(54_000)}`,
    ],
    [
      'padding at the end of each line',
      `Content-Type: application/pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n${`${'A'.repeat(34)}==\r\n`.repeat(70_000)}`,
    ],
    ['letters as quoted-printable', `Content-Transfer-Encoding: quoted-printable\r\n\r\n${'=D0=9F'.repeat(200_000)}`],
  ])('keeps all of a real mail: %s', async (_name, body) => {
    expect(await read(HEAD + body)).toMatchObject({ from: 'ada@example.net', isCut: false });
  });
});

describe('a report of a mail server', () => {
  it.each([
    [
      'Google',
      'mailer-daemon@googlemail.com',
      '5.1.1',
      '550-5.1.1 The email account that you tried to reach does not exist',
      'hard',
    ],
    ['Exchange', 'postmaster@contoso.onmicrosoft.com', '5.1.10', '550 5.1.10 RESOLVER.ADR.RecipientNotFound', 'hard'],
    ['Exchange, full', 'postmaster@contoso.onmicrosoft.com', '5.2.2', '554 5.2.2 mailbox full', 'soft'],
    [
      'Postfix, slow',
      'MAILER-DAEMON@mail.example.org',
      '4.4.1',
      'connect to mx[192.0.2.1]:25: Connection timed out',
      'soft',
    ],
    [
      'Yahoo',
      'MAILER-DAEMON@yahoo.com',
      '5.0.0',
      '554 30 Sorry, your message cannot be delivered. This mailbox is disabled',
      'hard',
    ],
    ['Gmail, quota', 'mailer-daemon@googlemail.com', '5.2.2', '552-5.2.2 The recipient is over quota', 'soft'],
  ])('by %s is a bounce of the mail it is about', async (_vendor, from, status, diagnostic, kind) => {
    const read = await event(report(from, recipient(status, diagnostic)));
    expect(read).toMatchObject({
      type: 'bounce',
      message_id: OURS,
      to: 'ada@example.net',
      bounce: { kind, code: status },
    });
    expect(read.occurred_at).toBe('2026-03-02T10:00:00.000Z');
  });

  it('that the mail is only late, or has arrived, is no bounce', async () => {
    const from = 'MAILER-DAEMON@mail.example.org';
    expect((await event(report(from, recipient('4.4.1', 'still trying', 'delayed')))).type).toBe('imap.delayed');
    const arrived = await event(report(from, recipient('2.0.0', 'ok', 'delivered')));
    expect(arrived).toMatchObject({ type: 'delivered', message_id: OURS });
  });

  it('of a complaint is a complaint, of a reader an opening', async () => {
    const complaint = ['Feedback-Type: abuse', 'User-Agent: SomeGenerator/1.0', 'Version: 1'];
    const told = await event(report('feedback@isp.example', complaint, 'feedback-report'));
    expect(told).toMatchObject({ type: 'complaint', message_id: OURS });
    const disposition = [
      'Final-Recipient: rfc822; ada@example.net',
      `Original-Message-ID: <${OURS}@example.com>`,
      'Disposition: manual-action/MDN-sent-manually; displayed',
    ];
    const seen = await event(report('ada@example.net', disposition, 'disposition-notification'));
    expect(seen).toMatchObject({ type: 'opened', message_id: `<${OURS}@example.com>` });
  });
});

describe('a bounce', () => {
  const kindOf = async (status: string, diagnostic: string) => {
    const { bounce } = await event(report('MAILER-DAEMON@mail.example.org', recipient(status, diagnostic)));
    return bounce?.kind;
  };

  it.each([
    ['5.1.1', 'smtp; 550 5.1.1 User unknown'],
    ['5.1.10', 'RESOLVER.ADR.RecipientNotFound'],
    ['5.2.1', '550-5.2.1 The email account that you tried to reach is disabled'],
    ['5.4.1', '550 5.4.1 Recipient address rejected: Access denied. [XY1.eop-nam02.prod.protection.outlook.com]'],
    ['5.3.0', '553 5.3.0 <ada@example.net>... No such user here'],
    ['5.7.1', '550 5.7.1 <ada@example.net>... User unknown'],
    ['5.0.0', "554 delivery error: dd This user doesn't have a example.net account"],
    ['5.0.0', '550 Unbekannter Empfänger: Postfach existiert nicht'],
  ])('that says that the address is gone is hard: %s %s', async (status, diagnostic) => {
    expect(await kindOf(status, diagnostic)).toBe('hard');
  });

  it.each([
    ['5.1.8', '501 5.1.8 Sender address rejected: Domain not found'],
    ['5.1.0', '550 5.1.0 192.0.2.2 is not allowed to send from <example.com> per its SPF Record'],
    ['5.0.0', '550-5.7.1 Our system has detected that this message is likely unsolicited mail'],
    ['5.0.0', '550 Virus Detected; Content Rejected'],
    ['5.4.14', '554 5.4.14 Hop count exceeded - possible mail loop'],
    ['5.4.316', '550 5.4.316 Message expired, connection refused'],
    ['5.2.1', 'The user you are trying to contact is receiving mail at a rate that prevents additional messages'],
    ['5.1.0', "5.1.0 - Unknown address error 550-'5.2.2 <ada@example.net>... Mailbox Full'"],
    ['5.0.0', '552 Quota violation for ada@example.net'],
    ['5.5.0', '503 Improper sequence of commands'],
  ])('that says something else, or nothing, is soft: %s %s', async (status, diagnostic) => {
    expect(await kindOf(status, diagnostic)).toBe('soft');
  });

  it('that is only announced does not count, and other texts of a mail server are not a reply', async () => {
    const letter = (subject: string, text: string) =>
      event([
        ...['From: Mail Delivery Subsystem <mailer-daemon@example.org>', 'To: sales@example.com'],
        ...[`Subject: ${subject}`, `In-Reply-To: <${OURS}@example.com>`, '', text],
      ]);
    const delay = await letter('Delivery Status Notification (Delay)', 'Message will be retried for 2 more day(s)');
    expect(delay).toMatchObject({ type: 'imap.delayed' });
    expect(await letter('About your mail', 'It was put into quarantine.')).toMatchObject({ type: 'imap.notice' });
  });

  it('of whatever length and shape is read at once', async () => {
    for (const piece of ['-', 'a', 'user ', '5.1.1 ', 'unknown or ', '\n--', '@'])
      expect(
        (await event(['From: MAILER-DAEMON@example.org', 'Subject: failure notice', '', piece.repeat(400_000)])).type,
      ).toBe('bounce');
  });

  it('of a server that names no address of its own is one', async () => {
    const lines = ['From: MAILER-DAEMON <>', 'To: sales@example.com', 'Subject: Mail delivery failed', ''];
    const text = 'There was an error delivering your mail to <ada@example.net>.\n550 5.1.1 User unknown';
    expect(await event([...lines, text])).toMatchObject({
      type: 'bounce',
      to: 'ada@example.net',
      bounce: { kind: 'hard' },
    });
  });
});

describe('a complaint without a report', () => {
  it('as Hotmail sends it is one', async () => {
    const read = await event([
      ...['From: staff@hotmail.com', 'To: abuse@example.com', 'Subject: complaint about message from 192.0.2.2'],
      ...[
        'MIME-Version: 1.0',
        'Content-Type: multipart/mixed; boundary="b"',
        '',
        '--b',
        'Content-Type: message/rfc822',
        '',
      ],
      ...['X-HmXmrOriginalRecipient: ada@example.net', `Message-ID: <${OURS}@example.com>`, '', 'Hello', '--b--'],
    ]);
    expect(read).toMatchObject({ type: 'complaint', message_id: OURS });
  });
});

describe('a letter of a mail server', () => {
  it('of qmail and of Exim is a bounce', async () => {
    const qmail = await event([
      'From: MAILER-DAEMON@mail.example.org',
      'To: sales@example.com',
      'Subject: failure notice',
      '',
      'Hi. This is the qmail-send program at mail.example.org.',
      '<ada@example.net>:',
      '192.0.2.9 does not like recipient.',
      'Remote host said: 550 5.1.1 unknown user',
      '--- Below this line is a copy of the message.',
      `Message-ID: <${OURS}@example.com>`,
    ]);
    expect(qmail).toMatchObject({ type: 'bounce', message_id: OURS, to: 'ada@example.net', bounce: { kind: 'hard' } });
    const exim = await event([
      'From: Mail Delivery System <Mailer-Daemon@host.example.org>',
      'To: sales@example.com',
      'X-Failed-Recipients: ada@example.net',
      'Subject: Mail delivery failed: returning message to sender',
      '',
      'A message that you sent could not be delivered: 452 4.2.2 mailbox full',
      `Message-ID: <${OURS}@example.com>`,
    ]);
    expect(exim).toMatchObject({ type: 'bounce', to: 'ada@example.net', bounce: { kind: 'soft', code: '4.2.2' } });
  });
});

describe('a reply', () => {
  it('keeps what it answers, its texts and the headers that tell automatic answers', async () => {
    const read = await event([
      'From: =?utf-8?q?Ada_L=C3=B3pez?= <ada@example.net>',
      'To: sales@example.com',
      'Subject: =?utf-8?q?Re:_Hello?=',
      'Message-ID: <their-1@example.net>',
      `In-Reply-To: <${OURS}@example.com>`,
      'Auto-Submitted: auto-replied',
      'Content-Type: text/plain; charset=iso-8859-1',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      'Ma=F1ana, gracias',
    ]);
    expect(read).toMatchObject({
      type: 'reply',
      message_id: '<their-1@example.net>',
      in_reply_to: `<${OURS}@example.com>`,
      from: 'ada@example.net',
      subject: 'Re: Hello',
    });
    expect(read.text).toContain('Mañana, gracias');
    expect(read.headers).toMatchObject({ 'auto-submitted': 'auto-replied' });
  });

  it('may be any bytes at all', async () => {
    for (const lines of [
      [''],
      ['\u0000\ufffd'],
      ['Content-Type: multipart/mixed', '', 'x'],
      ['From: <<>>', 'Date: never', '', ''],
    ]) {
      expect((await event(lines)).type).toBe('reply');
    }
  });
});
