import * as labels from '../../words/en/palette.js';
/** Something that the palette leads to. */
export interface Command {
  to: string;
  name: string;
  /** Other words that it is looked for by. */
  also?: string;
  scope?: string | undefined;
}

const DEEPER: readonly Command[] = [
  { to: '/leads/import', name: labels.importLeads, also: labels.csvFileUpload, scope: 'leads:write' },
  { to: '/meetings/hosts', name: labels.hosts, also: labels.hoursAvailabilityCalendar, scope: 'meetings:read' },
  { to: '/meetings/types', name: labels.meetingTypes, also: labels.durationReminders, scope: 'meetings:read' },
  {
    to: '/channels/connections',
    name: labels.connections,
    also: labels.googleMicrosoftSignIn,
    scope: 'messaging:read',
  },
  {
    to: '/channels/whatsapp',
    name: labels.whatsappNumbers,
    also: labels.phoneMetaTwilio,
    scope: 'whatsapp_numbers:read',
  },
  { to: '/channels/voice', name: labels.voiceAgents, also: labels.callsPhoneRetell, scope: 'messaging:read' },
  { to: '/channels/templates', name: labels.templates, also: labels.textsEmailWhatsapp, scope: 'templates:read' },
  {
    to: '/channels/suppressions',
    name: labels.suppressedAddresses,
    also: labels.bounceUnsubscribe,
    scope: 'messaging:read',
  },
  { to: '/channels/sandbox', name: labels.sandbox, also: labels.outboxTestDeliveries, scope: 'messaging:read' },
  { to: '/inbox/replies', name: labels.snippets, also: labels.cannedRepliesTexts, scope: 'conversations:read' },
  { to: '/profile/notifications', name: labels.notifications, also: labels.emailSlackTeams },
  { to: '/profile', name: labels.yourProfile, also: labels.passwordSessionsSignInName },
];

/** Lists what of the rail, and deeper, fits the words that were typed and may be opened: what is called so first. */
export function commandsFor(
  typed: string,
  may: (scope: string) => boolean,
  rail: readonly { path: string; name: string; scope?: string }[],
): Command[] {
  const commands: Command[] = [...rail.map(({ path, name, scope }) => ({ to: path, name, scope })), ...DEEPER];
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = ({ name, also = '' }: Command) => {
    const text = `${name} ${also}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const isNamed = ({ name }: Command) => Number(words.every((word) => name.toLowerCase().includes(word)));
  return commands
    .filter((command) => (!command.scope || may(command.scope)) && fits(command))
    .toSorted((a, b) => isNamed(b) - isNamed(a));
}

interface Kind {
  to: string;
  about: string;
  rows: readonly { id: string; name: string }[];
}

/** Lists what is called by all words that were typed, kind by kind; what begins with them first. */
export function namedLike(typed: string, kinds: readonly Kind[]) {
  const text = typed.trim().toLowerCase();
  const words = text.split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return kinds
    .flatMap(({ to, about, rows }) => rows.map(({ id, name }) => ({ to, about, id, name })))
    .filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)))
    .toSorted((a, b) => Number(b.name.toLowerCase().startsWith(text)) - Number(a.name.toLowerCase().startsWith(text)));
}
