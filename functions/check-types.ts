import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { svcTypes } from './svc.js';

/** A type error in a source. Line and column count from 1. */
export interface TypeProblem {
  message: string;
  line: number;
  column: number;
}

const require = createRequire(import.meta.url);
const FILE = 'function.ts';
/** Nothing is read but these files and the language's own: what a source imports or refers to is not looked for. */
const PROJECT = JSON.stringify({
  compilerOptions: {
    target: 'es2022',
    lib: ['es2023'],
    module: 'es2022',
    moduleDetection: 'force',
    types: [],
    noResolve: true,
    strict: true,
    noImplicitAny: false,
    useUnknownInCatchVariables: false,
    noEmit: true,
  },
  files: [FILE, 'svc.d.ts', 'globals.d.ts'],
});
/** The globals of functions in addition to `ctx`, `svc` and the language. Editors know them from the browser. */
const GLOBALS = `declare const console: { [K in 'log' | 'debug' | 'info' | 'warn' | 'error']: (...parts: unknown[]) => void };`;
/** Limits of the operating system, where the shell knows them: address space (1 GB), processor time, no core. */
const ULIMITS = ['-c 0', '-t 2', '-v 1000000'].map((limit) => `ulimit ${limit} 2>/dev/null`).join('; ');
/** Processor time is limited to two seconds; on a busy machine those take longer. */
const KILL_AFTER_MS = 10_000;
const MOST_PROBLEMS = 50;
const LONGEST_MESSAGE = 500;
const LONGEST_OUTPUT = 256 * 1024;

/** The compiler as its package has it for this machine. */
function compilerPath(): string {
  const own = createRequire(require.resolve('typescript/package.json'));
  const folder = path.dirname(own.resolve(`@typescript/typescript-${process.platform}-${process.arch}/package.json`));
  return path.join(folder, 'lib', process.platform === 'win32' ? 'tsc.exe' : 'tsc');
}

const PARAMETER = String.raw`[\w$]{1,100}|\{[^{}()]{0,500}\}`;
const DEFAULT_EXPORT = new RegExp(
  String.raw`\bexport\s{1,20}default\s{1,20}(?:async\s{1,20})?(?:function\b[\s*]{0,20}[\w$]{0,100}\s{0,20})?\(\s{0,20}(${PARAMETER})(?:\s{0,20},\s{0,20}(${PARAMETER}))?\s{0,20},?\s{0,20}\)`,
  'd',
);

interface Typed {
  text: string;
  /** The inserted types with their positions and lengths, last first. */
  added: { at: number; length: number }[];
}

/** Says of a function that does not say it itself what it is given, so that what it does with that is checked. */
function withTypes(source: string): Typed {
  const [, ctx, svc] = DEFAULT_EXPORT.exec(source)?.indices ?? [];
  const added: Typed['added'] = [];
  let text = source;
  for (const [place, type] of [
    [svc, ': Svc'],
    [ctx, ': FunctionContext'],
  ] as const) {
    if (!place) continue;
    text = text.slice(0, place[1]) + type + text.slice(place[1]);
    added.push({ at: place[1], length: type.length });
  }
  return { text, added };
}

/** Maps a position that the compiler reported in the typed text to the source. */
function placeIn(source: string, { text, added }: Typed, line: number, column: number): Omit<TypeProblem, 'message'> {
  const lines = text.split('\n');
  let at = lines.slice(0, line - 1).reduce((length, each) => length + each.length + 1, 0) + column - 1;
  for (const each of added.toReversed()) if (at > each.at) at = Math.max(at - each.length, each.at);
  const before = source.slice(0, at).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** Runs the compiler in a folder; undefined where it does not come to an end within its limits. */
function compile(folder: string): Promise<string | undefined> {
  const program = [compilerPath(), '-p', '.', '--pretty', 'false', '--singleThreaded'];
  const [command, ...args] =
    process.platform === 'win32' ? program : ['/bin/sh', '-c', `${ULIMITS}; exec "$0" "$@"`, ...program];
  const env = { GOMAXPROCS: '1', GOMEMLIMIT: '128MiB' };
  return new Promise((resolve, reject) => {
    const child = spawn(command as string, args, { env, cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
    const timer = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS);
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (output.length < LONGEST_OUTPUT) output += text;
    });
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(timer);
      // 2 is also how the compiler's runtime ends when it gets no more memory; it then prints no problem.
      resolve(code === 0 || ((code === 1 || code === 2) && output !== '') ? output : undefined);
    });
  });
}

const PROBLEM = /^function\.ts\((\d+),(\d+)\): error TS\d+: (.*)$/gm;

/**
 * Tells what does not fit in a source by its types and those of `ctx` and `svc`; undefined where that takes too much
 * time or memory to tell. The source is only read, by the compiler in a process of its own.
 */
export async function checkTypes(source: string): Promise<TypeProblem[] | undefined> {
  const folder = await mkdtemp(path.join(tmpdir(), 'check-types-'));
  try {
    const typed = withTypes(source);
    const files = { 'tsconfig.json': PROJECT, 'svc.d.ts': svcTypes(), 'globals.d.ts': GLOBALS, [FILE]: typed.text };
    await Promise.all(Object.entries(files).map(([name, text]) => writeFile(path.join(folder, name), text)));
    const output = await compile(folder);
    return output === undefined
      ? undefined
      : [...output.matchAll(PROBLEM)].slice(0, MOST_PROBLEMS).map(([, line, column, message = '']) => ({
          message: message.slice(0, LONGEST_MESSAGE),
          ...placeIn(source, typed, Number(line), Number(column)),
        }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
