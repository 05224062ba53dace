/** Servers for submission that save each mail in the Sent folder of its user, with the servers that show that folder. */
const FAMILIES: readonly { submission: RegExp; mailbox: RegExp }[] = [
  {
    submission: /^smtp\.(gmail|googlemail)\.com$/,
    mailbox: /^(imap\.(gmail|googlemail)\.com|gmail\.googleapis\.com)$/,
  },
  {
    submission: /^(smtp\.office365\.com|smtp-mail\.outlook\.com)$/,
    mailbox: /^(outlook\.office365\.com|imap-mail\.outlook\.com|graph\.microsoft\.com)$/,
  },
];

/** The owner of a mailbox, and its address. */
export interface MailAccount {
  /** Null for an API that a connection is used with. */
  host: string | null;
  user: string | null;
  connectionId: string | null;
}

const isSame = (a: string | null, b: string | null): boolean =>
  a !== null && b !== null && a.toLowerCase() === b.toLowerCase();

/**
 * Returns whether the provider itself saves each mail of a sender in this mailbox. APIs of connections do, and so do the
 * mail servers of Google and Microsoft, but not their relays. Of other servers nothing is known.
 */
export function savesSentMail(sender: MailAccount, mailbox: MailAccount): boolean {
  if (!isSame(sender.user, mailbox.user)) return false;
  if (sender.host === null) return isSame(sender.connectionId, mailbox.connectionId);
  const { host } = sender;
  const family = FAMILIES.find(({ submission }) => submission.test(host.toLowerCase()));
  return family !== undefined && mailbox.host !== null && family.mailbox.test(mailbox.host.toLowerCase());
}
