import { describe, expect, it } from '@jest/globals';
import { detectAutoReply } from '../../domain/inbound/auto-reply.js';
import { hasReplyPrefix, withoutReplyPrefixes } from '../../domain/inbound/reply-prefix.js';
import { returnDay } from '../../domain/inbound/return-day.js';
import { cpuMs } from '../support/cpu-time.js';
import { ABSENCES, PEOPLE } from '../support/mail/absences.js';

const occurredAt = new Date('2026-11-28T10:00:00Z');
const SUBMITTED = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };

describe('an absence', () => {
  it.each(Object.keys(ABSENCES))(
    'in %s is automatic with its headers or its subject, and names the first day back',
    (code) => {
      const { subjects, texts } = ABSENCES[code] as (typeof ABSENCES)[string];
      for (const [text, pauseUntil] of texts) {
        for (const headers of [SUBMITTED, {}]) {
          for (const subject of subjects) {
            const found = detectAutoReply({ headers, subject, text, occurredAt });
            expect([subject, text, found]).toEqual([subject, text, { kind: 'out_of_office', pauseUntil }]);
          }
        }
        const found = detectAutoReply({ headers: SUBMITTED, subject: 'Re: Offer', text, occurredAt });
        expect([text, found]).toEqual([text, { kind: 'out_of_office', pauseUntil }]);
      }
    },
  );

  it.each(PEOPLE)('is not what a person writes about one: $subject / $text', ({ subject, text, headers = {} }) => {
    expect(detectAutoReply({ headers, subject, text, occurredAt })).toBeNull();
  });

  it('in our own subject makes no automatic answer an absence', () => {
    for (const subject of ['Automatic reply: Absence management demo', 'Autosvar: Frånvaro i Personec'])
      expect(detectAutoReply({ headers: SUBMITTED, subject, text: 'We received your message.', occurredAt })).toEqual({
        kind: 'auto_reply',
        pauseUntil: null,
      });
  });

  it.each([
    'X-Autoreply: yes',
    'X-Autorespond: Offer',
    'Precedence: auto_reply',
    'Auto-Submitted: auto-replied (vacation)',
    'X-Auto-Reply: true',
  ])('is known by the header %s alone', (header) => {
    const [name = '', value = ''] = header.split(': ');
    expect(detectAutoReply({ headers: { [name]: value }, subject: 'Re: Offer', text: 'Thanks.', occurredAt })).toEqual({
      kind: 'auto_reply',
      pauseUntil: null,
    });
  });

  it('is read in time in any text', () => {
    for (const unit of ['until ', '12.', '1 december ', 'back on ', '2026-', 'до ', '月12', 'a', 'x x', '\n\n'])
      expect([unit, cpuMs(() => returnDay(unit.repeat(100_000), occurredAt)) < 1_000]).toEqual([unit, true]);
  });
});

describe('the prefix of an answer', () => {
  it.each([
    'Re',
    'RE',
    'R',
    'AW',
    'SV',
    'VS',
    'Antw',
    'Odp',
    'Ynt',
    'RIF',
    'RES',
    '回复',
    '答复',
    'Re[3]',
    'ΑΠ',
    'Отв',
    'Vá',
    'BLS',
    'TL',
    '회신',
    'השב',
  ])('%s is one', (prefix) => {
    expect(hasReplyPrefix(`${prefix}: Offer`)).toBe(true);
    expect(withoutReplyPrefixes(`${prefix}: ${prefix}：Stop`)).toBe('Stop');
  });

  it('is nothing else that has a colon', () => {
    for (const subject of ['Question: price', 'Offer: 3 months', 'Ad: x', 'reply to: me', 'Absence: mine'])
      expect([subject, hasReplyPrefix(subject)]).toEqual([subject, false]);
  });
});
