/** What a mail with a link that lets somebody in says of it. */
export interface LinkMail {
  kind: 'invitation' | 'reset';
  account: string;
  /** Whoever made the link; null where somebody asked for it without being signed in. */
  by: string | null;
  url: string;
  expiresAt: Date;
}

const until = (date: Date): string => `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Returns the words of a mail that brings somebody an invitation, or a link to a new password. */
export function linkMail({ kind, account, by, url, expiresAt }: LinkMail): { subject: string; text: string } {
  const once = `It works once, until ${until(expiresAt)}.`;
  if (kind === 'invitation') {
    return {
      subject: `${by} invites you to ${account}`,
      text: `${by} invites you to work in ${account}.\n\nChoose a name and a password here:\n${url}\n\n${once}\nIf you don't know what this is about, do nothing.\n`,
    };
  }
  const why = by
    ? `${by} has made a link by which you can set a new password for ${account}:`
    : `Somebody who gave this address asked for a new password for ${account}. If it was you, set it here:`;
  const otherwise = by
    ? `If you did not ask for it, tell whoever manages ${account}.`
    : 'If it was not you, do nothing.';
  return {
    subject: `A new password for ${account}`,
    text: `${why}\n${url}\n\n${once} It ends all your sessions.\n${otherwise}\n`,
  };
}
