import type { NotificationEvent } from '../../schemas/accounts/notification-settings.js';
import { cut, singleLine, withoutOverrides } from '../values/text.js';

/** One event of a notice, with what is known of it when it is sent. */
export interface NoticeItem {
  kind: NotificationEvent | 'test' | 'webhook_disabled';
  leadId: string | null;
  /** The name of the lead; null for a visitor without one. */
  lead: string | null;
  /** The words of the lead, the title of the task, the mailbox, or the reason. */
  detail: string | null;
}

/** A part of a notice: all events of a kind about a lead, or one other event. */
export interface NoticeEntry {
  title: string;
  detail: string | null;
  url: string;
  label: string;
}

export interface NoticeText {
  subject: string;
  entries: NoticeEntry[];
  /** The number of entries that aren't shown. */
  more: string | null;
  footer: string;
}

const MAX_SHOWN = 20;
const MAX_DETAIL = 300;

const EN = {
  visitor: 'A visitor',
  replied: (lead: string, n: number) => (n === 1 ? `${lead} replied` : `${lead} sent ${n} messages`),
  handoff: (lead: string) => `${lead} needs a person`,
  task: (title: string) => `Task due: ${title}`,
  lost: (mailbox: string) => `Reconnect ${mailbox}`,
  lostDetail: "Emails that are sent through this connection wait, and replies aren't received.",
  test: 'Test notification',
  testDetail: 'Your notifications arrive here.',
  disabled: 'A webhook for your notifications stopped working',
  several: (first: string, rest: number) => `${first}, and ${rest} more`,
  more: (n: number) => `And ${n} more in the dashboard.`,
  footer: 'You can change your notifications in your profile.',
  open: {
    lead: 'Open lead',
    task: 'Open tasks',
    inbox: 'Open inbox',
    connections: 'Open connections',
    settings: 'Open notification settings',
  },
};
type Words = typeof EN;
const ES: Words = {
  visitor: 'Un visitante',
  replied: (lead, n) => (n === 1 ? `${lead} ha respondido` : `${lead} ha enviado ${n} mensajes`),
  handoff: (lead) => `${lead} necesita hablar con una persona`,
  task: (title) => `Tarea pendiente: ${title}`,
  lost: (mailbox) => `Hay que volver a conectar ${mailbox}`,
  lostDetail: 'Los correos que se envían a través de esta conexión esperan, y las respuestas no se reciben.',
  test: 'Notificación de prueba',
  testDetail: 'Tus notificaciones llegan aquí.',
  disabled: 'Un webhook de tus notificaciones ha dejado de funcionar',
  several: (first, rest) => `${first}, y ${rest} más`,
  more: (n) => `Y ${n} más en el panel.`,
  footer: 'Puedes cambiar tus notificaciones en tu perfil.',
  open: {
    lead: 'Abrir lead',
    task: 'Abrir tareas',
    inbox: 'Abrir bandeja',
    connections: 'Abrir conexiones',
    settings: 'Abrir notificaciones',
  },
};

/** Makes a text of a stranger one short line that can't change the order of what follows. */
const shown = (text: string, max = MAX_DETAIL): string => cut(singleLine(withoutOverrides(text)), max);

/** Writes what a user is notified of, in the user's language. Repeated events of a lead become one entry. */
export function noticeText(
  items: readonly NoticeItem[],
  { language, publicUrl }: { language: string | null; publicUrl: string },
): NoticeText {
  const words = language === 'es' ? ES : EN;
  const groups = Map.groupBy(items, (item) => (item.leadId ? `${item.kind} ${item.leadId}` : item));
  const all = [...groups.values()].map((group) => entryOf(group, words, publicUrl));
  const [first] = all;
  const subject = shown(first?.title ?? '', 150);
  return {
    subject: all.length > 1 ? words.several(subject, all.length - 1) : subject,
    entries: all.slice(0, MAX_SHOWN),
    more: all.length > MAX_SHOWN ? words.more(all.length - MAX_SHOWN) : null,
    footer: words.footer,
  };
}

function entryOf(group: readonly NoticeItem[], words: Words, publicUrl: string): NoticeEntry {
  const last = group.at(-1) as NoticeItem;
  const lead = shown(last.lead ?? '', 100) || words.visitor;
  const detail = last.detail === null ? null : shown(last.detail) || null;
  const { open } = words;
  const ofLead = last.leadId
    ? { url: `${publicUrl}/leads/${last.leadId}`, label: open.lead }
    : { url: `${publicUrl}/inbox`, label: open.inbox };
  const settings = { url: `${publicUrl}/profile/notifications`, label: open.settings };
  switch (last.kind) {
    case 'reply':
      return { title: words.replied(lead, group.length), detail, ...ofLead };
    case 'handoff':
      return { title: words.handoff(lead), detail, ...ofLead };
    case 'task_due': {
      const titles = group.map((item) => shown(item.detail ?? '', 150)).join(' · ');
      const place = last.leadId ? ofLead : { url: `${publicUrl}/tasks`, label: open.task };
      return { title: cut(words.task(titles), MAX_DETAIL), detail: null, ...place };
    }
    case 'connection_lost':
      return {
        title: words.lost(detail ?? ''),
        detail: words.lostDetail,
        url: `${publicUrl}/channels/connections`,
        label: open.connections,
      };
    case 'webhook_disabled':
      return { title: words.disabled, detail, ...settings };
    case 'test':
      return { title: words.test, detail: words.testDetail, ...settings };
  }
}
