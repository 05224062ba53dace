import { readFileSync } from 'node:fs';
import { beforeAll, describe, it } from '@jest/globals';
import { guideBlocks, wordOf } from '../support/guide-blocks.js';
import type { GuideRunner } from '../support/guide-runner.js';
import { useGuideService } from '../support/guide-service.js';
import { compileShapes } from '../support/guide-shapes.js';

const service = useGuideService();
const shapeOf = compileShapes(JSON.parse(readFileSync('openapi.json', 'utf8')));

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
