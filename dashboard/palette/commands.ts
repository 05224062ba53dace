/** Something that the palette leads to. */
export interface Command {
  to: string;
  name: string;
  /** Other words that it is looked for by. */
  also?: string;
  scope?: string | undefined;
}

const DEEPER: readonly Command[] = [
  { to: '/leads/import', name: 'Import leads', also: 'csv file upload', scope: 'leads:write' },
  { to: '/meetings/hosts', name: 'Hosts', also: 'hours availability calendar', scope: 'meetings:read' },
  { to: '/meetings/types', name: 'Meeting types', also: 'duration reminders', scope: 'meetings:read' },
  { to: '/channels/whatsapp', name: 'WhatsApp numbers', also: 'phone meta twilio', scope: 'whatsapp_numbers:read' },
  { to: '/channels/voice', name: 'Voice agents', also: 'calls phone retell', scope: 'messaging:read' },
  { to: '/channels/templates', name: 'Templates', also: 'texts e-mail whatsapp', scope: 'templates:read' },
  { to: '/channels/suppressions', name: 'Suppressed addresses', also: 'bounce unsubscribe', scope: 'messaging:read' },
  { to: '/channels/sandbox', name: 'Sandbox', also: 'outbox test deliveries', scope: 'messaging:read' },
  { to: '/inbox/replies', name: 'Replies', also: 'canned texts', scope: 'conversations:read' },
  { to: '/profile', name: 'Your profile', also: 'password sessions sign in name' },
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
