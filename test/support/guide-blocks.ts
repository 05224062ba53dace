import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A block of code in a guide. */
export interface GuideBlock {
  guide: string;
  /** The line in the file where it begins. */
  line: number;
  language: string;
  /** The words behind the language: CONTRIBUTING.md says what they mean. */
  words: string[];
  text: string;
}

const ROOT = path.resolve(import.meta.dirname, '../..');
const FOLDER = path.join(ROOT, 'docs/guides');

/** The guides by name, as they are written. */
export const guideTexts = (): Map<string, string> =>
  new Map(
    readdirSync(FOLDER)
      .filter((name) => name.endsWith('.md'))
      .sort()
      .map((name) => [name.slice(0, -'.md'.length), readFileSync(path.join(FOLDER, name), 'utf8')]),
  );

/** The blocks of one guide, in order. */
export function blocksOf(guide: string, markdown: string): GuideBlock[] {
  const blocks: GuideBlock[] = [];
  let open: GuideBlock | undefined;
  for (const [at, line] of markdown.split('\n').entries()) {
    const fence = /^```(.*)$/.exec(line);
    if (!fence) {
      if (open) open.text += `${line}\n`;
    } else if (open) {
      blocks.push(open);
      open = undefined;
    } else {
      const [language = '', ...words] = (fence[1] ?? '').trim().split(/\s+/);
      open = { guide, line: at + 1, language, words, text: '' };
    }
  }
  if (open) throw new Error(`${guide}.md: the block at line ${open.line} has no end.`);
  return blocks;
}

/** Blocks that are only shown (`text`) or need a Docker engine aren't run. */
const isRun = ({ language, words }: GuideBlock) => language !== 'text' && !words.includes('docker');

/** The blocks that are run, guide by guide. */
export const guideBlocks = (): { guide: string; blocks: GuideBlock[] }[] =>
  [...guideTexts()]
    .map(([guide, markdown]) => ({ guide, blocks: blocksOf(guide, markdown).filter(isRun) }))
    .filter(({ blocks }) => blocks.length > 0);

/** The word `name=...` of a block. */
export const wordOf = (block: GuideBlock, name: string): string | undefined =>
  block.words.find((word) => word.startsWith(`${name}=`))?.slice(name.length + 1);

/** The status that a block's answer has, where the guide names one. */
export const statusOf = (block: GuideBlock | undefined): number | undefined => {
  const word = block?.words.find((each) => /^\d{3}$/.test(each));
  return word === undefined ? undefined : Number(word);
};
