import { readFileSync, writeFileSync } from 'node:fs';
import { describe, it } from '@jest/globals';
import { eventually } from '../support/eventually.js';
import { type GuideBlock, guideBlocks, wordOf } from '../support/guide-blocks.js';
import { useGuideService } from '../support/guide-service.js';

const service = useGuideService();

const KEEP = /^keep: (.+?)(?: until: (.+))?$/;

/**
 * An answer that a draft leaves open, whole or but for what it keeps: `keep: lead.id, lead.tags`. With ` until: word`
 * behind it the block before is repeated until the word is in its answer.
 */
const isEmptyAnswer = ({ language, words, text }: GuideBlock) =>
  language === 'json' && /^(keep: .+)?$/.test(text.trim()) && !words.some((word) => word.includes('='));

type Json = Record<string, unknown>;

/** Only what is at the paths; lists are gone through. */
function kept(value: unknown, paths: string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => kept(item, paths));
  if (typeof value !== 'object' || value === null) return value;
  const picked: Json = {};
  for (const [key, part] of Object.entries(value)) {
    const below = paths.filter((path) => path.startsWith(`${key}.`)).map((path) => path.slice(key.length + 1));
    if (paths.includes(key)) picked[key] = part;
    else if (below.length > 0) picked[key] = kept(part, below);
  }
  return picked;
}

/** Formats JSON as a person would: a value that fits is on one line. */
function pretty(value: unknown, indent = ''): string {
  const line = JSON.stringify(value, null, 1).replaceAll(/\n\s*/g, ' ').replaceAll('[ ', '[').replaceAll(' ]', ']');
  if (typeof value !== 'object' || value === null || (indent !== '' && line.length + indent.length < 96)) return line;
  const deeper = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((item) => deeper + pretty(item, deeper))
    : Object.entries(value).map(([key, part]) => `${deeper}${JSON.stringify(key)}: ${pretty(part, deeper)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return parts.length === 0 ? `${open}${close}` : `${open}\n${parts.join(',\n')}\n${indent}${close}`;
}

/** The value at a path such as `workflow.id` in the last answer that has one. */
function lookUp(answers: readonly unknown[], path: string): string {
  for (const answer of [...answers].reverse()) {
    const value = path
      .split('.')
      .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], answer);
    if (typeof value === 'string') return value;
  }
  throw new Error(`No answer has ${path}.`);
}

// Drafts leave answers empty and write `<<workflow.id>>` for what an earlier block answers.
describe('writing the empty answers of the guides', () => {
  it.each(guideBlocks())('$guide', async ({ guide, blocks }) => {
    if (!blocks.some(isEmptyAnswer)) return;
    const runner = await service.runnerOf(guide);
    const file = `docs/guides/${guide}.md`;
    const lines = readFileSync(file, 'utf8').split('\n');
    const answers: unknown[] = [];
    const complete = (text: string) => text.replaceAll(/<<([\w.]+)>>/g, (_all, path) => lookUp(answers, path));
    const written: { block: GuideBlock; text: string }[] = [];
    for (const [at, block] of blocks.entries()) {
      if (wordOf(block, 'schema') !== undefined) continue;
      if (isEmptyAnswer(block)) {
        answers.push(runner.answered());
        const paths = KEEP.exec(block.text.trim())?.[1]?.split(', ');
        written.push({ block, text: pretty(paths ? kept(answers.at(-1), paths) : answers.at(-1)) });
        continue;
      }
      const text = complete(block.text);
      if (text !== block.text) written.push({ block, text });
      const until = KEEP.exec(blocks[at + 1]?.text.trim() ?? '')?.[2] ?? '';
      await eventually(async () => {
        await runner.run({ ...block, text }, blocks[at + 1]);
        return until === '' || JSON.stringify(runner.answered()).includes(until) ? true : undefined;
      });
      if (!isEmptyAnswer(blocks[at + 1] ?? block)) answers.push(runner.answered());
    }
    for (const { block, text } of written.reverse()) {
      lines.splice(block.line, block.text.split('\n').length - 1, ...text.trimEnd().split('\n'));
    }
    writeFileSync(file, lines.join('\n'));
  });
});
