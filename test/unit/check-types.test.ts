import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { checkTypes } from '../../functions/check-types.js';

const WORKED = path.resolve(import.meta.dirname, '../../docs/functions');
const PLAIN = `export default async function (ctx, svc) {
  const lead = ctx.lead;
  svc.log.info('Looking at a lead', { id: ctx.lead_id });
  if ((lead?.metadata?.budget ?? 0) >= 5000) await svc.tags.add(ctx.lead_id, ['big']);
  return { budget: lead?.metadata?.budget ?? null };
}
`;

describe('the types of a function', () => {
  it('fit in every worked one, and in what a new one begins with', async () => {
    const worked = readdirSync(WORKED).map((name) => readFileSync(path.join(WORKED, name), 'utf8'));
    expect(worked.length).toBeGreaterThanOrEqual(10);
    for (const source of [PLAIN, ...worked]) expect(await checkTypes(source)).toEqual([]);
  });

  it.each([
    ['a function', 'export default async function (ctx, svc) {\n  await svc.leads.delete(ctx.lead_id);\n}', 2, 19],
    ['an arrow', 'export default async (ctx, svc) => svc.leads.delete(ctx.lead_id);', 1, 46],
    ['one that takes parts', 'export default ({ lead_id }, svc) => {\n  svc.tags.add(lead_id, 7);\n}', 2, 25],
    ['one that says its types', 'export default (ctx: FunctionContext, svc: Svc) => svc.nothing;', 1, 56],
    ['one of ctx alone', 'export default function main(ctx) { console.log(1); return ctx.lead_id.size; }', 1, 72],
  ])('are checked in %s, and told at the place in the source', async (_what, source, line, column) => {
    expect(await checkTypes(source)).toEqual([{ line, column, message: expect.any(String) }]);
  });

  it('are no matter of files: none is read that a source names', async () => {
    const secret = path.resolve(import.meta.dirname, '../../package.json');
    const source = `/// <reference path="${secret}" />
import secret from ${JSON.stringify(secret)};
export default () => { const wrong: 7 = secret.name; return wrong; }`;
    const problems = await checkTypes(source);
    expect(JSON.stringify(problems)).not.toContain('lead-automation-service');
    expect(problems?.[0]?.message).toContain('Cannot find module');
  });

  it('are given up on where they take too much', async () => {
    const source = `type A<N extends number, T extends unknown[] = []> = T['length'] extends N ? T : A<N, [...T, 1]>;
type U = 'a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g' | 'h' | 'i' | 'j';
const z: A<999> = 1;
const q: \`\${U}\${U}\${U}\${U}\` = 'zzzz';
const r: \`\${U}\${U}\${U}\${U}x\` = 'zzzz';
type P<T> = T extends \`\${infer A}\${infer B}\` ? A | P<B> : never;
type Q = P<\`\${U}\${U}\${U}\${U}\`>;
export default () => [z, q, r, null as unknown as Q];`;
    expect(await checkTypes(source)).toBeUndefined();
  });
});
