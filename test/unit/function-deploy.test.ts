import { describe, expect, it } from '@jest/globals';
import { DeployError, deploy } from '../../functions/deploy.js';

const refusal = async (source: string): Promise<DeployError> => {
  const error = await deploy(source).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(DeployError);
  return error as DeployError;
};

describe('the deployment of a function', () => {
  it('takes TypeScript and makes one module of it, the same each time', async () => {
    const source = 'type A = { n: number };\nexport default async (ctx: A) => ctx.n as number;';
    const first = await deploy(source);
    expect(first.code).not.toContain('number');
    expect(first.code).toMatch(/export\s*{[^}]*default/);
    expect(JSON.parse(first.sourceMap).sources).toEqual(['function.ts']);
    expect(await deploy(source)).toEqual(first);
  });

  it('says where the language is broken', async () => {
    const error = await refusal('export default async function () {\n  return 1 +;\n}');
    expect(error).toMatchObject({ stage: 'compile', problems: [{ line: 2, column: 13, line_text: '  return 1 +;' }] });
  });

  it.each([
    ['an import', 'import fs from "node:fs";\nexport default () => fs;'],
    ['an export of something else’s', 'export * from "left-pad"; export default 1;'],
    ['require', 'const fs = require("fs"); export default () => fs;'],
    ['require of a name made up as it runs', 'export default (ctx) => require(ctx.name);'],
    ['require by another name', 'export default () => { const r = require; return r("x"); };'],
    ['an import as it runs', 'export default (ctx) => import(ctx.name);'],
    ['eval', 'export default (ctx) => eval(ctx.code);'],
    ['nothing that is exported as default', 'export const run = () => 1;'],
  ])('refuses %s by policy', async (_name, source) => {
    const error = await refusal(source);
    expect(error.stage).toBe('policy');
    expect(error.message).toMatch(/import|evaluate|default/);
  });

  it('stores no program larger than 512 KiB', async () => {
    const error = await refusal(`export default () => ${JSON.stringify('x'.repeat(600_000))};`);
    expect(error.stage).toBe('upload');
  });
});
