import { describe, expect, it } from '@jest/globals';
import { asyncLocalStorage, Context } from '@temporalio/activity';
import { createPoisonWatch } from '../../activities/poison.js';

const OWN = new SyntaxError('Unexpected token');
const refused = (sqlState: string, errno: number) =>
  Object.assign(new Error('Refused.'), { sqlState, errno, code: 'X' });

/** Returns whether the given try of one work counts as poisoned, after others have succeeded. */
function isPoison(attempt: number, others: number, error: unknown = OWN): boolean {
  const watch = createPoisonWatch();
  for (let n = 0; n < others; n += 1) watch.succeeded(`other ${n}`);
  const context = Object.assign(Object.create(Context.prototype), { info: { attempt } });
  return asyncLocalStorage.run(context as Context, () => watch.isPoison('this', error));
}

describe('work that fails again and again', () => {
  it('is given up among others that succeed', () => {
    expect([isPoison(8, 3), isPoison(9, 3), isPoison(200, 3)]).toEqual([false, true, true]);
  });

  it('is given up late where hardly any other succeeds, and never where none does, as after a bad release', () => {
    expect([isPoison(109, 1), isPoison(110, 1)]).toEqual([false, true]);
    expect([isPoison(9, 0), isPoison(200, 0), isPoison(100_000, 0)]).toEqual([false, false, false]);
  });

  it('is not given up for its own successes', () => {
    const watch = createPoisonWatch();
    for (let n = 0; n < 5; n += 1) watch.succeeded('this');
    const context = Object.assign(Object.create(Context.prototype), { info: { attempt: 200 } });
    expect(asyncLocalStorage.run(context as Context, () => watch.isPoison('this', OWN))).toBe(false);
  });

  it.each([
    ['a column that the schema of another release lacks', refused('42S22', 1054), false],
    ['a table that it lacks', refused('42S02', 1146), false],
    ['a deadlock', refused('40001', 1213), false],
    ['a value that is too long', refused('22001', 1406), true],
    ['a key that is taken', refused('23000', 1062), true],
    ['a text that the column takes for no number, as MySQL says it', refused('HY000', 1366), true],
  ])('counts by what the database says: %s', (_what, error, poisoned) => {
    expect(isPoison(200, 3, error)).toBe(poisoned);
  });
});
