import type { Writable } from 'node:stream';
import { toApiError } from '../../api/http/errors.js';
import { openDatabase } from '../../db/connection.js';
import { givenOf, readArguments, type Typed } from './arguments.js';
import { UsageError } from './command.js';
import { COMMANDS, help } from './commands.js';
import { print, printError } from './print.js';

const WRONG_USE = 2;
/** The time to get a connection. A person waits for the result, not a caller with a timeout. */
const WAIT_MS = 5_000;

/** The outputs of a command. */
export interface Outputs {
  output: Writable;
  errors: Writable;
}

/** Does what was typed on the database with this address, and answers the exit code. */
export async function administer(args: readonly string[], url: string | undefined, to: Outputs): Promise<number> {
  const json = args.includes('--json');
  if (args.length === 0 || args.some((word) => word === '--help' || word === '-h')) {
    to.output.write(`${help(args[0])}\n`);
    return 0;
  }
  let typed: Typed;
  try {
    typed = readArguments(COMMANDS, args);
    if (!url) throw new UsageError("DATABASE_URL isn't set and no service is running here. Run npm start first.");
  } catch (error) {
    printError(to.errors, error, json);
    if (!json) to.errors.write(`\n${help(args[0])}\n`);
    return WRONG_USE;
  }
  const db = openDatabase({ url, poolSize: 4, waitMs: WAIT_MS });
  try {
    const result = await typed.command.run(givenOf(db, typed));
    print(to.output, result, typed.command, json);
    return typed.command.isBad?.(result) ? 1 : 0;
  } catch (error) {
    printError(to.errors, error, json);
    return exitCodeOf(error);
  } finally {
    await db.destroy();
  }
}

/** 2 where what was typed names something that isn't there or may not be so, 1 where something else failed. */
const exitCodeOf = (error: unknown): number =>
  error instanceof UsageError || toApiError(error).status < 500 ? WRONG_USE : 1;
