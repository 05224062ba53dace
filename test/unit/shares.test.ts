import { describe, expect, it } from '@jest/globals';
import { createShares } from '../../runtime/shares.js';

describe('places that several owners use', () => {
  it('leave one owner its share only, and others theirs', () => {
    const places = createShares({ most: 3, ofOne: 2 });
    const [first, second] = [places.take('a'), places.take('a')];
    expect(places.take('a')).toBeUndefined();
    expect(places.take('b')).toBeDefined();
    expect(places.take('b')).toBeUndefined();
    first?.();
    first?.();
    expect(places.taken).toBe(2);
    expect(places.take('b')).toBeDefined();
    second?.();
    expect(places.take('a')).toBeDefined();
  });
});
