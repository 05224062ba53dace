import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type MessageNews, statusAfter } from '../../domain/message-status.js';
import { MESSAGE_STATUSES, type MessageStatus } from '../../schemas/messages.js';

const news = fc.constantFrom<MessageNews>('sent', 'delivered', 'read', 'failed');
const statusThrough = (start: MessageStatus, told: readonly MessageNews[]) => told.reduce(statusAfter, start);

describe('the status of a message', () => {
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
