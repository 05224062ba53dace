import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TextlintKernel } from '@textlint/kernel';
import markdown from '@textlint/textlint-plugin-markdown';
import { parseSync } from 'oxc-parser';
import prh from 'textlint-rule-prh';
import { root } from '../lib/paths.mjs';

/*
 * Counts the phrases of scripts/check/language/terms.yml in everything that people read, by area, and fails where an area has
 * more of them than scripts/check/language/limits.json allows. `--list <area>` prints each with its place.
 */

const terms = join(root, 'scripts', 'check', 'language', 'terms.yml');
const limitsFile = join(root, 'scripts', 'check', 'language', 'limits.json');
// The terms are English.
const OTHER_LANGUAGES = /^dashboard\/words\/(?!en\/)[a-z]{2}\//;
const GENERATED =
  /^(client\/src\/types|dashboard\/api\/operations|dashboard\/forms\/shapes|db\/schema|test\/replay\/histories)/;
const CODE = /\.(ts|tsx|mjs)$/;
// The guide names the words that it replaces.
const ABOUT_LANGUAGE = /^(docs\/writing\.md$|scripts\/check-language\.mjs$)/;

/** The area that the strings of a source file belong to. */
const areaOfStrings = (file) =>
  /^(dashboard|widget)\//.test(file) ? 'ui' : /^(test|bench)\//.test(file) ? 'tests' : 'messages';

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => CODE.test(file) || file.endsWith('.md'))
  .filter((file) => ![GENERATED, OTHER_LANGUAGES, ABOUT_LANGUAGE].some((excluded) => excluded.test(file)));

/** Yields the strings of a syntax tree that hold more than one word, with their places. */
function* stringsIn(node) {
  if (Array.isArray(node)) for (const each of node) yield* stringsIn(each);
  else if (node && typeof node === 'object') {
    const text = node.type === 'TemplateElement' ? node.value.cooked : node.value;
    const isText = ['Literal', 'JSXText', 'TemplateElement'].includes(node.type) && typeof text === 'string';
    if (isText && /\p{L}\s+\p{L}/u.test(text)) yield { text, at: node.start };
    for (const [key, value] of Object.entries(node)) if (key !== 'parent') yield* stringsIn(value);
  }
}

/** Everything that people read in a file: its text by area, each piece on the line where the file has it. */
function textsIn(file) {
  const source = readFileSync(join(root, file), 'utf8');
  if (file.endsWith('.md')) return { docs: source };
  const { program, comments } = parseSync(file, source);
  const lineAt = (at) => source.slice(0, at).split('\n').length - 1;
  const lines = {};
  const add = (area, at, text) => {
    lines[area] ??= [];
    const placed = lines[area];
    for (const [index, line] of text.split('\n').entries()) {
      const place = lineAt(at) + index;
      placed[place] = `${placed[place] ?? ''} ${line.replace(/^[\s*]+/, '')}`.trim();
    }
  };
  for (const { text, at } of stringsIn(program)) add(areaOfStrings(file), at, text);
  for (const { value, start } of comments) add('comments', start, value);
  return Object.fromEntries(
    Object.entries(lines).map(([area, placed]) => [area, Array.from(placed, (line) => line ?? '').join('\n')]),
  );
}

const kernel = new TextlintKernel();

/** Returns the phrases of a text that the guide replaces, each with its place. */
async function findIn(file, text) {
  const { messages } = await kernel.lintText(text, {
    filePath: join(root, `${file}.md`),
    ext: '.md',
    plugins: [{ pluginId: 'markdown', plugin: markdown.default ?? markdown }],
    rules: [{ ruleId: 'prh', rule: prh.default ?? prh, options: { rulePaths: [terms] } }],
  });
  return messages.map(({ line, message }) => `${file}:${line} ${message.split('\n')[0]}`);
}

const areas = {};
for (const file of files) {
  for (const [name, text] of Object.entries(textsIn(file))) {
    areas[name] ??= { words: 0, found: [] };
    const area = areas[name];
    area.words += text.match(/[\p{L}’']+/gu)?.length ?? 0;
    area.found.push(...(await findIn(file, text)));
  }
}

const limits = JSON.parse(readFileSync(limitsFile, 'utf8'));
const listed = process.argv[process.argv.indexOf('--list') + 1];
let over = false;
for (const [name, { words, found }] of Object.entries(areas).sort()) {
  const limit = limits[name] ?? 0;
  const rate = ((found.length / words) * 1000).toFixed(2);
  const verdict = found.length > limit ? `more than the ${limit} allowed` : `at most ${limit} allowed`;
  console.log(`${name}: ${found.length} in ${words} words, ${rate} per 1,000 (${verdict})`);
  over ||= found.length > limit;
  if (process.argv.includes('--list') && listed === name) console.log(found.join('\n'));
}
if (over) {
  console.error(
    'Reword what you added: docs/writing.md says how. `npm run lint:language -- --list <area>` lists them.',
  );
  process.exitCode = 1;
}
