import { parseArgs } from 'node:util';
import type { Knex } from 'knex';
import { accountOf, type Command, type Commands, type Given, UsageError } from './command.js';

/** A typed command with its options. */
export interface Typed {
  name: string;
  command: Command;
  words: readonly string[];
  values: Readonly<Record<string, string | boolean | undefined>>;
}

/** The names of the commands that begin with what was typed. */
const matching = (commands: Commands, typed: string): string[] =>
  Object.keys(commands).filter((name) => name.split(' ')[0] === typed);

/** Reads the arguments; an option is known only to the commands that take it. */
export function readArguments(commands: Commands, args: readonly string[]): Typed {
  const end = args.findIndex((word) => word.startsWith('-'));
  const words = end < 0 ? args : args.slice(0, end);
  const name = [words.slice(0, 2).join(' '), words[0] ?? ''].find((each) => Object.hasOwn(commands, each));
  const command = name === undefined ? undefined : commands[name];
  if (name === undefined || command === undefined) {
    const near = matching(commands, words[0] ?? '');
    throw new UsageError(
      words.length === 0
        ? 'Specify the command first, then its options.'
        : `Unknown command ${words.slice(0, 2).join(' ')}.${near.length > 0 ? ` Available: ${near.join(', ')}.` : ''}`,
    );
  }
  const options = Object.fromEntries(
    Object.entries(command.options ?? {}).map(([option, { value }]) => [
      option,
      { type: value === undefined ? ('boolean' as const) : ('string' as const) },
    ]),
  );
  const { values, positionals: rest } = parsed(args.slice(name.split(' ').length), options);
  if (rest.length > 0 && command.words === undefined) throw new UsageError(`${name} doesn't support ${rest[0]}.`);
  for (const [option, { needed }] of Object.entries(command.options ?? {})) {
    const value = values[option];
    if (needed && (typeof value !== 'string' || value.trim() === '')) throw new UsageError(`--${option} is required`);
  }
  return { name, command, words: rest, values };
}

interface Parsed {
  values: Typed['values'];
  positionals: readonly string[];
}

function parsed(args: readonly string[], options: Record<string, { type: 'string' | 'boolean' }>): Parsed {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: { ...options, json: { type: 'boolean' } } });
  } catch (error) {
    throw new UsageError(wordsOf(error as Error & { code?: string }));
  }
}

/** Returns the error of an option, as a sentence. */
function wordsOf({ code, message }: Error & { code?: string }): string {
  const [, name] = /'(?:-\w, )?(--[\w-]+)/.exec(message) ?? [];
  if (code !== 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE' || name === undefined) return message;
  return message.includes('does not take') ? `${name} doesn't take a value` : `${name} requires a value`;
}

/** Reads the arguments as a command takes them. */
export function givenOf(db: Knex, { words, values }: Typed): Given {
  const text = (name: string): string | undefined => {
    const value = values[name];
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
  };
  const needed = (name: string): string => {
    const value = text(name);
    if (value === undefined) throw new UsageError(`--${name} is required`);
    return value;
  };
  return {
    db,
    words,
    text,
    needed,
    isOn: (name) => values[name] === true,
    account: async () => (await accountOf(db, needed('account'))).id,
  };
}

/** Writes how a command is typed. */
export const usageOf = (name: string, { words, options = {} }: Command): string =>
  [
    name,
    ...(words === undefined ? [] : [words]),
    ...Object.entries(options).map(([option, { value, needed }]) => {
      const typed = value === undefined ? `--${option}` : `--${option} ${value}`;
      return needed ? typed : `[${typed}]`;
    }),
  ].join(' ');
