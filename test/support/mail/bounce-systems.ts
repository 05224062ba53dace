import type { Refusal } from './refusals.js';

/** Our message that comes back, and whom it was for. */
export const OURS = '018f0000-0000-7000-8000-00000000000a';
export const REFUSED = 'ada@example.net';

export const mime = (headers: Record<string, string>, body: string): string =>
  [
    ...Object.entries({
      Date: 'Mon, 02 Mar 2026 10:00:00 +0000',
      To: 'Sales <sales@acme.example>',
      'MIME-Version': '1.0',
      ...headers,
    }).map(([name, value]) => `${name}: ${value}`),
    '',
    body,
  ].join('\r\n');

const encoded = (text: string): string =>
  /^[ -~]*$/.test(text) ? text : `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`;

const RETURNED = [
  'From: Sales <sales@acme.example>',
  `To: ${REFUSED}`,
  'Subject: Our offer',
  `Message-ID: <${OURS}@acme.example>`,
  'Date: Mon, 2 Mar 2026 09:59:00 +0000',
].join('\r\n');

type Part = readonly [type: string, text: string];

export const multipart = (headers: Record<string, string>, kind: string, parts: readonly Part[]): string =>
  mime(
    { 'Content-Type': `multipart/${kind}; boundary="=_b"`, ...headers },
    [...parts.map(([type, text]) => `--=_b\r\nContent-Type: ${type}\r\n\r\n${text}`), '--=_b--', ''].join('\r\n'),
  );

/** The report format of a mail system. */
export interface MailSystem {
  name: string;
  report(refusal: Refusal): string;
  /** Its notice that it still tries, where it sends one. */
  delay?(): string;
}

interface Dsn {
  from: string;
  subject: string;
  letter: string;
  mta: string;
  returned?: 'message/rfc822' | 'text/rfc822-headers' | null;
  action?: string;
  headers?: Record<string, string>;
  recipient?: string;
}

const dsn =
  ({ from, subject, letter, mta, returned = 'message/rfc822', headers = {}, recipient, ...more }: Dsn) =>
  ({ status, text }: Refusal): string =>
    multipart({ From: from, Subject: encoded(subject), ...headers }, 'report; report-type=delivery-status', [
      ['text/plain; charset=utf-8', letter.replaceAll('{text}', text)],
      [
        'message/delivery-status',
        [
          `Reporting-MTA: dns; ${mta}`,
          'Arrival-Date: Mon, 2 Mar 2026 09:59:01 +0000',
          '',
          `Final-Recipient: ${recipient ?? `rfc822; ${REFUSED}`}`,
          `Action: ${more.action ?? 'failed'}`,
          `Status: ${status}`,
          `Diagnostic-Code: smtp; ${text}`,
          '',
        ].join('\r\n'),
      ],
      ...(returned ? [[returned, returned === 'message/rfc822' ? `${RETURNED}\r\n\r\nHello` : RETURNED] as const] : []),
    ]);

const LATER: Refusal = { status: '4.4.1', text: '421 4.4.1 Connection timed out' };
const delayed = (report: Dsn): (() => string) => {
  const write = dsn({ ...report, action: 'delayed' });
  return () => write(LATER);
};

/** A report in words with our mail below, as servers write that know no RFC 3464. */
const letter =
  (from: string, subject: string, body: string, headers: Record<string, string> = {}) =>
  ({ text, status }: Refusal): string =>
    mime(
      { From: from, Subject: encoded(subject), 'Content-Type': 'text/plain; charset=utf-8', ...headers },
      body.replaceAll('{text}', text).replaceAll('{status}', status).replaceAll('{mail}', `${RETURNED}\r\n\r\nHello`),
    );

/** A report in HTML alone. */
const html =
  (from: string, subject: string, body: string, headers: Record<string, string> = {}) =>
  ({ text }: Refusal): string =>
    mime(
      { From: from, Subject: encoded(subject), 'Content-Type': 'text/html; charset=utf-8', ...headers },
      `<html><body>${body.replaceAll('{text}', text.replaceAll('<', '&lt;').replaceAll('>', '&gt;'))}</body></html>`,
    );

/** A letter with our mail attached, of servers that send no status part. */
const attached =
  (from: string, subject: string, body: string, headers: Record<string, string> = {}) =>
  ({ text }: Refusal): string =>
    multipart({ From: from, Subject: encoded(subject), ...headers }, 'mixed', [
      ['text/plain; charset=utf-8', body.replaceAll('{text}', text)],
      ['message/rfc822', `${RETURNED}\r\n\r\nHello`],
    ]);

const exchange = (name: string, subject: string, letterText: string): MailSystem => {
  const report = {
    from: 'Microsoft Outlook <MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@acme.example>',
    subject,
    letter: letterText,
    mta: 'DB9PR01MB7323.eurprd01.prod.exchangelabs.com',
    headers: { 'X-MS-Exchange-Message-Is-Ndr': '', 'Return-Path': '<>', 'Auto-Submitted': 'auto-replied' },
  };
  return { name, report: dsn(report), delay: delayed({ ...report, subject: subject.replace(/^[^:]+/, 'Delayed') }) };
};

const POSTFIX = {
  from: 'MAILER-DAEMON@mail.acme.example (Mail Delivery System)',
  subject: 'Undelivered Mail Returned to Sender',
  letter:
    "This is the mail system at host mail.acme.example.\r\n\r\nI'm sorry to have to inform you that your message could not\r\nbe delivered to one or more recipients. It's attached below.\r\n\r\n<ada@example.net>: host mx.example.net[192.0.2.9] said: {text} (in reply to RCPT TO command)",
  mta: 'mail.acme.example',
};
const GMAIL = {
  from: 'Mail Delivery Subsystem <mailer-daemon@googlemail.com>',
  subject: 'Delivery Status Notification (Failure)',
  letter:
    '** Address not found **\r\n\r\nYour message wasn’t delivered to ada@example.net.\r\n\r\nThe response from the remote server was:\r\n{text}',
  mta: 'googlemail.com',
  headers: { 'X-Failed-Recipients': REFUSED, 'Auto-Submitted': 'auto-replied' },
};
const SENDMAIL = {
  from: 'Mail Delivery Subsystem <MAILER-DAEMON@relay.acme.example>',
  subject: 'Returned mail: see transcript for details',
  letter:
    'The original message was received at Mon, 2 Mar 2026 09:59:01 GMT\r\nfrom localhost [127.0.0.1]\r\n\r\n   ----- The following addresses had permanent fatal errors -----\r\n<ada@example.net>\r\n    (reason: {text})\r\n\r\n   ----- Transcript of session follows -----\r\n... while talking to mx.example.net.:\r\n>>> RCPT To:<ada@example.net>\r\n<<< {text}',
  mta: 'relay.acme.example',
};

/** Mail systems by the formats that their makers or operators document. */
export const MAIL_SYSTEMS: readonly MailSystem[] = [
  {
    name: 'Postfix',
    report: dsn(POSTFIX),
    delay: delayed({
      ...POSTFIX,
      subject: 'Delayed Mail (still being retried)',
      letter:
        '####################################################################\r\n# THIS IS A WARNING ONLY.  YOU DO NOT NEED TO RESEND YOUR MESSAGE. #\r\n####################################################################\r\n\r\nYour message could not be delivered for more than 4 hour(s).\r\nIt will be retried until it is 5 day(s) old.',
    }),
  },
  {
    name: 'Exim',
    report: dsn({
      from: 'Mail Delivery System <Mailer-Daemon@host.acme.example>',
      subject: 'Mail delivery failed: returning message to sender',
      letter:
        'This message was created automatically by mail delivery software.\r\n\r\nA message that you sent could not be delivered to one or more of its\r\nrecipients. This is a permanent error. The following address(es) failed:\r\n\r\n  ada@example.net\r\n    host mx.example.net [192.0.2.9]\r\n    SMTP error from remote mail server after RCPT TO:<ada@example.net>:\r\n    {text}',
      mta: 'host.acme.example',
      headers: { 'X-Failed-Recipients': REFUSED, 'Auto-Submitted': 'auto-replied' },
    }),
    delay: () =>
      mime(
        {
          From: 'Mail Delivery System <Mailer-Daemon@host.acme.example>',
          Subject: 'Warning: message 1abcDE-000123-AB delayed 24 hours',
          'Auto-Submitted': 'auto-replied',
        },
        `This message was created automatically by mail delivery software.\r\nA message that you sent has not yet been delivered to one or more of its\r\nrecipients after more than 24 hours on the queue on host.acme.example.\r\n\r\nThe address to which the message has not yet been delivered is:\r\n\r\n  ada@example.net\r\n\r\nNo action is required on your part. Delivery attempts will continue for\r\nsome time, and this warning may be repeated at intervals if the message\r\nremains undelivered.`,
      ),
  },
  {
    name: 'Exim 4 letter',
    report: letter(
      'Mail Delivery System <Mailer-Daemon@host.acme.example>',
      'Mail delivery failed: returning message to sender',
      'This message was created automatically by mail delivery software.\r\n\r\nA message that you sent could not be delivered to one or more of its\r\nrecipients. This is a permanent error. The following address(es) failed:\r\n\r\n  ada@example.net\r\n    SMTP error from remote mail server after RCPT TO:<ada@example.net>:\r\n    host mx.example.net [192.0.2.9]: {text}\r\n\r\n------ This is a copy of the message, including all the headers. ------\r\n\r\n{mail}',
      { 'X-Failed-Recipients': REFUSED, 'Auto-Submitted': 'auto-replied' },
    ),
  },
  {
    name: 'Sendmail',
    report: dsn(SENDMAIL),
    delay: delayed({
      ...SENDMAIL,
      subject: 'Warning: could not send message for past 4 hours',
      letter:
        '    **********************************************\r\n    **      THIS IS A WARNING MESSAGE ONLY      **\r\n    **  YOU DO NOT NEED TO RESEND YOUR MESSAGE  **\r\n    **********************************************',
    }),
  },
  exchange(
    'Exchange (English)',
    'Undeliverable: Our offer',
    "Delivery has failed to these recipients or groups:\r\n\r\nada@example.net\r\n\r\nRemote server returned '{text}'",
  ),
  exchange(
    'Exchange (German)',
    'Unzustellbar: Our offer',
    'Fehler bei der Nachrichtenzustellung an folgende Empfänger oder Gruppen:\r\n\r\nada@example.net\r\n\r\nDer Remoteserver hat Folgendes zurückgegeben: {text}',
  ),
  exchange(
    'Exchange (Spanish)',
    'No se puede entregar: Our offer',
    'No se pudo entregar el mensaje a estos destinatarios o grupos:\r\n\r\nada@example.net\r\n\r\nEl servidor remoto devolvió {text}',
  ),
  exchange(
    'Exchange (French)',
    'Non remis : Our offer',
    'Échec de la remise à ces destinataires ou groupes :\r\n\r\nada@example.net\r\n\r\nLe serveur distant a renvoyé {text}',
  ),
  exchange(
    'Exchange (Italian)',
    'Non recapitabile: Our offer',
    'Recapito non riuscito per i destinatari o i gruppi seguenti:\r\n\r\nada@example.net\r\n\r\n{text}',
  ),
  exchange(
    'Exchange (Portuguese)',
    'Não entregue: Our offer',
    'Falha na entrega a estes destinatários ou grupos:\r\n\r\nada@example.net\r\n\r\n{text}',
  ),
  exchange(
    'Exchange (Japanese)',
    '配信不能: Our offer',
    '次の受信者またはグループにメッセージを配信できませんでした:\r\n\r\nada@example.net\r\n\r\n{text}',
  ),
  {
    name: 'Gmail',
    report: dsn(GMAIL),
    delay: delayed({
      ...GMAIL,
      subject: 'Delivery Status Notification (Delay)',
      letter:
        '** Delivery incomplete **\r\n\r\nThere was a temporary problem delivering your message to ada@example.net. Gmail will retry for 46 more hours.',
    }),
  },
  {
    name: 'qmail',
    report: letter(
      'MAILER-DAEMON@qmail.acme.example',
      'failure notice',
      "Hi. This is the qmail-send program at qmail.acme.example.\r\nI'm afraid I wasn't able to deliver your message to the following addresses.\r\nThis is a permanent error; I've given up. Sorry it didn't work out.\r\n\r\n<ada@example.net>:\r\n192.0.2.9 does not like recipient.\r\nRemote host said: {text}\r\nGiving up on 192.0.2.9.\r\n\r\n--- Below this line is a copy of the message.\r\n\r\n{mail}",
      { 'Return-Path': '<>' },
    ),
  },
  {
    name: 'Yahoo',
    report: letter(
      'MAILER-DAEMON@yahoo.com',
      'Failure Notice',
      'Sorry, we were unable to deliver your message to the following address.\r\n\r\n<ada@example.net>:\r\n{text}\r\n\r\n--- Below this line is a copy of the message.\r\n\r\n{mail}',
      { 'Return-Path': '<>' },
    ),
  },
  {
    name: 'Zoho',
    report: dsn({
      from: 'mailer-daemon@mail.zoho.eu',
      subject: 'Undelivered Mail Returned to Sender',
      letter:
        'This message was created automatically by mail delivery software.\r\n\r\nA message that you sent could not be delivered to one or more of its recipients. This is a permanent error.\r\n\r\nada@example.net, ERROR CODE :{text}',
      mta: 'mail.zoho.eu',
    }),
  },
  {
    name: 'Amazon SES',
    report: dsn({
      from: 'MAILER-DAEMON@eu-west-1.amazonses.com',
      subject: 'Delivery Status Notification (Failure)',
      letter: 'An error occurred while trying to deliver the mail to the following recipients:\r\nada@example.net',
      mta: 'a7-31.smtp-out.eu-west-1.amazonses.com',
    }),
  },
  {
    name: 'SendGrid forward',
    report: dsn({
      from: 'MAILER-DAEMON@filter0123.sendgrid.net',
      subject: 'Undelivered Mail Returned to Sender',
      letter:
        "This is an automatically generated message from SendGrid.\r\n\r\nI'm sorry to have to tell you that your message was not able to be delivered to one of its intended recipients.\r\n\r\nada@example.net: {text}",
      mta: 'geopod-ismtpd-5-0',
      returned: 'text/rfc822-headers',
    }),
  },
  {
    name: 'Mailgun',
    report: dsn({
      from: 'Mail Delivery System <postmaster@mg.acme.example>',
      subject: 'Mail delivery failed: returning message to sender',
      letter: 'Your message could not be delivered to the following recipient: ada@example.net\r\n\r\n{text}',
      mta: 'mailgun.org',
      returned: null,
      headers: { 'In-Reply-To': `<${OURS}@acme.example>` },
    }),
  },
  {
    name: 'Postmark notice',
    report: letter(
      'Postmark Support <bounce-notifications@postmarkapp.example>',
      'Undelivered mail: Our offer',
      'Your message to ada@example.net could not be delivered.\r\n\r\nDetails: {text}\r\n\r\nOriginal message headers:\r\n{mail}',
      { 'Return-Path': '<>', 'Auto-Submitted': 'auto-generated' },
    ),
  },
  {
    name: 'Brevo',
    report: dsn({
      from: 'MAILER-DAEMON@sendinblue.com',
      subject: 'Undelivered Mail Returned to Sender',
      letter: 'Your message could not be delivered: {text}',
      mta: 'smtp-relay.sendinblue.com',
      returned: 'text/rfc822-headers',
    }),
  },
  {
    name: 'HCL Domino',
    report: dsn({
      from: 'Mail Router <MAILER-DAEMON@domino.acme.example>',
      subject: 'DELIVERY FAILURE: {text}'.replace('{text}', 'delivery to ada@example.net'),
      letter:
        'Your message\r\n\r\n  Subject: Our offer\r\n\r\nwas not delivered to:\r\n\r\n  ada@example.net\r\n\r\nbecause:\r\n\r\n  {text}',
      mta: 'domino.acme.example',
    }),
  },
  {
    name: 'GroupWise',
    report: attached(
      'Mailer-Daemon@gw.acme.example',
      'Message status - undeliverable',
      'The message that you sent was undeliverable to the following:\r\n\tada@example.net (host mx.example.net said: {text})\r\n\r\nPossibly truncated original message follows:',
    ),
  },
  {
    name: 'Courier',
    report: dsn({
      from: '"Courier mail server at mail.acme.example" <@>',
      subject: 'NOTICE: mail delivery status.',
      letter:
        'This is a delivery status notification from mail.acme.example,\r\nrunning the Courier mail server, version 1.0.\r\n\r\nThe original message was received on Mon, 2 Mar 2026.\r\n\r\n---\r\n\r\n                           UNDELIVERABLE MAIL\r\n\r\nYour message to the following recipients cannot be delivered:\r\n\r\n<ada@example.net>:\r\n    mx.example.net [192.0.2.9]:\r\n<<< {text}',
      mta: 'mail.acme.example',
    }),
  },
  {
    name: 'MDaemon',
    report: attached(
      'MDaemon@acme.example',
      'Permanent Delivery Failure',
      'The attached message had PERMANENT fatal delivery errors!\r\n\r\nAfter one or more unsuccessful delivery attempts the attached message has\r\nbeen removed from the mail queue on this server.\r\n\r\n--- Session Transcript ---\r\n RCPT To:<ada@example.net>\r\n {text}\r\n--- End Transcript ---',
    ),
    delay: () =>
      mime(
        { From: 'MDaemon@acme.example', Subject: 'WARNING: TRANSIENT DELIVERY FAILURE' },
        'The attached message had TRANSIENT delivery errors. It will be retried for the next 60 hours.\r\n\r\nada@example.net: 421 Connection timed out',
      ),
  },
  {
    name: 'Kerio Connect',
    report: dsn({
      from: 'Mail Delivery Subsystem <postmaster@kerio.acme.example>',
      subject: 'Returned mail: Delivery failed',
      letter: 'The following address(es) failed:\r\n\r\nada@example.net\r\n{text}',
      mta: 'kerio.acme.example',
    }),
  },
  {
    name: 'hMailServer',
    report: letter(
      'mailer-daemon@hmail.acme.example',
      'Message undeliverable: Our offer',
      'Your message did not reach some or all of the intended recipients.\r\n\r\n   Sent: Mon, 2 Mar 2026 09:59:00 +0000\r\n   Subject: Our offer\r\n\r\nThe following recipient(s) could not be reached:\r\n\r\nada@example.net\r\n   Error Type: SMTP\r\n   Remote server (192.0.2.9) issued an error.\r\n   hMailServer sent: RCPT TO:<ada@example.net>\r\n   Remote server replied: {text}\r\n\r\n\r\nhMailServer',
      { 'Return-Path': '<>', 'In-Reply-To': `<${OURS}@acme.example>` },
    ),
  },
  {
    name: 'Zimbra',
    report: dsn({
      ...POSTFIX,
      from: 'MAILER-DAEMON@zimbra.acme.example (Mail Delivery System)',
      mta: 'zimbra.acme.example',
      returned: 'text/rfc822-headers',
    }),
  },
  {
    name: 'IceWarp',
    report: attached(
      '"IceWarp Mail Server" <mailer-daemon@icewarp.acme.example>',
      'Delivery failure: Our offer',
      'This is an automatically generated Delivery Status Notification.\r\n\r\nDelivery to the following recipients failed.\r\n\r\n    ada@example.net\r\n\r\nServer response: {text}',
    ),
  },
  {
    name: 'Barracuda',
    report: dsn({
      from: '"Mail Delivery Subsystem" <postmaster@barracuda.acme.example>',
      subject: '**Message you sent blocked by our bulk email filter**',
      letter:
        'Your message to: ada@example.net\r\nwas not delivered by our Email Firewall. The email you sent with the following subject has NOT BEEN DELIVERED: Our offer\r\n\r\n{text}',
      mta: 'barracuda.acme.example',
      returned: 'text/rfc822-headers',
    }),
  },
  {
    name: 'Proofpoint',
    report: dsn({
      from: 'Mail Delivery Subsystem <MAILER-DAEMON@mx0a-001.pphosted.com>',
      subject: 'Returned mail: see transcript for details',
      letter: SENDMAIL.letter,
      mta: 'mx0a-001.pphosted.com',
    }),
  },
  {
    name: 'Mimecast',
    report: (refusal) =>
      dsn({
        from: '"Mimecast" <postmaster@eu-smtp.mimecast.example>',
        subject: '[Postmaster] Email Delivery Failure',
        letter:
          'This is a delivery failure notification message to inform you that an email from sales@acme.example to ada@example.net could not be delivered.\r\n\r\nRemote server answer: {text}',
        mta: 'eu-smtp.mimecast.example',
        returned: null,
        headers: { 'In-Reply-To': `<${OURS}@acme.example>` },
      })(refusal).replace(/^(Status|Action|Diagnostic-Code|Final-Recipient):/gm, '$1 :'),
  },
  {
    name: 'Cisco IronPort',
    report: dsn({
      from: '"Mail Delivery System" <MAILER-DAEMON@esa.acme.example>',
      subject: 'Delivery Status Notification (Failure)',
      letter:
        'The following message to <ada@example.net> was undeliverable.\r\nThe reason for the problem:\r\n5.1.0 - Unknown address error {text}'.replace(
          '5.1.0 - Unknown address error ',
          '',
        ),
      mta: 'esa.acme.example',
    }),
  },
  {
    name: 'Symantec',
    report: letter(
      '"MAILER-DAEMON" <MAILER-DAEMON@messagelabs.com>',
      'Mail Delivery Failure',
      'This is the mail delivery agent at messagelabs.com.\r\nI was unable to deliver your message to the following addresses:\r\n\r\nada@example.net\r\n\r\nReason: {text}\r\n\r\nThe message subject was: Our offer\r\nThe message date was: Mon, 2 Mar 2026 09:59:00 +0000\r\nThe message identifier was: 00/00-12345\r\nThe message reference was: server-1.tower-1.messagelabs.com\r\n\r\nMessage-ID: <018f0000-0000-7000-8000-00000000000a@acme.example>',
      { 'Return-Path': '<>' },
    ),
  },
  {
    name: 'Trend Micro IMSS',
    report: attached(
      'IMSS@trend.acme.example',
      'Mail could not be delivered',
      'Sent <<< RCPT TO:<ada@example.net>\r\nReceived >>> {text}\r\n\r\nUnable to deliver message to <ada@example.net>.',
    ),
  },
  {
    name: 'Sophos',
    report: dsn({
      from: 'Mail Delivery System <MAILER-DAEMON@sophos.acme.example>',
      subject: 'Undelivered Mail Returned to Sender',
      letter: 'Your message was not delivered to ada@example.net: {text}',
      mta: 'sophos.acme.example',
    }),
  },
  {
    name: 'GMX and WEB.DE',
    report: letter(
      '"GMX Mailer Daemon" <mailer-daemon@gmx.example>',
      'Mail delivery failed: returning message to sender',
      'This message was created automatically by mail delivery software.\r\n\r\nA message that you sent could not be delivered to one or more of\r\nits recipients. This is a permanent error. The following address failed:\r\n\r\n  ada@example.net:\r\n    SMTP error from remote server for RCPT TO command, host: mx.example.net (192.0.2.9)\r\n    reason: {text}\r\n\r\n--- The header of the original message is following. ---\r\n\r\n{mail}',
      { 'Return-Path': '<>' },
    ),
  },
  {
    name: 'T-Online',
    report: dsn({
      from: 'MAILER-DAEMON@fwd00.t-online.de (Mail Delivery System)',
      subject: 'Mail delivery failed: returning message to sender',
      letter:
        '|------------------------- Message log follows: -------------------------|\r\n no valid recipients were found for this message\r\n|------------------------- Failed addresses follow: ---------------------|\r\n <ada@example.net> ... {text}\r\n|------------------------- Message header follows: ----------------------|',
      mta: 'fwd00.t-online.de',
      returned: 'text/rfc822-headers',
    }),
  },
  {
    name: 'smail letter',
    report: letter(
      '<MAILER-DAEMON@smail.acme.example>',
      'mail failed, returning to sender',
      '|------------------------- Message log follows: -------------------------|\r\n no valid recipients were found for this message\r\n|------------------------- Failed addresses follow: ---------------------|\r\n <ada@example.net> ... {text}\r\n|------------------------- Message text follows: ------------------------|\r\n{mail}',
    ),
  },
  {
    name: 'OVH',
    report: dsn({
      ...POSTFIX,
      from: 'MAILER-DAEMON@mo42.mail-out.ovh.net (Mail Delivery System)',
      mta: 'mo42.mail-out.ovh.net',
    }),
  },
  {
    name: 'Orange',
    report: dsn({
      ...POSTFIX,
      from: 'Mail Delivery System <MAILER-DAEMON@orange.fr>',
      subject: 'Message non délivré / Undelivered Mail Returned to Sender',
      letter: 'Votre message n’a pas pu être remis au destinataire suivant : ada@example.net\r\n{text}',
      mta: 'smtp-out.orange.fr',
    }),
  },
  {
    name: 'Libero',
    report: letter(
      'Mail Delivery Subsystem <mailer-daemon@libero.it>',
      'Mancata consegna del messaggio',
      'Non è stato possibile consegnare il messaggio ai seguenti destinatari:\r\n\r\nada@example.net\r\n{text}\r\n\r\n{mail}',
      { 'Return-Path': '<>' },
    ),
  },
  {
    name: 'Mail.ru',
    report: letter(
      '<mailer-daemon@corp.mail.ru>',
      'Mail failure.',
      'This message was created automatically by mail delivery software.\r\nA message that you sent could not be delivered to one or more of its recipients.\r\nПисьмо не может быть доставлено:\r\n\r\nada@example.net:\r\n{text}\r\n\r\n{mail}',
      { 'X-Failed-Recipients': REFUSED, 'Return-Path': '<>' },
    ),
  },
  {
    name: 'Yandex',
    report: dsn({
      from: 'mailer-daemon@yandex.ru',
      subject: 'Недоставленное сообщение',
      letter:
        'Это письмо отправлено почтовым сервером yandex.ru.\r\n\r\nК сожалению, мы вынуждены сообщить Вам о том, что Ваше письмо не может\r\nбыть отправлено одному или нескольким адресатам. Технические подробности можно найти ниже.\r\n\r\n<ada@example.net>: {text}',
      mta: 'forward502a.mail.yandex.net',
    }),
  },
  {
    name: 'QQ',
    report: html(
      'PostMaster <PostMaster@qq.com>',
      '系统退信/Systems bounce',
      '<h2>邮件被退回</h2><p>抱歉，您的邮件被退回来了……</p><p>原邮件信息: 主题: Our offer</p><p>收件人：ada@example.net</p><p>退信原因：{text}</p><p>host mx.example.net said: {text}</p>',
      { 'Return-Path': '<>', 'In-Reply-To': `<${OURS}@acme.example>` },
    ),
  },
  {
    name: '163',
    report: (refusal) =>
      multipart(
        { From: 'Postmaster@163.com', Subject: encoded('系统退信'), 'Return-Path': '<>' },
        'report; report-type=delivery-status',
        [
          [
            'text/html; charset=utf-8',
            `<p>抱歉，您的邮件被退回来了</p><p>收件人邮件地址：ada@example.net</p><p>退信代码：${refusal.text.replaceAll('<', '&lt;')}</p>`,
          ],
          [
            'message/delivery-status',
            `Reporting-MTA: dns; m12-11.163.com\r\n\r\nFinal-recipient: RFC822; ada@example.net\r\nAction: failed\r\nStatus: ${refusal.status}\r\nDiagnostic-Code: SMTP; ${refusal.text}\r\n`,
          ],
          ['text/rfc822-headers', RETURNED],
        ],
      ),
  },
  {
    name: 'Naver',
    report: html(
      'MAILER-DAEMON <mailer-daemon@naver.com>',
      '[반송실패] 메일이 전송되지 못하고 반송되었습니다.',
      '<p>메일 전송이 실패하였습니다.</p><p>받는사람: ada@example.net</p><p>{text}</p>',
      { 'Return-Path': '<>', References: `<${OURS}@acme.example>` },
    ),
  },
  {
    name: 'NTT docomo',
    report: letter(
      'MAILER-DAEMON@docomo.ne.jp (Mail Delivery Subsystem)',
      'Returned mail: User unknown',
      '   ----- Transcript of session follows -----\r\n... while talking to mfsmax.docomo.ne.jp:\r\n>>> RCPT To:<ada@example.net>\r\n<<< {text}\r\n<ada@example.net>... {text}\r\n\r\n   ----- Original message follows -----\r\n{mail}',
    ),
  },
  {
    name: 'iCloud',
    report: dsn({
      ...POSTFIX,
      from: 'MAILER-DAEMON@icloud.com (Mail Delivery System)',
      mta: 'ms11p00im-hyfv17281201.me.com',
    }),
  },
  {
    name: 'Fastmail',
    report: dsn({
      from: 'Mail Delivery System <MAILER-DAEMON@messagingengine.com>',
      subject: 'Undelivered Mail Returned to Sender',
      letter: POSTFIX.letter,
      mta: 'mailout.messagingengine.com',
      headers: { 'Auto-Submitted': 'auto-replied' },
    }),
  },
  {
    name: 'Proton',
    report: dsn({
      from: 'MAILER-DAEMON@mail.protonmail.ch',
      subject: 'Undelivered Mail Returned to Sender',
      letter: POSTFIX.letter,
      mta: 'mail-40130.protonmail.ch',
      returned: 'text/rfc822-headers',
      recipient: `rfc822;${REFUSED}`,
    }),
  },
  {
    name: 'PowerMTA',
    report: dsn({
      from: 'Mail Delivery System <postmaster@pmta.acme.example>',
      subject: 'Delivery report',
      letter:
        'Hello, this is the mail server on pmta.acme.example.\r\n\r\nI am sending you this message to inform you on the delivery status of a\r\nmessage you previously sent.  Immediately below you will find a list of\r\nthe affected recipients; also attached is a Delivery Status Notification\r\n(DSN) report in standard format, as well as the headers of the original\r\nmessage.\r\n\r\n  <ada@example.net>  delivery failed; will not continue trying\r\n\r\n{text}',
      mta: 'pmta.acme.example',
      returned: 'text/rfc822-headers',
    }),
  },
  {
    name: 'Lotus SMTP MTA letter',
    report: attached(
      'Administrator@notes.acme.example',
      'DELIVERY FAILURE: Our offer',
      'Your message\r\n\r\n  Subject: Our offer\r\n\r\nwas not delivered to:\r\n\r\n  ada@example.net\r\n\r\nbecause:\r\n\r\n  {text}',
      { 'Return-Path': '<>' },
    ),
  },
  {
    name: 'Communigate Pro',
    report: dsn({
      from: '<MAILER-DAEMON@cgp.acme.example>',
      subject: 'Undeliverable mail: Our offer',
      letter: "Failed to deliver to 'ada@example.net'\r\nSMTP module(domain example.net) reports:\r\n {text}",
      mta: 'cgp.acme.example',
    }),
  },
  {
    name: 'OpenSMTPD',
    report: dsn({
      from: 'Mailer Daemon <MAILER-DAEMON@smtpd.acme.example>',
      subject: 'Delivery status notification: error',
      letter:
        '    Hi!\r\n\r\n    This is the MAILER-DAEMON, please DO NOT REPLY to this email.\r\n\r\n    An error has occurred while attempting to deliver a message for\r\n    the following list of recipients:\r\n\r\nada@example.net: {text}',
      mta: 'smtpd.acme.example',
    }),
  },
  {
    name: 'Haraka',
    report: letter(
      'MAILER-DAEMON@haraka.acme.example',
      'failed mail',
      "Hi. This is the Haraka Mailer program at haraka.acme.example.\r\nI'm afraid I wasn't able to deliver your message to the following addresses.\r\nThis is a permanent error; I've given up. Sorry it didn't work out.\r\n\r\nIntended Recipients: <ada@example.net>\r\nFailure Reason: {text}\r\n\r\n--- Below this line is a copy of the message.\r\n\r\n{mail}",
    ),
  },
];
