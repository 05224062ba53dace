import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { root } from '../../lib/paths.mjs';

/*
 * Draws texts at random for a reader who judges them by docs/writing.md: 100 dashboard strings, 50 API messages, 50
 * schema descriptions, 5 guides and 200 commit subjects. The same tree and seed draw the same texts:
 * `npm run language:sample -- <seed>`.
 */

const seed = Number(process.argv[2] ?? 1);
if (!Number.isInteger(seed)) throw new Error('The seed must be an integer.');

/** Yields numbers from 0 to 1, the same for a seed (mulberry32). */
function createRandom(start) {
  let state = start >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Draws different texts, in the order in which they were drawn. */
function draw(texts, count, random) {
  const left = [...new Set(texts)].sort();
  const drawn = [];
  while (drawn.length < count && left.length > 0) drawn.push(...left.splice(Math.floor(random() * left.length), 1));
  return drawn;
}

const filesIn = (folder, ending) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name));

/** Returns the text of a literal, a template or a sum of both, with `{}` for each value. */
function textOf({ type, value, quasis, operator, left, right }) {
  if (type === 'Literal' && typeof value === 'string') return value;
  if (type === 'TemplateLiteral') return quasis.map((quasi) => quasi.value.cooked).join('{}');
  if (type !== 'BinaryExpression' || operator !== '+') return undefined;
  const [start, end] = [textOf(left), textOf(right)];
  return start === undefined || end === undefined ? undefined : start + end;
}

/** Lists the texts in a file, each whole. */
function textsIn(file) {
  const texts = [];
  const visit = (node) => {
    if (node === null || typeof node !== 'object') return;
    const text = textOf(node);
    if (text === undefined) Object.values(node).forEach(visit);
    else texts.push(text);
  };
  visit(parseSync(file, readFileSync(join(root, file), 'utf8')).program);
  return texts;
}

const isProse = (text) => /\p{L}/u.test(text) && !/^[./]/.test(text);
const dashboard = filesIn('dashboard/words/en', '.ts').flatMap(textsIn).filter(isProse);
const messages = Object.keys(JSON.parse(readFileSync(join(root, 'dashboard/words/es/catalog/sentences.json'), 'utf8')));
const descriptions = filesIn('schemas', '.ts')
  .flatMap(textsIn)
  .filter((text) => /^[A-Z`].*\.$/s.test(text) && text.includes(' '));
const guides = filesIn('docs/guides', '.md');
// Subjects since the guide exists.
const [added] = execFileSync('git', ['log', '--diff-filter=A', '--format=%H', '--', 'docs/writing.md'], {
  cwd: root,
  encoding: 'utf8',
}).split('\n');
const subjects = execFileSync('git', ['log', '--no-merges', '--format=%s', `${added}..HEAD`], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter(Boolean);

const random = createRandom(seed);
for (const [title, texts, count] of [
  ['Dashboard strings', dashboard, 100],
  ['API messages', messages, 50],
  ['Schema descriptions', descriptions, 50],
  ['Guides', guides, 5],
  ['Commit subjects', subjects, 200],
]) {
  console.log(`\n## ${title}\n`);
  for (const [at, text] of draw(texts, count, random).entries()) console.log(`${at + 1}. ${text}`);
}
