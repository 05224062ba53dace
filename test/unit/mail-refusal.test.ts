import { describe, expect, it } from '@jest/globals';
import { causeOfRefusal } from '../../domain/channels/mail-refusal.js';
import { readInboundEmail } from '../../domain/inbound/inbound-email.js';
import { mailToEvent } from '../../domain/inbound/mail-to-event.js';
import { readMail } from '../../providers/email/read-mail.js';
import { outcomeOfError } from '../../providers/email/smtp-outcome.js';

/** The rejections of mail servers because of the sender, at any stage. */
const SENDERS: readonly string[] = [
  '550-5.4.5 Daily user sending limit exceeded.',
  '550 5.4.5 Daily SMTP relay sending limit exceeded for customer.',
  '550 5.1.7 No such domain acme.example.',
  '553 5.1.8 <sales@acme.example>... Domain of sender address sales@acme.example does not exist',
  '550 5.7.1 [192.0.2.1] Our system has detected that this message is likely unsolicited mail.',
  '550-5.7.26 This mail has been blocked because the sender is unauthenticated. SPF and DKIM did not pass.',
  '550 5.7.515 Access denied, sending domain acme.example does not meet the required authentication level.',
  '550 5.7.1 Service unavailable, Client host [192.0.2.1] blocked using Spamhaus.',
  '554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org',
  '550 5.7.1 Unfortunately, messages from [192.0.2.1] weren’t sent. Please contact your Internet service provider since part of their network is on our block list (S3150).',
  '421 4.7.0 [TSS04] Messages from 192.0.2.1 temporarily deferred due to user complaints and reputation',
  '421-4.7.28 Our system has detected an unusual rate of unsolicited mail',
  '554 5.7.9 Message not accepted for policy reasons. See https://postmaster.example/error-codes',
  '550 5.7.509 Access denied, sending domain acme.example does not pass DMARC verification and has a DMARC policy of reject.',
  '554 5.7.1 <sales@acme.example>: Sender address rejected: Access denied',
  '550 Verification failed for <sales@acme.example> No Such User Here Sender verify failed',
  '550 5.7.60 SMTP; Client does not have permissions to send as this sender',
  '454 4.7.1 <ana@corp.example>: Relay access denied',
  '554 5.7.1 <ana@corp.example>: Relay access denied',
  '550 5.7.25 [192.0.2.1] The IP address sending this message does not have a PTR record setup',
  '451 4.7.500 Server busy. Please try again later: hourly message limit exceeded',
  '450 4.7.1 Rate limit exceeded, too many messages from you',
  '550 5.7.0 Sender reputation too low',
  '535 5.7.139 Authentication unsuccessful',
  '550 5.2.0 Message rejected: hourly sending quota exceeded',
  '552 5.7.0 This message was blocked because its content presents a potential security issue: virus',
];
const GONE: readonly string[] = [
  '550 5.1.1 <ana@corp.example>: Recipient address rejected: User unknown',
  '550 5.1.1 User unknown',
  "550-5.1.1 The email account that you tried to reach does not exist. Please try double-checking the recipient's email address",
  '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup',
  '550 5.2.1 The email account that you tried to reach is disabled',
  '550 No such user here',
  '550 Requested action not taken: mailbox unavailable',
  '553 sorry, that domain isn’t in my list; no mailbox here by that name. (#5.7.1)',
  '550 5.4.1 Recipient address rejected: Access denied. [AM0.prod.protection.outlook.com]',
];
const FULL: readonly string[] = [
  '552 5.2.2 mailbox full',
  '552-5.2.2 The recipient is over quota',
  '452 4.2.2 Over quota',
  '550 Mailbox quota exceeded for ana@corp.example',
  '554 5.0.0 Quota violation for ana@corp.example: mailbox is full',
];
const OTHER: readonly string[] = [
  '451 4.3.0 Temporary lookup failure',
  '552 5.3.4 Message size exceeds fixed limit',
  '554 5.4.14 Hop count exceeded - possible mail loop',
  '450 4.7.1 Greylisted, try again in 5 minutes',
  '550 5.7.133 RESOLVER.RST.SenderNotAuthenticatedForGroup; group only accepts messages from people in its organization',
  '450 4.2.1 The user you are trying to contact is receiving mail at a rate that prevents additional messages',
];

const answer = (response: string, command: string) =>
  outcomeOfError(
    { code: 'EENVELOPE', command, responseCode: Number(response.slice(0, 3)), response },
    { dataStarted: false },
  );
const codeOf = (text: string) => /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(text)?.[0] ?? text.slice(0, 3);

describe('a refusal', () => {
  it.each(SENDERS)('for the sender’s sake holds the sender and never the lead: %s', (response) => {
    expect(causeOfRefusal({ code: codeOf(response), text: response, senderDomain: 'acme.example' })).toBe('sender');
    expect(answer(response, 'MAIL FROM')).toMatchObject({ kind: 'refused_retry' });
    const bounce = { kind: 'hard', cause: null, code: codeOf(response), diagnostic: response } as const;
    const told = readInboundEmail({ event_id: 'e', type: 'bounce', bounce }, new Date());
    if (!response.includes('No such domain') && !response.includes('acme.example does not exist'))
      expect(told).toMatchObject({ bounce: { kind: 'soft', cause: 'sender' } });
  });

  it.each(GONE)('of an address that doesn’t exist is a hard bounce at RCPT TO only: %s', (response) => {
    expect(causeOfRefusal({ code: codeOf(response), text: response, senderDomain: 'acme.example' })).toBe(
      'recipient_gone',
    );
    expect(answer(response, 'RCPT TO')).toMatchObject({ kind: 'refused_final', recipientIsGone: {} });
    expect(answer(response, 'DATA')).not.toHaveProperty('recipientIsGone');
    expect(answer(response, 'MAIL FROM')).toMatchObject({ kind: 'refused_retry', senderIsRefused: true });
  });

  it.each([...FULL, ...OTHER])('for another reason says nothing about address or sender: %s', (response) => {
    const cause = causeOfRefusal({ code: codeOf(response), text: response, senderDomain: 'acme.example' });
    expect(cause).toBe(FULL.includes(response) ? 'recipient_full' : 'other');
    const outcome = answer(response, 'RCPT TO');
    expect(outcome).not.toHaveProperty('recipientIsGone');
    expect(outcome).not.toHaveProperty('senderIsRefused');
  });

  it('by a daily limit waits for hours, by a blocklist for one', () => {
    expect(answer('550-5.4.5 Daily user sending limit exceeded.', 'MAIL FROM')).toMatchObject({
      kind: 'refused_retry',
      code: 'smtp_550',
      retryAfterSeconds: 21_600,
      hold: 'sender_throttle',
      senderIsRefused: true,
    });
    expect(answer('554 5.7.1 Client host blocked using zen.spamhaus.org', 'RCPT TO')).toMatchObject({
      retryAfterSeconds: 3_600,
    });
  });

  it('of a mail that is too large at MAIL FROM is the message’s own', () => {
    expect(answer('552 5.3.4 Message size exceeds fixed maximum', 'MAIL FROM')).toMatchObject({
      kind: 'refused_final',
    });
  });

  it('after MAIL FROM, in a letter of Exim, is the sender’s', async () => {
    const letter = [
      ...['Return-path: <>', 'From: Mail Delivery System <Mailer-Daemon@mx.example.net>', 'To: sales@acme.example'],
      ...['Subject: Mail delivery failed: returning message to sender', 'X-Failed-Recipients: ana@corp.example', ''],
      ...['A message that you sent could not be delivered to one or more of its', 'recipients.', ''],
      ...['  ana@corp.example', '    host mx.corp.example [192.0.2.22]'],
      ...['    SMTP error from remote mail server after MAIL FROM:<sales@acme.example>:'],
      ...['    550 5.1.7 No such domain acme.example.'],
    ];
    const event = mailToEvent(await readMail(Buffer.from(letter.join('\r\n'))), 'e1');
    expect(readInboundEmail(event, new Date())).toMatchObject({
      kind: 'bounce',
      bounce: { kind: 'soft', cause: 'sender', code: '5.1.7' },
    });
  });
});
