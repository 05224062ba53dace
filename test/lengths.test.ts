import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parseSync, Visitor } from 'oxc-parser';

const ROOT = path.resolve(import.meta.dirname, '..');
const FOLDERS = [
  ...[
    'activities',
    'api',
    'client',
    'dashboard',
    'db',
    'domain',
    'functions',
    'providers',
    'runtime',
    'scripts',
    'services',
  ],
  ...['temporal', 'widget', 'worker', 'workflows'],
];
const MOST_OF_A_FUNCTION = 80;
const MOST_OF_A_FILE = 350;
/** Generated files and histories of data. */
const DATA =
  /(^|\/)(dist|node_modules|migrations)\/|^client\/src\/types\.ts$|^dashboard\/api\/operations\.ts$|\.d\.m?ts$/;
/** The first comment by which a longer file explains its length. */
const REASON = /In one piece because /;

const lines = (text: string) => text.split('\n').length;

/** Reads a file's functions that are too long and don't say why. */
function longFunctionsOf(file: string, text: string): string[] {
  const found: string[] = [];
  const { program, comments } = parseSync(file, text);
  const look = ({ start, end }: { start: number; end: number }) => {
    const own = lines(text.slice(start, end));
    if (own <= MOST_OF_A_FUNCTION) return;
    const above = comments.findLast((comment) => comment.end <= start);
    const isAbove = above !== undefined && !/[;}]/.test(text.slice(above.end, start));
    if (!isAbove || !REASON.test(above.value)) found.push(`${file}:${lines(text.slice(0, start))} has ${own} lines`);
  };
  new Visitor({
    FunctionDeclaration: look,
    FunctionExpression: look,
    ArrowFunctionExpression: look,
  }).visit(program);
  return found;
}

describe('the length of things', () => {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => path.join(folder, name))
      .filter((name) => /\.m?tsx?$|\.mjs$/.test(name) && !DATA.test(name))
      .map((name) => ({ name, text: readFileSync(path.join(ROOT, name), 'utf8') })),
  );

  it('lets no function grow longer than 80 lines, unless its first comment says why', () => {
    expect(files.length).toBeGreaterThan(500);
    expect(files.flatMap(({ name, text }) => longFunctionsOf(name, text))).toEqual([]);
  });

  it('lets no file grow longer than 350 lines, unless its first comment says why', () => {
    const long = files.filter(({ text }) => lines(text) > MOST_OF_A_FILE + 1 && !REASON.test(text.slice(0, 1_000)));
    expect(long.map(({ name, text }) => `${name} has ${lines(text) - 1} lines`)).toEqual([]);
  });
});
