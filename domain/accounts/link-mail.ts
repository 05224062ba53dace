import { layOutMail } from './mail-layout.js';

/** The content of an email with a link that grants access. */
export interface LinkMail {
  kind: 'invitation' | 'reset';
  account: string;
  /** The user who created the link, or null if someone requested it without signing in. */
  by: string | null;
  url: string;
  expiresAt: Date;
  /** The language of the recipient, or of the user who invites them. */
  language: string | null;
}

interface Words {
  once: (until: string) => string;
  invitation: { subject: string; why: string; accept: string; otherwise: string };
  reset: { subject: string; why: string; set: string; ends: string; otherwise: string };
}

const english = ({ account, by }: LinkMail): Words => ({
  once: (until) => `The link works once and expires on ${until}.`,
  invitation: {
    subject: `${by} invites you to ${account}`,
    why: `${by} invites you to join ${account}. Choose a name and a password with the link.`,
    accept: 'Accept invitation',
    otherwise: "If you didn't expect this invitation, ignore this message.",
  },
  reset: {
    subject: `Set a new password for ${account}`,
    why: by
      ? `${by} created a link for you to set a new password for ${account}.`
      : `We received a request to reset the password of your account in ${account}.`,
    set: 'Set a new password',
    ends: 'Setting a password signs you out everywhere.',
    otherwise: by
      ? `If you didn't expect this, contact an administrator of ${account}.`
      : "If you didn't request this, ignore this message.",
  },
});

const spanish = ({ account, by }: LinkMail): Words => ({
  once: (until) => `El enlace funciona una sola vez y caduca el ${until}.`,
  invitation: {
    subject: `${by} te invita a ${account}`,
    why: `${by} te invita a unirte a ${account}. Elige un nombre y una contraseña con el enlace.`,
    accept: 'Aceptar invitación',
    otherwise: 'Si no esperabas esta invitación, ignora este mensaje.',
  },
  reset: {
    subject: `Establece una contraseña nueva para ${account}`,
    why: by
      ? `${by} ha creado un enlace para que establezcas una contraseña nueva para ${account}.`
      : `Hemos recibido una solicitud para restablecer la contraseña de tu cuenta en ${account}.`,
    set: 'Establecer contraseña',
    ends: 'Al establecer una contraseña se cierran todas tus sesiones.',
    otherwise: by
      ? `Si no lo esperabas, contacta con un administrador de ${account}.`
      : 'Si no lo has solicitado, ignora este mensaje.',
  },
});

const until = (date: Date): string => `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Writes an email with an invitation or a password reset link, in the language of its reader. */
export function linkMail(link: LinkMail): { subject: string; text: string; html: string } {
  const { kind, url, expiresAt, language } = link;
  const words = (language === 'es' ? spanish : english)(link);
  const once = words.once(until(expiresAt));
  if (kind === 'invitation') {
    const { subject, why, accept, otherwise } = words.invitation;
    const blocks = [{ text: why }, { link: url, label: accept }, { text: once }];
    return layOutMail({ subject, blocks, footer: otherwise, language });
  }
  const { subject, why, set, ends, otherwise } = words.reset;
  const blocks = [{ text: why }, { link: url, label: set }, { text: `${once} ${ends}` }];
  return layOutMail({ subject, blocks, footer: otherwise, language });
}
