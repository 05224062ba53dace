import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, sep } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { ReadText } from '../domain/knowledge/blocks.js';
import { createTurns } from '../runtime/turns.js';
import { ANSWER_BYTES, DOCUMENTS_AT_ONCE, MAX_PAGES, READ_MS, RESIDENT_BYTES } from './limits.js';
import type { FileKind, ReadAnswer, ReadOrder } from './protocol.js';

/** The outcome of reading: the text, or why there is none, in words for the document's owner. */
export type ReadOutcome = { ok: true; text: ReadText } | { ok: false; reason: string };

/** Reads the text out of a file. Rejects only where no process can be started, or `signal` ends it. */
export type DocumentReader = (
  file: { accountId: string; kind: FileKind; bytes: Uint8Array; maxCharacters: number },
  signal?: AbortSignal,
) => Promise<ReadOutcome>;

const INSIDE = fileURLToPath(import.meta.url).replace(/read(\.[jt]s)$/, 'inside$1');
const PROJECT = dirname(dirname(INSIDE));
const library = createRequire(import.meta.url).resolve('unpdf');
const LIBRARIES = library.slice(0, library.lastIndexOf(`${sep}node_modules${sep}`) + `${sep}node_modules`.length);
/** The process may read its own code and its libraries. It may write nothing and start nothing. */
const FLAGS = [
  ...['--max-old-space-size=384', '--no-warnings', '--no-addons', '--disallow-code-generation-from-strings'],
  ...['--permission', `--allow-fs-read=${LIBRARIES}`],
  ...['documents', 'functions'].map((folder) => `--allow-fs-read=${PROJECT}${sep}${folder}`),
  `--allow-fs-read=${PROJECT}${sep}package.json`,
];
/** Limits of the operating system, where the shell knows them: address space, open files, processor time, no core. */
const ULIMITS = ['-c 0', '-n 64', '-t 90', '-v 4194304'].map((limit) => `ulimit ${limit} 2>/dev/null`).join('; ');
const RESIDENT_POLL_MS = 50;

const tooLong = (ms: number): string => `Reading the file took longer than ${ms / 1000} seconds.`;
const TOO_LARGE = 'The file needs more memory to read than is available.';
const UNREADABLE = "The file can't be read. It may be damaged.";

function start(): ChildProcess {
  const program = [process.execPath, ...FLAGS, INSIDE];
  const [command, ...args] =
    process.platform === 'win32' ? program : ['/bin/sh', '-c', `${ULIMITS}; exec "$0" "$@"`, ...program];
  return spawn(command as string, args, { env: {}, cwd: '/', stdio: ['pipe', 'ignore', 'pipe', 'pipe'] });
}

/** Returns the memory that a process uses in bytes; 0 if unknown. */
function residentBytesOf(pid: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096;
  } catch {
    return 0;
  }
}

function answerOf(said: readonly Buffer[]): ReadOutcome {
  try {
    const answer: ReadAnswer = JSON.parse(Buffer.concat(said).toString());
    return answer.ok ? answer : { ok: false, reason: String(answer.reason).slice(0, 500) };
  } catch {
    return { ok: false, reason: UNREADABLE };
  }
}

/** Limits the number of concurrent readers. Accounts that wait take turns. */
function createGate(atOnce: number) {
  let free = atOnce;
  const waiting = createTurns<() => void>();
  return async <T>(accountId: string, work: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.add(accountId, resolve));
    try {
      return await work();
    } finally {
      const next = waiting.next();
      if (next) next();
      else free += 1;
    }
  };
}

/** Makes a reader that has each file read by a process of its own, which is ended when it takes too much of anything. */
export function createDocumentReader(options: { timeMs?: number; residentBytes?: number } = {}): DocumentReader {
  const gate = createGate(DOCUMENTS_AT_ONCE);
  const limits = { timeMs: READ_MS, residentBytes: RESIDENT_BYTES, ...options };
  return (file, signal) =>
    gate(file.accountId, () => {
      signal?.throwIfAborted();
      return readFile(file, limits, signal);
    });
}

function readFile(
  { kind, bytes, maxCharacters }: Parameters<DocumentReader>[0],
  { timeMs, residentBytes: mostBytes }: { timeMs: number; residentBytes: number },
  signal: AbortSignal | undefined,
): Promise<ReadOutcome> {
  return new Promise((resolve, reject) => {
    const child = start();
    const said: Buffer[] = [];
    let size = 0;
    let ended: ReadOutcome | undefined;
    const end = (reason: string) => {
      ended ??= { ok: false, reason };
      child.kill('SIGKILL');
    };
    const timer = setTimeout(() => end(tooLong(timeMs)), timeMs);
    const watch = setInterval(() => {
      if (residentBytesOf(child.pid) > mostBytes) end(TOO_LARGE);
    }, RESIDENT_POLL_MS);
    const cancel = () => end('Canceled.');
    signal?.addEventListener('abort', cancel, { once: true });
    const settle = (finish: () => void) => {
      clearTimeout(timer);
      clearInterval(watch);
      signal?.removeEventListener('abort', cancel);
      finish();
    };
    child.once('error', (error) => settle(() => reject(error)));
    child.once('close', (_code, killedBy) => {
      // Node ends itself so where its heap is full.
      if (killedBy === 'SIGABRT') ended ??= { ok: false, reason: TOO_LARGE };
      settle(() => (signal?.aborted ? reject(signal.reason) : resolve(ended ?? answerOf(said))));
    });
    const input = child.stdin as Writable;
    const output = child.stdio[3] as Readable;
    // A process that died leaves broken pipes behind; its end says what matters.
    for (const pipe of [input, output]) pipe.on('error', () => undefined);
    child.stderr?.resume();
    output.on('data', (part: Buffer) => {
      size += part.length;
      if (size > ANSWER_BYTES) end(TOO_LARGE);
      else said.push(part);
    });
    const order: ReadOrder = { kind, maxPages: MAX_PAGES, maxCharacters };
    input.write(`${JSON.stringify(order)}\n`);
    input.end(bytes);
  });
}
