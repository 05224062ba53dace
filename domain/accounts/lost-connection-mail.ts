import { layOutMail } from './mail-layout.js';

/** The content of an email about a connection that has lost its access. */
export interface LostConnection {
  account: string;
  provider: 'microsoft' | 'google' | 'oauth';
  /** The address of the connected mailbox. */
  email: string | null;
  /** The page that restores it. */
  url: string;
}

const PROVIDERS = { microsoft: 'Microsoft', google: 'Google', oauth: 'The mail provider' } as const;
const PROVIDERS_ES = { ...PROVIDERS, oauth: 'El proveedor de correo' } as const;

/** Writes the email in the user's language. */
export function lostConnectionMail(
  { account, provider, email, url }: LostConnection,
  language: string | null,
): { subject: string; text: string; html: string } {
  const mailbox = email ?? PROVIDERS[provider];
  if (language === 'es') {
    return layOutMail({
      subject: `Hay que volver a conectar ${mailbox}`,
      blocks: [
        {
          text: `${PROVIDERS_ES[provider]} ha retirado a ${account} el acceso a ${mailbox}. Los correos que se envían a través de esta cuenta esperan, y las respuestas no se reciben.`,
        },
        { link: url, label: 'Volver a conectar' },
        { text: 'Debe iniciar sesión la misma persona. No se pierde ningún mensaje.' },
      ],
      language,
    });
  }
  return layOutMail({
    subject: `Reconnect ${mailbox}`,
    blocks: [
      {
        text: `${PROVIDERS[provider]} has withdrawn the access of ${account} to ${mailbox}. Emails that are sent through this account wait, and replies aren't received.`,
      },
      { link: url, label: 'Reconnect' },
      { text: 'The same person must sign in. No message is lost.' },
    ],
    language,
  });
}
