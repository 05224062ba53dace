import { readFileSync } from 'node:fs';
import { beforeAll, describe, it } from '@jest/globals';
import { openApiText } from '../../scripts/generate/openapi-text.js';
import { blocksOf, guideBlocks, wordOf } from '../support/guide-blocks.js';
import type { GuideRunner } from '../support/guide-runner.js';
import { useGuideService } from '../support/guide-service.js';
import { compileShapes } from '../support/guide-shapes.js';

const service = useGuideService();
const shapeOf = compileShapes(JSON.parse(await openApiText()));

describe.each(guideBlocks())('the guide $guide', ({ guide, blocks }) => {
  let runner: GuideRunner;
  beforeAll(async () => {
    runner = await service.runnerOf(guide);
  });

  it.each(blocks.map((block, at) => [`line ${block.line}: ${block.language}`, block, blocks[at + 1]] as const))(
    '%s',
    async (_name, block, next) => {
      const shape = wordOf(block, 'schema');
      if (shape === undefined) await runner.run(block, next);
      else shapeOf(shape)(JSON.parse(block.text));
    },
  );
});

describe('the README', () => {
  it('shows an answer that its request really gets', async () => {
    const blocks = blocksOf('README', readFileSync('README.md', 'utf8'));
    const at = blocks.findIndex(({ language, text }) => language === 'sh' && text.includes('curl'));
    const runner = await service.runnerOf('README');
    for (const place of [at, at + 1]) {
      const block = blocks[place];
      if (!block) throw new Error('The README has no request with its answer.');
      await runner.run(block, blocks[place + 1]);
    }
  });
});
