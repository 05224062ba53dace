/** Variables of every message, in addition to those of the leads. */
export const VARIABLES: readonly string[] = [
  ...[
    'first_name',
    'last_name',
    'full_name',
    'email',
    'phone',
    'company',
    'title',
    'source',
    'timezone',
    'country',
  ].map((key) => `lead.${key}`),
  ...['account.name', 'workflow.name', 'sender.name', 'sender.email', 'unsubscribe_url', 'now'],
];
const MOST = 8;

/** A variable that is being typed: its start, and its text so far. */
export interface Typing {
  from: number;
  stem: string;
}

/** Finds the variable that is being typed at the caret, right after `{{`. Returns undefined if there is none. */
export function typingAt(text: string, caret: number): Typing | undefined {
  const [, stem] = /\{\{-?\s*([\w.]*)$/.exec(text.slice(0, caret)) ?? [];
  return stem === undefined ? undefined : { from: caret - stem.length, stem };
}

/** Lists the variables that start with the typed text, and then those that contain it, without the complete one. */
export function variablesLike(stem: string, own: readonly string[]): string[] {
  const text = stem.toLowerCase();
  const all = [...new Set([...VARIABLES, ...own])].filter((name) => name !== stem);
  const begins = all.filter((name) => name.toLowerCase().startsWith(text));
  const holds = all.filter((name) => !begins.includes(name) && name.toLowerCase().includes(text));
  return [...begins, ...holds].slice(0, MOST);
}

/** Inserts a variable at the typing position and closes it if needed. The caret is after it. */
export function complete(text: string, caret: number, { from }: Typing, name: string): { text: string; caret: number } {
  const after = text.slice(caret);
  const closing = /^\s*(-?\}\}|\|)/.test(after) ? '' : ' }}';
  const before = `${text.slice(0, from)}${name}${closing}`;
  return { text: before + after, caret: before.length };
}
