import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readFileSync, readSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';

/** Reads a JSON file; undefined when it is missing or unreadable. */
export function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Writes a file that only its owner may read, in one step, so that no reader sees half of it. */
export function writePrivate(path, text) {
  const temporary = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(temporary, text, { mode: 0o600 });
  renameSync(temporary, path);
}

export const writeJson = (path, value) => writePrivate(path, `${JSON.stringify(value, null, 2)}\n`);

/** The last lines of a log, for a message about what went wrong. */
export function tail(path, lines = 30) {
  try {
    const size = statSync(path).size;
    const length = Math.min(size, 64 * 1024);
    const buffer = Buffer.alloc(length);
    const file = openSync(path, 'r');
    readSync(file, buffer, 0, length, size - length);
    closeSync(file);
    return buffer.toString('utf8').trimEnd().split('\n').slice(-lines).join('\n');
  } catch {
    return '';
  }
}

const LOG_LIMIT = 20 * 1024 * 1024;

/** Opens a log for appending. A big one is first set aside, one generation is kept. */
export function openLog(path) {
  try {
    if (statSync(path).size > LOG_LIMIT) renameSync(path, `${path}.1`);
  } catch {
    // There is no log yet.
  }
  return openSync(path, 'a', 0o600);
}

export const remove = (path) => rmSync(path, { recursive: true, force: true, maxRetries: 3 });
