/** The content of an email about a connection that has lost its access. */
export interface LostConnection {
  account: string;
  provider: 'microsoft' | 'google';
  /** The address of the connected mailbox. */
  email: string | null;
  /** The page that restores it. */
  url: string;
}

const PROVIDERS = { microsoft: 'Microsoft', google: 'Google' } as const;

/** Returns the subject and text of the email, in the user's language. */
export function lostConnectionMail(
  { account, provider, email, url }: LostConnection,
  language: string | null,
): { subject: string; text: string } {
  const mailbox = email ?? PROVIDERS[provider];
  if (language === 'es') {
    return {
      subject: `Hay que volver a conectar ${mailbox}`,
      text: `${PROVIDERS[provider]} ha retirado a ${account} el acceso a ${mailbox}. Los correos que se envían a través de esta cuenta esperan, y las respuestas no se reciben.\n\nVuelve a conectarla aquí:\n${url}\n\nDebe iniciar sesión la misma persona. No se pierde ningún mensaje.\n`,
    };
  }
  return {
    subject: `Reconnect ${mailbox}`,
    text: `${PROVIDERS[provider]} has withdrawn the access of ${account} to ${mailbox}. Emails that are sent through this account wait, and replies aren't received.\n\nReconnect it here:\n${url}\n\nThe same person must sign in. No message is lost.\n`,
  };
}
