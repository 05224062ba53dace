import { layOutMail } from './mail-layout.js';

/** The content of an email about a webhook that was disabled. */
export interface StoppedWebhook {
  account: string;
  /** The host of its URL. */
  host: string;
  reason: 'gone' | 'failing';
  /** The page that enables it again. */
  url: string;
}

const REASONS = {
  gone: 'returned 410 Gone',
  failing: "hasn't accepted an event for three days",
} as const;
const REASONS_ES = {
  gone: 'ha devuelto 410 Gone',
  failing: 'no ha aceptado ningún evento en tres días',
} as const;

/** Writes the email in the user's language. */
export function stoppedWebhookMail(
  { account, host, reason, url }: StoppedWebhook,
  language: string | null,
): { subject: string; text: string; html: string } {
  if (language === 'es') {
    return layOutMail({
      subject: `Se ha desactivado el webhook de ${host}`,
      blocks: [
        { text: `${host} ${REASONS_ES[reason]}. ${account} ya no le envía eventos.` },
        { link: url, label: 'Ver los webhooks' },
        { text: 'Al activarlo de nuevo, continúa con el primer evento que le falta.' },
      ],
      language,
    });
  }
  return layOutMail({
    subject: `The webhook of ${host} was disabled`,
    blocks: [
      { text: `${host} ${REASONS[reason]}. ${account} no longer sends events to it.` },
      { link: url, label: 'Show webhooks' },
      { text: 'When you enable it again, it continues with the first event that it missed.' },
    ],
    language,
  });
}
