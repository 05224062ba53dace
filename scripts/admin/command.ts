import type { Knex } from 'knex';
import type { WorkDependencies } from '../../db/work.js';
import { systemClock } from '../../runtime/clock.js';
import { isUuid } from '../../runtime/ids.js';

/** An error in the command line that its user can fix. */
export class UsageError extends Error {}

/** One option of a command. */
export interface Option {
  /** The placeholder of its value in the help. An option without one is a flag. */
  value?: string;
  needed?: boolean;
}

/** The input of a command. */
export interface Given {
  db: Knex;
  /** The words behind its name. */
  words: readonly string[];
  /** The value of an option, trimmed; undefined when it wasn't given. */
  text(name: string): string | undefined;
  /** The same of an option that is needed. */
  needed(name: string): string;
  isOn(name: string): boolean;
  /** The account of `--account`, which exists. */
  account(): Promise<string>;
}

/** A command: what it takes, what it is for and what it does. What `run` answers is printed. */
export interface Command {
  does: string;
  /** Its positional arguments, as the help shows them. Default: none. */
  words?: string;
  options?: Readonly<Record<string, Option>>;
  run(given: Given): Promise<unknown>;
  /** The columns of a list in the human-readable output. Default: all. JSON always has all of them. */
  columns?: readonly string[];
  /** Returns whether what was found is a reason to end with code 1. */
  isBad?(result: unknown): boolean;
}

export type Commands = Readonly<Record<string, Command>>;

/** The option that names the account. */
export const ACCOUNT = { account: { value: 'A', needed: true } } as const satisfies Record<string, Option>;
/** The same where all accounts are meant without it. */
export const ANY_ACCOUNT = { account: { value: 'A' } } as const satisfies Record<string, Option>;
export const LIMIT = { limit: { value: 'N' } } as const satisfies Record<string, Option>;

/** Returns what a command's units of work are done with; their instructions are left to a worker's relay. */
export const workOf = ({ db }: Pick<Given, 'db'>): WorkDependencies => ({
  db,
  clock: systemClock,
  dispatch: () => undefined,
});

/** Finds the account with this id. */
export async function accountOf(
  db: Knex,
  id: string,
): Promise<{ id: string; name: string; timezone: string; country: string | null }> {
  const row = isUuid(id)
    ? await db('accounts').where({ id: id.toLowerCase() }).first('id', 'name', 'timezone', 'country')
    : undefined;
  if (!row) throw new UsageError(`--account: account ${id} not found`);
  return row;
}

/** Finds the account that the row with this id belongs to. */
export async function ownerOf(given: Given, table: string, option: string): Promise<{ accountId: string; id: string }> {
  const id = given.needed(option).toLowerCase();
  const row = isUuid(id) ? await given.db(table).where({ id }).first('account_id') : undefined;
  if (!row) throw new UsageError(`--${option}: ID ${id} not found`);
  return { accountId: row.account_id, id };
}

/** Splits the items of a comma-separated option. */
export const listOf = (value: string | undefined): string[] =>
  (value ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

/** Reads the word of an option that takes one of a few. */
export function oneOf<const T extends string>(given: Given, name: string, words: readonly T[]): T | undefined {
  const value = given.text(name);
  if (value === undefined) return undefined;
  const word = words.find((each) => each === value);
  if (word === undefined) throw new UsageError(`--${name}: must be one of ${words.join(', ')}`);
  return word;
}

/** Reads a whole number above 0. */
export function countOf(given: Given, name: string, otherwise: number): number {
  const value = given.text(name);
  const count = value === undefined ? otherwise : Number(value);
  if (!Number.isInteger(count) || count < 1) throw new UsageError(`--${name}: must be a positive integer`);
  return count;
}
