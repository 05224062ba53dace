import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Move, type ReceiptStatus, sourcesOf, statusAfter } from '../../domain/messages/states.js';
import { MESSAGE_STATUSES, type MessageStatus } from '../../schemas/message-statuses.js';

const news = fc.constantFrom<ReceiptStatus>('sent', 'delivered', 'read', 'failed');
const statusThrough = (start: MessageStatus, told: readonly ReceiptStatus[]) => told.reduce(statusAfter, start);

describe('the status of a message', () => {
  it('moves as the drawing of the architecture shows', () => {
    const text = readFileSync(new URL('../../docs/architecture.md', import.meta.url), 'utf8');
    const drawn = [...text.matchAll(/^ {2}(\w+) --> (\w+): (\w+)$/gm)];
    expect(drawn.length).toBeGreaterThan(15);
    for (const [line, from, to, move] of drawn) {
      expect([line, sourcesOf(move as Move, to as MessageStatus).includes(from as MessageStatus)]).toEqual([
        line,
        true,
      ]);
    }
  });

  it('ends the same in whatever order news come, and however often', () => {
    fc.assert(
      fc.property(fc.constantFrom(...MESSAGE_STATUSES), fc.array(news), fc.array(news), (start, first, second) => {
        const end = statusThrough(start, [...first, ...second]);
        expect(statusThrough(start, [...second, ...first, ...second])).toBe(end);
      }),
    );
  });

  it('never goes back once it was read, has failed or was cancelled', () => {
    expect(statusThrough('read', ['sent', 'delivered', 'read'])).toBe('read');
    for (const end of ['failed', 'cancelled', 'received'] as const) {
      expect(statusThrough(end, ['sent', 'delivered', 'read', 'failed'])).toBe(end);
    }
  });

  it('is settled by the first news when it was unknown', () => {
    expect(statusAfter('unknown', 'sent')).toBe('sent');
    expect(statusAfter('unknown', 'delivered')).toBe('delivered');
    expect(statusAfter('unknown', 'failed')).toBe('failed');
    expect(statusAfter('sending', 'delivered')).toBe('delivered');
  });
});
