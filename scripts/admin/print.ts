import { Console } from 'node:console';
import type { Writable } from 'node:stream';
import { ApiError } from '../../api/http/errors.js';
import type { Command } from './command.js';

const asText = (value: unknown): unknown => {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
};

/** Prints what a command answered: one line of JSON, or a table or lines for people. */
export function print(output: Writable, result: unknown, { columns }: Pick<Command, 'columns'>, json: boolean): void {
  if (json) output.write(`${JSON.stringify(result)}\n`);
  else if (Array.isArray(result) && result.length === 0) output.write('Nothing to list.\n');
  else if (Array.isArray(result)) {
    const rows = (result as Record<string, unknown>[]).map((row) =>
      Object.fromEntries((columns ?? Object.keys(row)).map((name) => [name, asText(row[name])])),
    );
    new Console(output).table(rows);
  } else if (typeof result === 'object' && result !== null) {
    const isDeep = Object.values(result).some((value) => typeof value === 'object' && value !== null);
    output.write(
      isDeep
        ? `${JSON.stringify(result, null, 2)}\n`
        : Object.entries(result)
            .map(([name, value]) => `${name}: ${String(value)}\n`)
            .join(''),
    );
  }
}

interface Problem {
  field: string;
  message: string;
}

/** Prints why a command failed. */
export function printError(output: Writable, error: unknown, json: boolean): void {
  const known = error instanceof ApiError ? error : undefined;
  const problems = (known?.extras.details?.errors ?? []) as Problem[];
  const message = error instanceof Error ? error.message : String(error);
  if (json) {
    const answer = known
      ? { error: message, code: known.code, field: known.extras.field ?? null, details: known.extras.details ?? null }
      : { error: message };
    output.write(`${JSON.stringify(answer)}\n`);
    return;
  }
  output.write(`${message}\n`);
  if (problems.length > 1) output.write(problems.map((problem) => `  ${problem.field}: ${problem.message}\n`).join(''));
}
