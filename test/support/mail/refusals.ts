/** The rejections of an email to `ada@example.net` by mail servers, as their operators document them. */
export interface Refusal {
  status: string;
  text: string;
}

export type RefusalKind = 'hard' | 'full' | 'later' | 'sender';

const refusal = (status: string, text: string): Refusal => ({ status, text });

export const REFUSALS: Readonly<Record<RefusalKind, readonly Refusal[]>> = {
  hard: [
    refusal('5.1.1', '550 5.1.1 <ada@example.net>: Recipient address rejected: User unknown in virtual mailbox table'),
    refusal(
      '5.1.1',
      "550-5.1.1 The email account that you tried to reach does not exist. Please try 550-5.1.1 double-checking the recipient's email address for typos or unnecessary spaces. Learn more at 550 5.1.1 https://support.google.com/mail/?p=NoSuchUser d2e1a72fcca58-7a - gsmtp",
    ),
    refusal(
      '5.1.10',
      '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient ada@example.net not found by SMTP address lookup',
    ),
    refusal('5.5.0', '550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302).'),
    refusal(
      '5.0.0',
      '554 30 Sorry, your message to ada@example.net cannot be delivered. This mailbox is disabled (554.30).',
    ),
    refusal('5.0.0', '552 1 Requested mail action aborted, mailbox not found'),
    refusal('5.0.0', '550 No such user here'),
    refusal('5.0.0', '550 Requested action not taken: mailbox unavailable'),
    refusal('5.1.1', '550 sorry, no mailbox here by that name (#5.1.1 - chkuser)'),
    refusal('5.1.1', '511 5.1.1 unknown address or alias: ada@example.net'),
    refusal('5.1.0', '550 #5.1.0 Address rejected.'),
    refusal(
      '5.4.1',
      '550 5.4.1 Recipient address rejected: Access denied. AS(201806281) [DB5EUR01FT029.eop-EUR01.prod.protection.outlook.com]',
    ),
    refusal('5.1.6', '550 5.1.6 Recipient no longer on server: ada@example.net'),
    refusal(
      '5.2.1',
      '550 5.2.1 The email account that you tried to reach is inactive. https://support.google.com/mail/?p=DisabledUser',
    ),
    refusal('5.7.1', '550 5.7.1 No such user!'),
    refusal(
      '5.0.0',
      '550 Message was not accepted -- invalid mailbox. Local mailbox ada@example.net is unavailable: user not found',
    ),
    refusal('5.0.0', '550 The recipient may contain a non-existent account, please check the recipient address.'),
    refusal('5.0.0', '550 User not found: ada@example.net'),
    refusal('5.1.1', '550 5.1.1 <ada@example.net>: Recipient address rejected: Address does not exist'),
    refusal('5.1.1', '550 5.1.1 Adresse d au moins un destinataire invalide. Invalid recipient. OFR_416 [416]'),
    refusal('5.1.1', "550 5.1.1 <ada@example.net> User doesn't exist: ada@example.net"),
    refusal('5.0.0', '550 Unknown user ada@example.net'),
    refusal('5.1.2', "550 5.1.2 Sorry, I couldn't find any host named example.net. (#5.1.2)"),
    refusal(
      '5.4.4',
      '554 5.4.4 Host or domain name not found. Name service error for name=example.net type=A: Host not found',
    ),
    refusal('5.4.310', '550 5.4.310 DNS domain example.net does not exist [Message=InfoDomainNonexistent]'),
    refusal(
      '5.1.10',
      '556 5.1.10 <ada@example.net>: Recipient address rejected: Domain example.net does not accept mail (nullMX)',
    ),
    refusal('5.0.0', '550 all relevant MX records point to non-existent hosts'),
    refusal('5.0.0', '550 Unrouteable address'),
    refusal('5.1.1', '550 5.1.1 RESOLVER.ADR.ExRecipNotFound; not found'),
    refusal('5.1.1', '550 5.1.1 Empfaenger unbekannt / recipient unknown'),
    refusal('5.1.1', '550 5.1.1 unknown or illegal alias: ada@example.net'),
    refusal('5.1.1', '550 Invalid recipient <ada@example.net> (#5.1.1)'),
  ],
  full: [
    refusal(
      '4.2.2',
      "452-4.2.2 The recipient's inbox is out of storage space. Please direct the recipient to 452 4.2.2 https://support.google.com/mail/?p=OverQuotaTemp - gsmtp",
    ),
    refusal('5.2.2', '552 5.2.2 <ada@example.net>: Mailbox full'),
    refusal(
      '5.2.2',
      '554 5.2.2 mailbox full; STOREDRV.Deliver.Exception:QuotaExceededException.MapiExceptionShutoffQuotaExceeded; Failed to process message due to a permanent exception',
    ),
    refusal('5.2.2', '552 5.2.2 user over quota'),
    refusal('5.0.0', '552 Requested mail action aborted: exceeded storage allocation'),
    refusal('5.2.2', '550 5.2.2 user is over quota'),
    refusal('5.0.0', '552 Mailbox limit exceeded for ada@example.net'),
    refusal('5.2.2', '552 5.2.2 Mailbox size limit exceeded'),
    refusal('5.0.0', '550 Mailbox quota exceeded / Postfach voll'),
    refusal('5.2.2', "554 5.2.2 The recipient's mailbox is full and can't accept messages now"),
    refusal('5.0.0', '552 Quota violation for ada@example.net'),
    refusal('5.2.2', '552 5.2.2 Boite du destinataire pleine. Recipient overquota. OFR_417 [417]'),
  ],
  later: [
    refusal('4.7.1', '451 4.7.1 Greylisting in action, please come back later'),
    refusal('4.4.1', 'connect to mx.example.net[192.0.2.9]:25: Connection timed out'),
    refusal('4.4.2', '421 4.4.2 Connection dropped due to SocketError'),
    refusal('4.4.7', '550 4.4.7 QUEUE.Expired; message expired'),
    refusal('4.3.2', '421 4.3.2 System not accepting network messages'),
    refusal('5.4.6', '554 5.4.6 Hop count exceeded - possible mail loop'),
    refusal('5.3.4', '552 5.3.4 Message size exceeds fixed limit'),
    refusal('4.0.0', 'retry time not reached for any host after a long failure period'),
    refusal(
      '5.4.7',
      '554 5.4.7 Delivery expired (message too old) [Default] 450-4.2.0 Mailbox temporarily unavailable',
    ),
    refusal('4.5.0', '451 4.5.0 Local error in processing, try again later'),
    refusal(
      '5.7.133',
      '550 5.7.133 RESOLVER.RST.SenderNotAuthenticatedForGroup; authentication required; Delivery restriction check failed because the sender was not authenticated when sending to this group',
    ),
  ],
  sender: [
    refusal(
      '5.7.26',
      '550-5.7.26 This mail has been blocked because the sender is unauthenticated. 550-5.7.26 Gmail requires all senders to authenticate with either SPF or DKIM. - gsmtp',
    ),
    refusal('5.7.1', '550 5.7.1 Message rejected due to DMARC policy of acme.example'),
    refusal(
      '5.7.515',
      "550 5.7.515 Access denied, sending domain acme.example doesn't meet the required authentication level.",
    ),
    refusal(
      '5.7.1',
      '554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org; https://www.spamhaus.org/query/ip/192.0.2.1',
    ),
    refusal(
      '5.7.606',
      '550 5.7.606 Access denied, banned sending IP [192.0.2.1]. To request removal from this list please visit https://sender.office.com/',
    ),
    refusal(
      '5.4.5',
      '550 5.4.5 Daily user sending limit exceeded. For more information on Gmail sending limits go to https://support.google.com/a/answer/166852 - gsmtp',
    ),
    refusal('5.1.8', '550 5.1.8 Access denied, bad outbound sender. AS(42004)'),
    refusal(
      '5.7.23',
      '550 5.7.23 The message was rejected because of Sender Policy Framework violation -> 550 SPF check failed',
    ),
    refusal(
      '5.0.0',
      '554-Bad DNS PTR resource record. 554 For explanation visit https://www.gmx.net/mail/senderguidelines?c=dns',
    ),
    refusal(
      '5.7.0',
      '553 5.7.1 [TSS07] Messages from 192.0.2.1 will be permanently deferred; Retrying will NOT succeed.',
    ),
    refusal(
      '5.7.1',
      '550 5.7.1 Unfortunately, messages from [192.0.2.1] weren’t sent. Please contact your Internet service provider since part of their network is on our block list (S3150).',
    ),
    refusal('5.7.1', '554 5.7.1 Message rejected under suspicion of SPAM; https://ya.cc/1IrBc'),
    refusal('5.7.1', '550 5.7.1 The message was rejected as spam by the content filter'),
    refusal('5.0.0', '550 High probability of spam'),
    refusal('5.7.1', '550 5.7.1 Client does not have permissions to send as this sender'),
    refusal('5.7.708', '550 5.7.708 Service unavailable. Access denied, traffic not accepted from this IP'),
  ],
};
