import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { type Expression, type Node, parseSync, Visitor } from 'oxc-parser';
import type { Diagnostics, Parameters } from 'recheck';

const ROOT = path.resolve(import.meta.dirname, '../..');
const FOLDERS = [
  ...['activities', 'api', 'client', 'dashboard', 'db', 'documents', 'domain', 'functions', 'providers', 'runtime'],
  ...['schemas', 'services', 'temporal', 'widget', 'worker', 'workflows'],
];
const LEFT_OUT = /(^|\/)(dist|node_modules)\/|\.d\.m?ts$/;

/** Patterns that take more than linear time on some text, and why no stranger's text makes them do so. */
const ALLOWED: Record<string, string> = {
  'api/dashboard/page.ts \\/*$': 'It meets the path of PUBLIC_URL.',
  'api/openapi/components.ts \\d*$': 'It meets names of our schemas.',
  'client/src/core/request.ts \\/+$': 'It meets the address that a program gives its client.',
  'dashboard/app/signed-out.tsx \\/+$': 'It meets the path of the page, in the browser that opened it.',
  'dashboard/features/integrations/api-request-detail.tsx \\/+$': 'It meets PUBLIC_URL.',
  'dashboard/features/integrations/integrations-page.tsx \\/+$': 'It meets PUBLIC_URL.',
  'dashboard/features/integrations/widget-snippet.ts \\/+$': 'It meets PUBLIC_URL.',
  'dashboard/components/code/completion.ts [\\w$]+(?:\\??\\.[\\w$]*)+':
    'It meets the line that its user writes, in their browser.',
  'dashboard/components/temporal-address.ts \\/+$': 'It meets an address from the settings.',
  'temporal/links.ts \\/+$': 'It meets an address from the settings.',
  'workflows/conversation.ts \\w+$': 'It meets names of our task queues.',
  'workflows/knowledge.ts \\w+$': 'It meets names of our task queues.',
  'workflows/webhook-delivery.ts \\w+$': 'It meets names of our task queues.',
  'workflows/webhook.ts \\w+$': 'It meets names of our task queues.',
};

interface Pattern {
  file: string;
  source: string;
  flags: string;
}

/** Returns the text that an expression always has; undefined for one that depends on anything. */
function constantOf(node: Expression | null | undefined, known: ReadonlyMap<string, string>): string | undefined {
  if (!node) return undefined;
  if (node.type === 'Literal') {
    if ('regex' in node && node.regex) return node.regex.pattern;
    return typeof node.value === 'string' ? node.value : undefined;
  }
  if (node.type === 'Identifier') return known.get(node.name);
  if (node.type === 'MemberExpression') {
    const isSource = node.property.type === 'Identifier' && node.property.name === 'source';
    return isSource ? constantOf(node.object as Expression, known) : undefined;
  }
  if (node.type === 'TemplateLiteral' || node.type === 'TaggedTemplateExpression') {
    const { quasis, expressions } = node.type === 'TemplateLiteral' ? node : node.quasi;
    const parts = expressions.map((each) => constantOf(each, known));
    if (parts.includes(undefined)) return undefined;
    const raw = node.type === 'TaggedTemplateExpression';
    return quasis.map(({ value }, at) => (raw ? value.raw : (value.cooked ?? '')) + (parts[at] ?? '')).join('');
  }
  if (node.type === 'CallExpression' && node.callee.type === 'MemberExpression') {
    const { object, property } = node.callee;
    if (object.type !== 'ArrayExpression' || !('name' in property) || property.name !== 'join') return undefined;
    const parts = object.elements.map((each) => constantOf(each as Expression, known));
    const between = constantOf(node.arguments[0] as Expression, known);
    return parts.includes(undefined) || between === undefined ? undefined : parts.join(between);
  }
  return undefined;
}

/** Collects the patterns of a file: literals, `RegExp` of constants, and those of schemas. */
function patternsOf(file: string): Pattern[] {
  const { program } = parseSync(file, readFileSync(path.join(ROOT, file), 'utf8'));
  const known = new Map<string, string>();
  new Visitor({
    VariableDeclarator({ id, init }) {
      const text = constantOf(init, known);
      if (id.type === 'Identifier' && text !== undefined) known.set(id.name, text);
    },
  }).visit(program);
  const found: Pattern[] = [];
  const made = ({ callee, arguments: [source, flags] }: { callee: Node; arguments: readonly Node[] }) => {
    if (callee.type !== 'Identifier' || callee.name !== 'RegExp') return;
    const text = constantOf(source as Expression, known);
    if (text !== undefined) found.push({ file, source: text, flags: constantOf(flags as Expression, known) ?? '' });
  };
  new Visitor({
    Literal(node) {
      if ('regex' in node && node.regex) found.push({ file, source: node.regex.pattern, flags: node.regex.flags });
    },
    NewExpression: made,
    CallExpression: made,
    Property({ key, value }) {
      const text = constantOf(value as Expression, known);
      const isPattern = 'name' in key && key.name === 'pattern' && file.startsWith('schemas/');
      if (isPattern && text !== undefined) found.push({ file, source: text, flags: 'u' });
    },
  }).visit(program);
  return found;
}

const PARTS = /\\[pPu]\{[^}]*\}|\\.|\[(?:\\.|[^\]\\])*\]|\(\?(?:<[a-z]+>|<?[:=!])|\{\d+(?:,\d*)?\}|\p{L}{3,}/gu;
const FEW = 2;

/**
 * Makes a pattern small enough to be judged, without changing whether it is linear: a bounded repeat repeats at most
 * twice, and of a word its first and last letter are left.
 */
function small(source: string): string {
  return source.replace(PARTS, (part) => {
    if (/^\p{L}/u.test(part)) return `${part.at(0)}${part.at(-1)}`;
    if (!part.startsWith('{')) return part;
    return part.replace(/\d+/g, (count) => String(Math.min(Number(count), FEW)));
  });
}

const REPEATS = /\\.|\[(?:\\.|[^\]\\])*\]|([*+]|\{\d+,\})/g;
/** Returns whether something in a pattern repeats without a bound: nothing else can take more than linear time. */
const isUnbounded = (source: string): boolean =>
  [...source.matchAll(REPEATS)].some(([, repeat]) => repeat !== undefined);

/** A pattern that takes longer to judge is left to the test of hostile texts. */
const JUDGED_WITHIN_MS = 2_000;
const LIMITS: Parameters = {
  checker: 'auto',
  timeout: JUDGED_WITHIN_MS,
  randomSeed: 1,
  recallLimit: -1,
  recallTimeout: -1,
  incubationLimit: 5_000,
  maxIteration: 3,
  maxInitialGenerationSize: 100,
  maxGenerationSize: 50,
  seedingLimit: 500,
} as Parameters;

describe('regular expressions of the product', () => {
  // The same judge on every machine, without a process of its own.
  process.env.RECHECK_BACKEND = 'pure';
  const { checkSync } = createRequire(import.meta.url)('recheck') as typeof import('recheck');
  const patterns = FOLDERS.flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => path.join(folder, name))
      .filter((name) => /\.m?tsx?$|\.mjs$/.test(name) && !LEFT_OUT.test(name))
      .flatMap(patternsOf),
  );

  it('take linear time, unless no stranger writes what they meet', () => {
    expect(patterns.length).toBeGreaterThan(500);
    const judged = new Map<string, Diagnostics['status']>();
    const slow = patterns.filter(({ source, flags }) => {
      const [text, kinds] = [small(source), flags.replace(/[^msu]/g, '')];
      const key = `${text}/${kinds}`;
      if (!judged.has(key)) judged.set(key, isUnbounded(text) ? checkSync(text, kinds, LIMITS).status : 'safe');
      return judged.get(key) === 'vulnerable';
    });
    const names = [...new Set(slow.map(({ file, source }) => `${file} ${source}`))].sort();
    expect(names).toEqual(Object.keys(ALLOWED).sort());
  });
});
