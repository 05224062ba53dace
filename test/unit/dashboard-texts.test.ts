import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { parseSync } from 'oxc-parser';

const FOLDER = path.resolve(import.meta.dirname, '../../dashboard');
/** The texts themselves, and what is generated or loaded apart from the pages. */
const NO_PAGES = /^(words\/(en|es)|scripts)\/|^(api\/operations|forms\/shapes)\.ts$/;
const ATTRIBUTES = new Set([
  ...['alt', 'aria-description', 'aria-label', 'calm', 'caption', 'description', 'empty', 'help', 'hint', 'label'],
  ...['legend', 'means', 'placeholder', 'submit', 'text', 'title', 'warning'],
]);
const PROPERTIES = new Set(['aria-label', 'description', 'help', 'label', 'means', 'placeholder', 'title']);
/** Words that are the same in every language. */
const NAMES = new Set(['API', 'SMS', 'Temporal', 'WhatsApp']);
/** Values and keys as they are stored, which placeholders may show. */
const STORED = /^[a-z_]+$/;
const LETTER = /\p{L}/u;
/** Sentences, but not combinations of keys. */
const SENTENCE = /^(?!Ctrl |Shift |Alt )\p{Lu}[\p{L}’]+ (?:[\p{L}’]{2,}|a )/u;

type Node = { type: string; start: number } & Record<string, unknown>;
const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';
const nodesIn = (value: unknown): Node[] => [value].flat().filter(isNode);

const isText = (node: unknown): boolean =>
  isNode(node) && node.type === 'Literal' && typeof node.value === 'string' && LETTER.test(node.value);

/** Returns the literals that an expression results in. */
function resultsOf(node: unknown): Node[] {
  if (!isNode(node)) return [];
  if (node.type === 'ConditionalExpression') return [...resultsOf(node.consequent), ...resultsOf(node.alternate)];
  if (node.type === 'LogicalExpression') return [...resultsOf(node.left), ...resultsOf(node.right)];
  if (node.type === 'TemplateLiteral') {
    const words = nodesIn(node.quasis).filter(({ value }) => LETTER.test((value as { raw: string }).raw));
    return [...words, ...nodesIn(node.expressions).flatMap(resultsOf)];
  }
  if (node.type === 'JSXExpressionContainer') return resultsOf(node.expression);
  return isText(node) ? [node] : [];
}

const nameOf = (node: unknown): string => {
  const { name, value } = node as Node;
  return String(name ?? value);
};

/** Returns the texts that a node shows to users and that aren't taken from `words`. */
function ownTexts(node: Node): Node[] {
  if (node.type === 'JSXText') return LETTER.test(String(node.value)) ? [node] : [];
  if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
    return nodesIn(node.children).flatMap((child) => (child.type === 'JSXExpressionContainer' ? resultsOf(child) : []));
  }
  if (node.type === 'JSXAttribute') {
    const name = nameOf(node.name);
    const shown = ATTRIBUTES.has(name) ? resultsOf(node.value) : [];
    return name === 'placeholder' ? shown.filter(({ value }) => !STORED.test(String(value))) : shown;
  }
  if (node.type === 'Property') return PROPERTIES.has(nameOf(node.key)) ? resultsOf(node.value) : [];
  return isText(node) && SENTENCE.test(String(node.value)) ? [node] : [];
}

/** Errors that are thrown for developers have texts of their own. */
const isForDevelopers = (node: Node): boolean => node.type === 'NewExpression' && nameOf(node.callee) === 'Error';

function walk(node: Node, visit: (node: Node) => void): void {
  if (isForDevelopers(node)) return;
  visit(node);
  for (const value of Object.values(node)) for (const child of nodesIn(value)) walk(child, visit);
}

function textsOf(file: string): string[] {
  const source = readFileSync(path.join(FOLDER, file), 'utf8');
  const found = new Map<number, string>();
  walk(parseSync(file, source).program as unknown as Node, (node) => {
    for (const { start, value } of ownTexts(node)) {
      const text = String((value as { raw?: string }).raw ?? value).trim();
      if (!NAMES.has(text)) found.set(start, `${file}:${source.slice(0, start).split('\n').length} ${text}`);
    }
  });
  return [...found.values()];
}

const PAGES = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll(path.sep, '/'))
  .filter((file) => /\.tsx?$/.test(file) && !NO_PAGES.test(file));

it('takes every text of the dashboard from its words', () => {
  expect(PAGES.length).toBeGreaterThan(200);
  expect(PAGES.flatMap(textsOf)).toEqual([]);
});
