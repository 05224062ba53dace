import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { LeadsReference } from '../../schemas/functions/function-reference.js';

/** The worked examples are next to the guides, above the sources and above the compiled program. */
function folder(): string {
  const above = ['../..', '../../..'].map((up) => path.resolve(import.meta.dirname, up, 'docs/functions'));
  return above.find((one) => existsSync(one)) ?? (above[0] as string);
}

/** Returns the description of a source, its first comment. */
const descriptionOf = (source: string): string => /^\/\*\* (.+?) \*\//.exec(source)?.[1] ?? '';

/** Reads the queries and functions that the reference shows as examples. */
export function workedFunctions(): LeadsReference['examples'] {
  const at = folder();
  const listed = JSON.parse(readFileSync(path.join(at, 'examples.json'), 'utf8')) as {
    name: string;
    title: string;
    query: LeadsReference['examples'][number]['query'];
  }[];
  return listed.map(({ name, title, query }) => {
    const source = readFileSync(path.join(at, `${name}.ts`), 'utf8');
    return { title, query, function: { name, description: descriptionOf(source), source } };
  });
}
