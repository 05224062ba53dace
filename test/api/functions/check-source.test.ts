import { describe, expect, it } from '@jest/globals';
import { useApi } from '../../support/api.js';
import { statementsOf } from '../../support/statements.js';

const api = useApi();

describe('POST /cloud-functions/check', () => {
  const check = async (source: string) => {
    const account = await api.account({ scopes: ['functions:read'] });
    return (await account.request('post', '/cloud-functions/check').send({ source }).expect(200)).body.problems;
  };

  it('finds nothing wrong with what fits', async () => {
    expect(await check("export default async (ctx, svc) => svc.tags.add(ctx.lead_id, ['seen']);")).toEqual([]);
  });

  it('warns of type errors with their position', async () => {
    expect(
      await check('export default async function (ctx, svc) {\n  await svc.leads.delete(ctx.lead_id);\n}'),
    ).toEqual([{ severity: 'warning', line: 2, column: 19, message: expect.stringContaining("'delete'") }]);
  });

  it.each([
    ['export default (ctx, svc) => {', 'error', 1],
    ["import fs from 'node:fs';\nexport default () => fs;", 'error', 1],
    ['export const one = 1;', 'error', null],
  ])('tells what keeps it from being deployed: %s', async (source, severity, line) => {
    expect(await check(source)).toContainEqual(expect.objectContaining({ severity, line }));
  });

  it('answers 503 with Retry-After where many wait to be checked, and nothing of it touches the rows', async () => {
    const account = await api.account();
    await account.request('get', '/me');
    const sourceOf = (n: number) => `export default (ctx, svc) => svc.nothing${n};`;
    const statements = await statementsOf(api.db, async () => {
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_each, n) =>
          account.request('post', '/cloud-functions/check').send({ source: sourceOf(n) }),
        ),
      );
      const refused = answers.filter(({ status }) => status === 503);
      expect(refused.length).toBeGreaterThan(0);
      for (const { body, headers } of refused) {
        expect([body.code, headers['retry-after']]).toEqual(['FUNCTION_BUSY', '1']);
      }
      expect(answers.filter(({ status }) => status === 200).length).toBe(answers.length - refused.length);
    });
    const alike = await Promise.all(
      Array.from({ length: 6 }, () => account.request('post', '/cloud-functions/check').send({ source: sourceOf(0) })),
    );
    expect(alike.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(statements.every((sql) => sql.includes('rate_counters'))).toBe(true);
  });
});
