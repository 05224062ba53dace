import { expect, it } from '@jest/globals';
import { checkTypes } from '../../functions/check-types.js';
import { localeUses } from '../../functions/locale-use.js';

const uses = (source: string) =>
  localeUses(source).map(({ message, line, column }) => [message.split('`')[1], line, column]);

it('finds what depends on a locale or zone, where it is', () => {
  const source = `export default async (ctx, svc) => {
  const when = new Date(0).toLocaleString('de-DE', { timeZone: 'Europe/Berlin' });
  const day = \`On \${new Date(0).toLocaleDateString('es')}\`;
  const list = ['ä', 'z'].sort((a, b) => a.localeCompare(b));
  const money = new Intl.NumberFormat('de', { style: 'currency', currency: 'EUR' }).format(1);
  return [when, day, list, money, (5).toLocaleString('de'), 'i'.toLocaleUpperCase('tr')];
};`;
  expect(uses(source)).toEqual([
    ['toLocaleString', 2, 28],
    ['toLocaleDateString', 3, 33],
    ['localeCompare', 4, 44],
    ['Intl', 5, 21],
    ['toLocaleString', 6, 39],
    ['toLocaleUpperCase', 6, 65],
  ]);
  expect(localeUses(source)[0]?.message).toContain('svc.format.date');
});

it('leaves comments, texts and names of one’s own alone', () => {
  expect(
    uses(`// toLocaleString, Intl.NumberFormat
/* x.toLocaleString() */
const text = "x.toLocaleString() " + 'Intl.x';
const own = { Intl: 1, localeCompare: 2 };
'i'.toLocaleUpperCase();
own.Intl;`),
  ).toEqual([]);
});

it('takes linear time', () => {
  for (const part of ['/*', "'", '"', '\\', '.toLocaleString', ' ', 'Intl', '. ']) localeUses(part.repeat(100_000));
});

it('has types for the helpers', async () => {
  const source = `export default async (ctx, svc) => {
  const when: string = await svc.format.date(ctx.now, { locale: 'de-DE', zone: 'Europe/Berlin', dateStyle: 'medium' });
  const sorted: { name: string }[] = await svc.format.sort([{ name: 'ä' }], { by: 'name', locale: 'de' });
  return [when, sorted, await svc.format.number(1.5, { locale: 'de' }), await svc.format.money(9, 'EUR', { locale: 'de' })];
};`;
  expect(await checkTypes(source)).toEqual([]);
  expect(await checkTypes(source.replace("'medium'", "'tall'"))).toHaveLength(1);
});
