import { describe, expect, it } from '@jest/globals';
import { createFunctionFormat } from '../../services/functions/host-format.js';

const format = createFunctionFormat(() => new Date('2026-12-01T23:30:00Z'), 'Europe/Madrid');
/** Versions of ICU differ in which blanks they write. */
const plain = (text: string) => text.replace(/\s/g, ' ');

describe('svc.format', () => {
  it('writes dates by locale and zone, in the account’s zone unless another is named', () => {
    const german = { locale: 'de-DE', zone: 'Europe/Berlin', dateStyle: 'short', timeStyle: 'medium' };
    expect(format.date('2026-12-01T23:30:00Z', german)).toBe('02.12.26, 00:30:00');
    expect(format.date(null, { dateStyle: 'long' })).toBe('December 2, 2026');
    expect(format.date('2026-12-01T23:30:00Z', { zone: 'America/New_York', dateStyle: 'long', locale: 'es' })).toBe(
      '1 de diciembre de 2026',
    );
    expect(format.date('2026-12-02', { weekday: 'long', locale: 'fr' })).toBe('mercredi');
  });

  it('writes numbers and money', () => {
    expect(format.number(1234567.5, { locale: 'de' })).toBe('1.234.567,5');
    expect(format.number(0.25, { style: 'percent' })).toBe('25%');
    expect(plain(format.money(1234.5, 'EUR', { locale: 'de-DE' }))).toBe('1.234,50 €');
    expect(format.money(1234, 'JPY', { locale: 'en' })).toBe('¥1,234');
  });

  it('sorts as a language does, texts or objects', () => {
    expect(format.sort(['z', 'ä', 'a'], { locale: 'de' })).toEqual(['a', 'ä', 'z']);
    expect(format.sort(['z', 'ä', 'a'], { locale: 'sv' })).toEqual(['a', 'z', 'ä']);
    expect(format.sort(['Room 10', 'Room 9'], { numeric: true })).toEqual(['Room 9', 'Room 10']);
    const people = [{ name: 'Zoë' }, { name: null }, { name: 'Ana' }];
    expect(format.sort(people, { by: 'name', descending: true })).toEqual([people[0], people[2], people[1]]);
  });

  it.each([
    ['a locale that is none', () => format.date(null, { locale: 'not a locale' }), 'VALIDATION_ERROR'],
    ['a zone that is none', () => format.date(null, { zone: 'Mars/Base' }), 'INVALID_TIMEZONE'],
    ['a time that is none', () => format.date('soon', {}), 'INVALID_DATE'],
    ['an option that isn’t known', () => format.date(null, { timeZone: 'UTC' }), 'VALIDATION_ERROR'],
    ['a style that is none', () => format.date(null, { dateStyle: 'tall' }), 'VALIDATION_ERROR'],
    ['styles with parts', () => format.date(null, { dateStyle: 'long', hour: 'numeric' }), 'VALIDATION_ERROR'],
    ['a currency that is none', () => format.money(1, 'euros', {}), 'VALIDATION_ERROR'],
    ['an amount that is no number', () => format.money('1', 'EUR', {}), 'VALIDATION_ERROR'],
    ['a list that is none', () => format.sort('abc', {}), 'VALIDATION_ERROR'],
  ])('refuses %s', (_what, call, code) => {
    expect(call).toThrow(expect.objectContaining({ code }));
  });
});
