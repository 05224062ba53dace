import { describe, expect, it } from '@jest/globals';
import { fromJson } from '../../db/connection.js';
import { buildId } from '../../runtime/build.js';
import { faultOf } from '../../runtime/fault.js';

const thrownBy = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};

describe('the words for what failed', () => {
  it('say the kind and our own place, and nothing of the row it failed on', () => {
    const error = thrownBy(() => fromJson('{"name": Lovelace}'));
    expect((error as Error).message).toContain('Lovelace');
    expect(faultOf(error)).toMatch(/^SyntaxError at db\/connection\.ts:\d+$/);
  });

  it('don’t take a text of the row for a place', () => {
    const text = 'no\n    at f (/app/services/lovelace.js:1:1)\nend';
    const error = Object.assign(new TypeError(text), { stack: `TypeError: ${text}\n    at node:internal/x:1:1` });
    expect(faultOf(error)).toBe('TypeError');
  });

  it('are the code where the database or a library gives one, also for what is no error', () => {
    expect(faultOf(Object.assign(new Error('x'), { code: 'ER_DATA_TOO_LONG', stack: undefined }))).toBe(
      'ER_DATA_TOO_LONG',
    );
    expect(faultOf(undefined)).toBe('Error');
  });
});

describe('the name of a build', () => {
  it('is short and the same each time', () => {
    expect(buildId()).toMatch(/^[0-9a-f]{12}$/);
    expect(buildId()).toBe(buildId());
  });
});
