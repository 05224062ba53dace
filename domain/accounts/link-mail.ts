/** The content of an email with a link that grants access. */
export interface LinkMail {
  kind: 'invitation' | 'reset';
  account: string;
  /** The user who created the link, or null if someone requested it without signing in. */
  by: string | null;
  url: string;
  expiresAt: Date;
}

const until = (date: Date): string => `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Returns the subject and text of an email with an invitation or a password reset link. */
export function linkMail({ kind, account, by, url, expiresAt }: LinkMail): { subject: string; text: string } {
  const once = `The link works once and expires on ${until(expiresAt)}.`;
  if (kind === 'invitation') {
    return {
      subject: `${by} invites you to ${account}`,
      text: `${by} invites you to join ${account}.\n\nChoose a name and a password here:\n${url}\n\n${once}\nIf you didn't expect this invitation, ignore this message.\n`,
    };
  }
  const why = by
    ? `${by} created a link for you to set a new password for ${account}:`
    : `We received a request to reset the password of your account in ${account}. To set a new password, open this link:`;
  const otherwise = by
    ? `If you didn't expect this, contact an administrator of ${account}.`
    : "If you didn't request this, ignore this message.";
  return {
    subject: `Set a new password for ${account}`,
    text: `${why}\n${url}\n\n${once} Setting a password signs you out everywhere.\n${otherwise}\n`,
  };
}
